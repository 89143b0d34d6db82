# A program that tries everything out on the game object itself and puts it back by writing to it.

from SimpleQuintris import *
from QuintrisGame import *
from heights import highest
import sys

def reset(quintris, state, piece, row, col):
    quintris.state = state
    quintris.piece = piece
    quintris.row = row
    quintris.col = col

class ComputerPlayer:
    def get_moves(self, quintris):
        commands = { "b": quintris.left, "n": quintris.rotate, "m": quintris.right, "h": quintris.hflip }
        (state, piece, row, col) = (quintris.state, quintris.piece, quintris.row, quintris.col)
        best = None
        for moves in [ turn + side * n for turn in ("", "n", "h", "nn") for side in "bm" for n in range(0, 12) ]:
            for c in moves:
                commands[c]()
            while not QuintrisGame.check_collision(*quintris.state, quintris.piece, quintris.row + 1, quintris.col):
                quintris.row += 1
            placed = QuintrisGame.place_piece(*quintris.state, quintris.piece, quintris.row, quintris.col)
            # and the next piece on the board that this would give
            reset(quintris, placed, quintris.next_piece, row, col)
            quintris.rotate()
            quintris.left()
            value = (highest(placed[0]), -quintris.state[1])
            if best is None or value < best[0]:
                best = (value, moves)
            reset(quintris, state, piece, row, col)
        print("seen", quintris.state[0], quintris.piece, quintris.col, best[1])
        return list(best[1])

try:
    quintris = SimpleQuintris()
    quintris.start_game(ComputerPlayer())
except EndOfGame as s:
    print(s)
