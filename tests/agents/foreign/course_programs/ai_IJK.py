#!/usr/local/bin/python3
# A program in the manner of the course: better moves are yielded as they are found.

from logic_IJK import Game_IJK, initialGame
import copy

def value(game):
    score = 0
    for row in game.getGame():
        for cell in row:
            if cell.isupper():
                score += 2 ** (ord(cell) - ord("A"))
            elif cell.islower():
                score -= 2 ** (ord(cell) - ord("a"))
            else:
                score += 0.1
    return score if game.state() != 'Tie' else 0

def best(game, depth):
    if depth == 0 or game.state() != 0 or game.isGameFull():
        return value(game), None
    sign = 1 if game.getCurrentPlayer() == '+' else -1
    found = [ (sign * best(copy.deepcopy(game).makeMove(move), depth - 1)[0], move) for move in ['U', 'D', 'L', 'R'] ]
    found.sort(key=lambda f: -f[0])
    return sign * found[0][0], found[0][1]

def next_move(game: Game_IJK)-> None:
    board = game.getGame()
    player = game.getCurrentPlayer()
    deterministic = game.getDeterministic()
    assert player in "+-" and len(board) == 6
    assert initialGame(6, '+', deterministic).getGame()[0][0] == 'A'
    for depth in (1, 2):
        yield best(game, depth)[1]
