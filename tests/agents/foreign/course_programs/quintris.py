# A program in the manner of the course: everything is imported with a star, and all names are used.

from AnimatedQuintris import *
from SimpleQuintris import *
from kbinput import *
import copy
import time, sys

class HumanPlayer:
    def get_moves(self, quintris):
        print("Type a sequence of moves")
        return input()

    def control_game(self, quintris):
        while 1:
            c = get_char_keyboard()
            commands = { "b": quintris.left, "h": quintris.hflip, "n": quintris.rotate, "m": quintris.right, " ": quintris.down }
            commands[c]()


class ComputerPlayer:
    def cost(self, board):
        heights = [ min([ r for r in range(len(board)) if board[r][c] == "x" ] + [ len(board) ]) for c in range(len(board[0])) ]
        holes = sum(1 for c in range(len(board[0])) for r in range(heights[c], len(board)) if board[r][c] == " ")
        return 10 * holes + sum(len(board) - h for h in heights) + sum(abs(a - b) for a, b in zip(heights, heights[1:]))

    # every turn and column of a piece, with what the board costs after it
    def successors(self, quintris):
        (piece, row, col) = quintris.get_piece()
        found = []
        for flip in ("", "h"):
            for turns in range(4):
                shape = QuintrisGame.rotate_piece(quintris.hflip_piece(piece) if flip else piece, 90 * turns)
                for new_col in range(quintris.BOARD_WIDTH - len(shape[0]) + 1):
                    if quintris.check_collision(*quintris.state, shape, row, new_col):
                        continue
                    r = row
                    while not QuintrisGame.check_collision(*quintris.state, shape, r + 1, new_col):
                        r += 1
                    placed = quintris.place_piece(*quintris.state, shape, r, new_col)
                    (board, score) = QuintrisGame.remove_complete_lines(*placed)
                    sideways = "b" * (col - new_col) + "m" * (new_col - col)
                    # sideways first where a turned piece would stick out
                    first = sideways + flip + "n" * turns if new_col < col else flip + "n" * turns + sideways
                    found.append((self.cost(board) - 10 * score, first))
        return sorted(found)

    # the keys on a copy, which looks one piece further
    def tried(self, quintris, moves):
        twin = copy.deepcopy(quintris)
        for c in moves:
            { "b": twin.left, "m": twin.right, "n": twin.rotate, "h": twin.hflip }[c]()
        try:
            twin.down()
        except EndOfGame:
            return 10 ** 9
        assert twin.get_piece()[0] == quintris.get_next_piece()
        return self.cost(twin.get_board()) - 10 * twin.get_score()

    def get_moves(self, quintris):
        assert quintris.get_board() == quintris.state[0] and len(quintris.get_board()) == QuintrisGame.BOARD_HEIGHT
        assert quintris.get_score() == quintris.state[1]
        assert QuintrisGame.vflip_piece(quintris.piece) == quintris.rotate_piece(QuintrisGame.hflip_piece(quintris.piece), 180)
        assert QuintrisGame.combine("x x", " xx") == "xxx"
        assert any(quintris.rotate_piece(p, a) == quintris.next_piece for p in QuintrisGame.PIECES for a in (0, 90, 180, 270))
        best = min(self.successors(quintris)[:3], key=lambda s: (self.tried(quintris, s[1]), s))[1]
        print("seen", quintris.state[0], quintris.piece, quintris.col, best)
        if random.random() < 0.5:
            quintris.print_board(False)
        return best

    def control_game(self, quintris):
        while 1:
            twin = copy.copy(quintris)
            moves = min(self.successors(twin)[:3], key=lambda s: (self.tried(twin, s[1]), s))[1]
            commands = { "b": quintris.left, "h": quintris.hflip, "n": quintris.rotate, "m": quintris.right }
            for c in moves:
                commands[c]()
            quintris.down()


(player_opt, interface_opt) = sys.argv[1:3]

try:
    if player_opt == "human":
        player = HumanPlayer()
    elif player_opt == "computer":
        player = ComputerPlayer()
    else:
        print("unknown player!")

    if interface_opt == "simple":
        quintris = SimpleQuintris()
    elif interface_opt == "animated":
        quintris = AnimatedQuintris()
    else:
        print("unknown interface!")

    quintris.start_game(player)

except EndOfGame as s:
    print("\n\n\n", s)
