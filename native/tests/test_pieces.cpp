// Pieces: every table about a shape against its cells.
#include <set>

#include "plain.hpp"
#include "tests.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

using CellSet = std::set<std::pair<int, int>>;

CellSet set_of(const Shape& shape) {
    CellSet cells;
    for (const Cell cell : Cells(shape)) cells.emplace(cell.column, cell.level);
    return cells;
}

void check_column(const Shape& shape, int column) {
    const CellSet cells = set_of(shape);
    int low = MAX_SIDE, top = 0, count = 0, above_gap = 0;
    for (int level = 0; level < shape.height; ++level) {
        if (!cells.contains({column, level})) continue;
        low = level < low ? level : low;
        top = level + 1;
        above_gap += level - low > count ? 1 : 0;
        count += 1;
    }
    CHECK(count > 0);
    CHECK(shape.low[column] == low);
    CHECK(shape.top[column] == top);
    CHECK(shape.cells[column] == count);
    CHECK(shape.above_gap[column] == above_gap);
}

void check_shape(const Shape& shape, size_t size) {
    const CellSet cells = set_of(shape);
    CHECK(cells.size() == size);
    int filled = 0;
    for (const uint32_t column : shape.strip) filled += ones(column);
    CHECK(filled == static_cast<int>(size));  // nothing beside the box
    for (int column = 0; column < shape.width; ++column) check_column(shape, column);
    bool has_floor = false, has_top = false;
    for (const auto& [column, level] : cells) {
        has_floor = has_floor || level == 0;
        has_top = has_top || level == shape.height - 1;
    }
    CHECK(has_floor && has_top);
}

void check_keys(const PieceSet& pieces, int number) {
    const Shape& shape = pieces.shapes[number];
    CellSet turned, mirrored;
    for (const auto& [column, level] : set_of(shape)) {
        turned.emplace(level, shape.width - 1 - column);  // a quarter clockwise
        mirrored.emplace(shape.width - 1 - column, level);
    }
    CHECK(set_of(pieces.shapes[shape.rotation]) == turned);
    CHECK(pieces.shapes[shape.rotation].piece == shape.piece);
    const CellSet flipped = set_of(pieces.shapes[shape.flip]);
    if (&pieces == &QUINTRIS_PIECES()) {
        CHECK(flipped == mirrored);
        CHECK(pieces.shapes[shape.flip].piece == shape.piece);
    }
}

}  // namespace

void shapes_describe_their_cells(Random&) {
    CHECK(QUINTRIS_PIECES().first[6] == 31);
    CHECK(TETRIS_PIECES().first[7] == 19);
    for (int i = 0; i < 31; ++i) check_shape(QUINTRIS_PIECES().shapes[i], 5);
    for (int i = 0; i < 19; ++i) check_shape(TETRIS_PIECES().shapes[i], 4);
}

void keys_turn_and_mirror(Random&) {
    for (int i = 0; i < 31; ++i) check_keys(QUINTRIS_PIECES(), i);
    for (int i = 0; i < 19; ++i) check_keys(TETRIS_PIECES(), i);
}

}  // namespace tilefall::TILEFALL_ISA::tests
