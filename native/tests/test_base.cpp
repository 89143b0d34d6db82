// Base: every operation on lanes, words and bits against a loop over plain numbers.
#include <algorithm>
#include <vector>

#include "check.hpp"
#include "tilefall/base/expand.hpp"
#include "tilefall/base/lanes.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

struct Words {
    uint32_t of[LANES];
};

// Random words with many of the values where something could turn over.
Words some_words(Random& random) {
    constexpr uint32_t EDGES[] = {0,       1,          2,          30,         31,         32,
                                  33,      63,         64,         255,        256,        0xFFFF,
                                  0x10000, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF};
    Words words{};
    for (uint32_t& word : words.of) {
        word = random.coin() ? random.word() >> random.below(32) : EDGES[random.below(18)];
    }
    return words;
}

Words words_of(Lanes lanes) {
    Words words{};
    store(lanes, words.of);
    return words;
}

int32_t as_number(uint32_t word) { return static_cast<int32_t>(word); }

uint32_t count_of(uint32_t word) {
    uint32_t count = 0;
    for (int bit = 0; bit < 32; ++bit) count += word >> bit & 1;
    return count;
}

uint32_t length_of(uint32_t word) {
    uint32_t length = 0;
    for (uint32_t bit = 0; bit < 32; ++bit) length = word >> bit & 1 ? bit + 1 : length;
    return length;
}

// Whether lane i of the lanes is expected(i), for every i.
template <typename Expected>
bool is_each(Lanes lanes, Expected expected) {
    const Words words = words_of(lanes);
    for (int i = 0; i < LANES; ++i) {
        if (words.of[i] != expected(i)) return false;
    }
    return true;
}

template <typename Expected>
bool is_each(Mask mask, Expected expected) {
    uint32_t all = 0;
    for (int i = 0; i < LANES; ++i) all |= expected(i) ? 1u << i : 0;
    return bits(mask) == all;
}

bool are_words(Lanes lanes, const Words& words) {
    return is_each(lanes, [&](int i) { return words.of[i]; });
}

// The words moved up by so many bits; down if negative.
Words shifted(Words words, int bits) {
    for (uint32_t& word : words.of) word = bits < 0 ? word >> -bits : word << bits;
    return words;
}

template <int... BITS>
void check_fixed_shifts(const Words& a) {
    const Lanes x = load(a.of);
    CHECK((are_words(up<BITS>(x), shifted(a, BITS)) && ...));
    CHECK((are_words(down<BITS>(x), shifted(a, -BITS)) && ...));
}

void check_shifts(const Words& a) {
    const Lanes x = load(a.of);
    for (int bits = 0; bits < 32; ++bits) {
        CHECK(are_words(up(x, bits), shifted(a, bits)));
        CHECK(are_words(down(x, bits), shifted(a, -bits)));
    }
    check_fixed_shifts<0, 1, 2, 3, 4, 7, 8, 15, 16, 31>(a);
}

Words turned(const Words& words, int by) {
    Words result{};
    for (int i = 0; i < LANES; ++i) result.of[i] = words.of[(i + by + LANES) % LANES];
    return result;
}

template <int... BY>
void check_rotations(const Words& a) {
    CHECK((are_words(rotated<BY>(load(a.of)), turned(a, BY)) && ...));
}

// Any index asks for an entry: its lowest bits say which.
template <int SIZE>
void check_table(Random& random, const Words& index) {
    int32_t table[SIZE];
    for (int32_t& entry : table) entry = as_number(random.word());
    CHECK(is_each(looked_up<SIZE>(table, load(index.of)),
                  [&](int i) { return static_cast<uint32_t>(table[index.of[i] % SIZE]); }));
}

void check_comparisons(const Words& a, const Words& b) {
    const Lanes x = load(a.of), y = load(b.of);
    const auto is_larger = [&](int i) { return as_number(a.of[i]) > as_number(b.of[i]); };
    const auto is_same = [&](int i) { return a.of[i] == b.of[i]; };
    CHECK(is_each(greater(x, y), is_larger));
    CHECK(is_each(equal(x, y), is_same));
    CHECK(is_each(nonzero(x), [&](int i) { return a.of[i] != 0; }));
    CHECK(is_each(greater(x, y) | equal(x, y), [&](int i) { return is_larger(i) || is_same(i); }));
    CHECK(is_each(larger(x, y), [&](int i) { return is_larger(i) ? a.of[i] : b.of[i]; }));
    CHECK(is_each(smaller(x, y), [&](int i) { return is_larger(i) ? b.of[i] : a.of[i]; }));
    CHECK(is_each(select(greater(x, y), x, y), [&](int i) { return is_larger(i) ? a.of[i] : b.of[i]; }));
    CHECK(is_each(select(nonzero(x), y, x), [&](int i) { return a.of[i] ? b.of[i] : a.of[i]; }));
}

void check_reductions(const Words& a) {
    uint32_t total = 0, all = ~0u, some = 0;
    int32_t most = INT32_MIN;
    for (const uint32_t word : a.of) {
        total += word;
        all &= word;
        some |= word;
        most = as_number(word) > most ? as_number(word) : most;
    }
    const Lanes x = load(a.of);
    CHECK(sum(x) == total);
    CHECK(all_of(x) == all);
    CHECK(any_of(x) == some);
    CHECK(any(x) == (some != 0));
    CHECK(largest(x) == most);
}

template <typename Word>
void check_lowest_bit(Word word) {
    if (word == 0) return;
    CHECK(word >> lowest_bit(word) << lowest_bit(word) == word);
    CHECK((word >> lowest_bit(word) & 1) == 1);
}

template <typename Number>
void check_expanded(const std::vector<uint64_t>& ones, const std::vector<uint64_t>& twos, int count) {
    std::vector<Number> found(static_cast<size_t>(count), 99);
    expand(ones.data(), twos.data(), count, found.data());
    for (int i = 0; i < count; ++i) {
        const int expected = bit_at(twos.data(), i) ? 2 : bit_at(ones.data(), i);
        CHECK(found[static_cast<size_t>(i)] == static_cast<Number>(expected));
    }
}

}  // namespace

TEST(lanes_agree_with_loops, 3000) {
    const Words a = some_words(random), b = some_words(random);
    const Lanes x = load(a.of), y = load(b.of);
    CHECK(is_each(x, [&](int i) { return a.of[i]; }));
    CHECK(is_each(splat(a.of[0]), [&](int) { return a.of[0]; }));
    CHECK(is_each(x & y, [&](int i) { return a.of[i] & b.of[i]; }));
    CHECK(is_each(x | y, [&](int i) { return a.of[i] | b.of[i]; }));
    CHECK(is_each(x ^ y, [&](int i) { return a.of[i] ^ b.of[i]; }));
    CHECK(is_each(x + y, [&](int i) { return a.of[i] + b.of[i]; }));
    CHECK(is_each(x - y, [&](int i) { return a.of[i] - b.of[i]; }));
    CHECK(is_each(x * y, [&](int i) { return a.of[i] * b.of[i]; }));
    CHECK(is_each(without(x, y), [&](int i) { return a.of[i] & ~b.of[i]; }));
    CHECK(is_each(up(x, y), [&](int i) { return b.of[i] < 32 ? a.of[i] << b.of[i] : 0; }));
    CHECK(is_each(ones(x), [&](int i) { return count_of(a.of[i]); }));
    CHECK(is_each(bit_length(x), [&](int i) { return length_of(a.of[i]); }));
    check_table<8>(random, a);
    check_table<16>(random, a);
    check_table<32>(random, a);
    check_table<64>(random, a);
    check_shifts(a);
    check_rotations<-3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9>(a);
    check_comparisons(a, b);
    check_comparisons(a, a);
    check_reductions(a);

    Words one{};  // a single lane that is not zero, or none
    const int lane = random.below(LANES);
    one.of[lane] = random.coin() ? 1u << random.below(32) : 0;
    check_reductions(one);
    CHECK(is_each(bit_length(load(one.of)), [&](int i) { return length_of(one.of[i]); }));
}

TEST(words_agree_with_loops, 3000) {
    const Words words = some_words(random);
    for (int i = 0; i + 1 < LANES; ++i) {
        const uint32_t word = words.of[i], other = words.of[i + 1];
        const uint64_t wide = uint64_t{word} << 32 | other;
        CHECK(ones(word) == static_cast<int>(count_of(word)));
        CHECK(ones(wide) == ones(word) + ones(other));
        CHECK(bit_length(word) == static_cast<int>(length_of(word)));
        check_lowest_bit(word);
        check_lowest_bit(wide);
    }
}

TEST(bits_become_numbers, 1000) {
    const int count = random.between(1, 600);
    std::vector<uint64_t> ones(static_cast<size_t>(count + 63) / 64), twos(ones.size());
    for (size_t i = 0; i < ones.size(); ++i) {
        ones[i] = random.word() | uint64_t{random.word()} << 32;
        twos[i] = random.word() & (uint64_t{random.word()} << 32 | random.word());
    }
    check_expanded<uint8_t>(ones, twos, count);
    check_expanded<float>(ones, twos, count);
    std::vector<uint64_t> joined(ones.size() + 1);
    int at = 0;  // the same bits, put together again from rows of any width
    while (at < count) {
        const int width = std::min(random.between(1, 32), count - at);
        uint64_t row = 0;
        for (int i = 0; i < width; ++i) row |= static_cast<uint64_t>(bit_at(ones.data(), at + i)) << i;
        append_bits(joined.data(), at, row, width);
        at += width;
    }
    for (int i = 0; i < count; ++i) CHECK(bit_at(joined.data(), i) == bit_at(ones.data(), i));
}

}  // namespace tilefall::TILEFALL_ISA::tests
