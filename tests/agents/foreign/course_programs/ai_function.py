# A program that returns a letter, and slides by the hidden names of the game object.

from logic_IJK import *

def next_move(game):
    found = {}
    for move, name in (("U", "up"), ("D", "down"), ("L", "left"), ("R", "right")):
        twin = copy.deepcopy(game)
        (board, done) = getattr(twin, "_Game_IJK__" + name)(twin.getGame())
        assert done == (board != game.getGame()) and twin.getGame() == board
        found[move] = (done, sum(row.count(" ") for row in twin._Game_IJK__transpose(board)), random.random())
    return max(found, key=found.get)
