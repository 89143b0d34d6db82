// Check: what native tests are made of. A test is a function of random numbers that main.cpp runs for many seeds.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "tilefall/base/dice.hpp"

namespace tilefall::TILEFALL_ISA::tests {

// What runs at the moment, for the message of a check that fails.
struct Case {
    const char* test;
    uint64_t seed;
};

inline Case current_case{"", 0};

inline constexpr bool GOES_ON = false;  // a stop flag that nobody sets

[[noreturn]] inline void fail(const char* file, int line, const char* expression) {
    std::printf("%s:%d: CHECK(%s) failed\n", file, line, expression);
    std::printf("seed %llu of test %s; give the program both words to run it alone\n",
                static_cast<unsigned long long>(current_case.seed), current_case.test);
    std::exit(1);
}

#define CHECK(...)                                                  \
    do {                                                            \
        if (!(__VA_ARGS__)) fail(__FILE__, __LINE__, #__VA_ARGS__); \
    } while (false)

// Random numbers of one case, the same on every machine.
struct Random {
    uint64_t seed, count = 0;
    Roll latest{};

    uint32_t word() {
        if (count % 4 == 0) latest = philox(seed, count / 4, 0);
        return latest.words[count++ % 4];
    }
    int below(int sides) { return static_cast<int>(side(word(), static_cast<uint32_t>(sides))); }
    int between(int first, int last) { return first + below(last - first + 1); }
    bool coin() { return below(2) == 1; }
};

// Boards of Tetris have 12 x 28 sizes, and a seed decides the size.
inline constexpr uint64_t SIZES = 336;

struct Test {
    const char* name;
    uint64_t seeds;
    void (*run)(Random&);
};

inline std::vector<Test>& all_tests() {
    static std::vector<Test> tests;
    return tests;
}

struct Registered {
    explicit Registered(const Test& test) { all_tests().push_back(test); }
};

// TEST(name, seeds) { ... } is run with random numbers of so many seeds.
#define TEST(name, seeds)                                                   \
    static void name(Random& random);                                       \
    static const Registered name##_is_registered{Test{#name, seeds, name}}; \
    static void name([[maybe_unused]] Random& random)

}  // namespace tilefall::TILEFALL_ISA::tests
