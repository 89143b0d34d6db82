def highest(board):
    return max([ len(board) - r for r in range(len(board)) if "x" in board[r] ] + [0])
