// Plain: the rules of falling pieces once more, cell by cell and slow, to hold the others against.
// A cell is a column from the left and a level from the floor, both from 0.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "check.hpp"
#include "tilefall/falling/board.hpp"

namespace tilefall::TILEFALL_ISA::tests {

struct Cell {
    int column, level;
};

struct Board {
    int width, height;
    bool cells[LANES][2 * LEVELS];  // room above for pieces that end a game

    // Walls and floor count as filled, the sky as empty.
    bool is_filled(int column, int level) const {
        return column < 0 || column >= width || level < 0 || cells[column][level];
    }
};

inline Board board_of(int width, int height, const uint32_t* columns) {
    Board board{width, height, {}};
    for (int column = 0; column < width; ++column) {
        for (int level = 0; level < height; ++level) {
            board.cells[column][level] = columns[column] >> level & 1;
        }
    }
    return board;
}

// Whether lanes hold this board, walls filled to the top and nothing above it.
inline bool holds(const uint32_t* columns, const Board& board) {
    for (int column = 0; column < LANES; ++column) {
        for (int level = 0; level < LEVELS; ++level) {
            const bool is_filled = level < board.height && board.is_filled(column, level);
            if ((columns[column] >> level & 1) != is_filled) return false;
        }
    }
    return true;
}

// The cells of a shape, counted from the lower left corner of its box.
struct Cells {
    Cell of[MAX_SIDE];
    int count = 0;

    explicit Cells(const Shape& shape) {
        for (int column = 0; column < shape.width; ++column) {
            for (int level = 0; level < shape.height; ++level) {
                if (shape.strip[STRIP_START + column] >> level & 1) of[count++] = {column, level};
            }
        }
    }
    const Cell* begin() const { return of; }
    const Cell* end() const { return of + count; }
};

// Whether the box is inside the board and no filled cell lies on a filled one (F4).
inline bool fits(const Board& board, const Shape& shape, int column, int bottom) {
    if (column < 0 || column + shape.width > board.width) return false;
    if (bottom < 0 || bottom + shape.height > board.height) return false;
    for (const Cell cell : Cells(shape)) {
        if (board.is_filled(column + cell.column, bottom + cell.level)) return false;
    }
    return true;
}

inline void fill(Board& board, const Shape& shape, int column, int bottom) {
    for (const Cell cell : Cells(shape)) {
        board.cells[column + cell.column][bottom + cell.level] = true;
    }
}

inline bool is_full(const Board& board, int level) {
    for (int column = 0; column < board.width; ++column) {
        if (!board.cells[column][level]) return false;
    }
    return true;
}

// The board without one row; each row above comes down by one.
inline void remove_row(Board& board, int row) {
    for (int column = 0; column < board.width; ++column) {
        for (int level = row; level + 1 < 2 * LEVELS; ++level) {
            board.cells[column][level] = board.cells[column][level + 1];
        }
    }
}

// Removes every full row and says how many there were (F7).
inline int clear(Board& board) {
    int count = 0;
    for (int level = board.height - 1; level >= 0; --level) {
        if (!is_full(board, level)) continue;
        remove_row(board, level);
        count += 1;
    }
    return count;
}

// Where a shape rests that falls from above everything (T3).
inline int rest_from_the_sky(const Board& board, const Shape& shape, int column) {
    const Cells cells(shape);
    for (int bottom = LEVELS;; --bottom) {
        for (const Cell cell : cells) {
            if (board.is_filled(column + cell.column, bottom - 1 + cell.level)) return bottom;
        }
    }
}

// Where a piece is; ordered, so that sets of spots compare.
struct Spot {
    int shape, column, bottom;

    auto operator<=>(const Spot&) const = default;
};

// A board with a piece in it that keys and gravity move.
struct PlainWell {
    const Board& board;
    const PieceSet& pieces;

    bool has_room(Spot spot) const { return fits(board, pieces.shapes[spot.shape], spot.column, spot.bottom); }

    Spot lower(Spot spot) const { return {spot.shape, spot.column, spot.bottom - 1}; }

    // The spot after one of the keys b m n h; the same spot if there is no room (F4, F5).
    Spot pressed(Spot spot, char key) const {
        const Shape& shape = pieces.shapes[spot.shape];
        Spot moved = spot;
        if (key == 'b') moved.column -= 1;
        if (key == 'm') moved.column += 1;
        if (key == 'n') moved.shape = shape.rotation;
        if (key == 'h') moved.shape = shape.flip;
        const int top = spot.bottom + shape.height;  // what a turn keeps
        moved.bottom = top - pieces.shapes[moved.shape].height;
        return has_room(moved) ? moved : spot;
    }

    Spot dropped(Spot spot) const {
        while (has_room(lower(spot))) spot = lower(spot);
        return spot;
    }

    // Whether a tick of gravity leaves the piece free to move (F8).
    bool floats_after_tick(Spot spot) const { return has_room(lower(spot)) && has_room(lower(lower(spot))); }

    // Every rest with the first of the shortest key strings that lead to it (F9).
    std::map<Spot, std::string> places(Spot start, bool can_slide) const {
        const std::string keys = can_slide ? "bmnh." : "bmnh";
        std::vector<std::string> keys_to(MAX_SHAPES * LANES * LEVELS, "never");
        std::map<Spot, std::string> rests;
        std::vector<Spot> waiting;
        const auto reach = [&](Spot spot, const std::string& by) {
            std::string& known = keys_to[static_cast<size_t>(number_of(spot))];
            if (known != "never") return;
            known = by;
            waiting.push_back(spot);
        };
        if (has_room(start)) reach(start, "");
        for (size_t next = 0; next < waiting.size(); ++next) {
            const Spot spot = waiting[next];
            const std::string by = keys_to[static_cast<size_t>(number_of(spot))];
            rests.emplace(dropped(spot), by);
            for (const char key : keys) {
                if (key == '.' && !floats_after_tick(spot)) continue;
                reach(key == '.' ? lower(spot) : pressed(spot, key), by + key);
            }
        }
        return rests;
    }

    static int number_of(Spot spot) { return (spot.shape * LANES + spot.column) * LEVELS + spot.bottom; }

    // Where these keys lead, and then a drop.
    Spot landing(Spot spot, const std::string& keys) const {
        for (const char key : keys) {
            if (key == '.' && !floats_after_tick(spot)) return dropped(spot);
            spot = key == '.' ? lower(spot) : pressed(spot, key);
        }
        return dropped(spot);
    }
};

}  // namespace tilefall::TILEFALL_ISA::tests
