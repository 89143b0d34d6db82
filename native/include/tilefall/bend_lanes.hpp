// Bend lanes: what bends add to the value of a board, and to those of one shape at every column at once
// (E18). Steps that lead to a wall are NO_STEP, in whose entries is nothing.
#pragma once

#include "tilefall/tables.hpp"

namespace tilefall::TILEFALL_ISA {

// NO_STEP for pairs of columns of which one is a wall, 0 for all others. They can be read as sixteen lanes
// from two columns left of the board on, and up to eight columns further right.
struct BendWalls {
    uint32_t of[LANES + 8];
};

struct WallsOfWidths {
    BendWalls of[LANES];
};

constexpr WallsOfWidths walls_of_widths() {
    WallsOfWidths walls{};
    for (int width = 1; width < LANES; ++width) {
        for (int i = 0; i < LANES + 8; ++i) {
            const int left = i - 2;
            walls.of[width].of[i] = left >= 0 && left + 1 < width ? 0 : NO_STEP;
        }
    }
    return walls;
}

GAME_TABLE(WallsOfWidths, WALLS_OF_WIDTHS, walls_of_widths())

// Steps between neighbouring columns as numbers from 0 on.
GAME_FN Lanes bend_steps(Lanes left, Lanes right, Lanes walls) {
    const Lanes step = right - left + splat(MOST_BEND);
    return smaller(larger(step, splat(0)), splat(2 * MOST_BEND)) | walls;
}

// What all placements on a board share. Steps are those from the column that many further right.
struct BendSurface {
    Lanes before;    // eight times the steps from two columns further left
    Lanes after[6];  // from 1 to 5
    const BendWalls* walls;
};

// The bends of a board, each where its middle column is.
GAME_FN Lanes bend_values(int width, Lanes heights, const int32_t* tables) {
    const Lanes steps = bend_steps(heights, rotated<1>(heights), load(WALLS_OF_WIDTHS().of[width].of + 2));
    return looked_up<64>(tables + BEND_TABLE, up<3>(rotated<-1>(steps)) + steps);
}

// Whether any bend weighs anything; elsewhere none needs to be looked up.
GAME_FN bool has_bends(const int32_t* tables) {
    const uint32_t* entries = reinterpret_cast<const uint32_t*>(tables + BEND_TABLE);
    return any(load(entries) | load(entries + 16) | load(entries + 32) | load(entries + 48));
}

GAME_FN void look_at_bends(int width, Lanes heights, BendSurface& surface) {
    surface.walls = &WALLS_OF_WIDTHS().of[width];
    const Lanes steps = bend_steps(heights, rotated<1>(heights), load(surface.walls->of + 2));
    surface.before = up<3>(rotated<-2>(steps));
    surface.after[1] = rotated<1>(steps);
    surface.after[2] = rotated<2>(steps);
    surface.after[3] = rotated<3>(steps);
    surface.after[4] = rotated<4>(steps);
    surface.after[5] = rotated<5>(steps);
}

// The bends that a shape changes, as they are with it; `height` begins two columns left of it. The steps
// inside of it are known: bends of two such steps are one number for all lanes, and those that begin with
// one are in eight entries. So are those that end with one: their mirror images begin with it.
template <int WIDTH>
GAME_FN Lanes landed_bend_value(const BendSurface& surface, const Shape& shape,
                                const Lanes (&height)[WIDTH + 4], const int32_t* tables) {
    const int32_t* entries = tables + BEND_TABLE;
    const Lanes onto = bend_steps(height[1], height[2], load(surface.walls->of + 1));
    const Lanes off = bend_steps(height[WIDTH + 1], height[WIDTH + 2], load(surface.walls->of + WIDTH + 1));
    const Lanes value = looked_up<64>(entries, surface.before + onto) +
                        looked_up<64>(entries, up<3>(off) + surface.after[WIDTH]);
    if constexpr (WIDTH == 1) {
        return value + looked_up<64>(entries, up<3>(onto) + off);
    } else {
        const int first = bend_step(shape.top[1] - shape.top[0]);
        const int last = bend_step(shape.top[WIDTH - 1] - shape.top[WIDTH - 2]);
        int32_t inside = 0;
        for (int i = 1; i + 1 < WIDTH; ++i) {
            inside += tables[bend_entry(shape.top[i - 1], shape.top[i], shape.top[i + 1])];
        }
        return value + splat(static_cast<uint32_t>(inside)) + looked_up<8>(entries + 8 * last, off) +
               looked_up<8>(entries + 8 * (2 * MOST_BEND - first), splat(2 * MOST_BEND) - onto);
    }
}

}  // namespace tilefall::TILEFALL_ISA
