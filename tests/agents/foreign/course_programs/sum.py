# The program that plays here as the agent course-sum, written once more for the course's modules.

from SimpleQuintris import *
import copy, sys

MILLION = 10 ** 6

def cost(board):
    heights = []
    for c in range(len(board[0])):
        filled = [ r for r in range(len(board)) if board[r][c] == "x" ]
        heights.append(len(board) - filled[0] if filled else 0)
    complete = sum(1 for row in board if row.count(" ") == 0)
    bumps = sum(abs(heights[c] - heights[c + 1]) for c in range(len(heights) - 1))
    holes = 0
    for r in range(len(board)):
        for c in range(len(board[0])):
            if board[r][c] == " ":
                holes += board[r - 1][c] == "x"
                holes += board[r][c - 1] == "x"
                holes += c + 1 < len(board[0]) and board[r][c + 1] == "x"
    high = 0
    for (limit, weight) in ((19, 100), (22, 1000), (23, 100000)):
        high += weight * sum(h for h in heights if h > limit)
    return -(200 + high) * complete * MILLION + 21510066 * sum(heights) + 1600000 * holes + 884483 * bumps + high * MILLION

class ComputerPlayer:
    def value(self, quintris):
        row = quintris.row
        while not quintris.check_collision(*quintris.state, quintris.piece, row + 1, quintris.col):
            row += 1
        return cost(quintris.place_piece(*quintris.state, quintris.piece, row, quintris.col)[0])

    def get_moves(self, quintris):
        found = []
        for turns in ("", "h", "hn", "hnn", "hnnn", "n", "nn", "nnn"):
            turned = copy.deepcopy(quintris)
            for c in turns:
                { "n": turned.rotate, "h": turned.hflip }[c]()
            found.append((self.value(turned), turns))
            for key in "bm":
                moved = copy.copy(turned)
                (moves, col) = (turns, None)
                while col != moved.col:
                    col = moved.col
                    moved.left() if key == "b" else moved.right()
                    moves += key
                    if col != moved.col:
                        found.append((self.value(moved), moves))
        return min(found)[1]

try:
    quintris = SimpleQuintris()
    quintris.start_game(ComputerPlayer())
except EndOfGame as s:
    print(s)
