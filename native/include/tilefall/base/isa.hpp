// What differs between compilers, instruction sets and the GPU, and nowhere else.
// TILEFALL_ISA names the instruction set that this file is compiled for; all names live in a
// namespace of that name, so one program can hold the same headers compiled several times.
#pragma once

#if defined(__CUDACC_RTC__)  // what compiles for the GPU at run time has no standard headers
using int8_t = signed char;
using int16_t = short;
using int32_t = int;
using int64_t = long long;
using uint8_t = unsigned char;
using uint16_t = unsigned short;
using uint32_t = unsigned int;
using uint64_t = unsigned long long;
using size_t = decltype(sizeof(0));
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT64_MAX 0xFFFFFFFFFFFFFFFFull
#else
#include <cstdint>
#endif

#if defined(__CUDACC__)
#define TILEFALL_ISA cuda
#define GAME_FN __host__ __device__ inline
#elif defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512CD__) && \
    defined(__AVX512VPOPCNTDQ__) && defined(__AVX512VBMI__) && defined(__AVX512VBMI2__) && defined(__AVX512BITALG__)
#define TILEFALL_AVX512 1
#define TILEFALL_ISA avx512
#define GAME_FN inline
#elif defined(__AVX2__) && defined(__BMI2__) && defined(__LZCNT__)
#define TILEFALL_AVX2 1
#define TILEFALL_ISA avx2
#define GAME_FN inline
#else
#define TILEFALL_ISA portable
#define GAME_FN inline
#endif

#if defined(TILEFALL_AVX512) || defined(TILEFALL_AVX2)
#include <immintrin.h>
#endif

// A table known when compiling. Device code cannot read the host's copy, so it has one of its own:
// GAME_TABLE(Type, NAME, value) defines NAME(), which gives the copy that is in reach.
#if defined(__CUDACC__)
#define GAME_TABLE(Type, NAME, ...)                           \
    __device__ constexpr Type NAME##_ON_DEVICE = __VA_ARGS__; \
    inline constexpr Type NAME##_ON_HOST = __VA_ARGS__;       \
    __host__ __device__ inline const Type& NAME() { return TILEFALL_PICK(NAME); }
#if defined(__CUDA_ARCH__)
#define TILEFALL_PICK(NAME) NAME##_ON_DEVICE
#else
#define TILEFALL_PICK(NAME) NAME##_ON_HOST
#endif
#else
#define GAME_TABLE(Type, NAME, ...)                     \
    inline constexpr Type NAME##_ON_HOST = __VA_ARGS__; \
    inline const Type& NAME() { return NAME##_ON_HOST; }
#endif

// A loop that the GPU needs unrolled: arrays with indices known when compiling live in registers.
#if defined(__CUDACC__)
#define GAME_UNROLL _Pragma("unroll")
#define GAME_ROLLED _Pragma("unroll 1")
#define GAME_UNROLL_SOME _Pragma("unroll (DROPS_AT_ONCE)")
#else
#define GAME_UNROLL_SOME
#define GAME_UNROLL
#define GAME_ROLLED
#endif

// A part of one function, always compiled into it: what it makes stays in registers.
#define GAME_PART [[gnu::always_inline]] inline

// A function that is seldom called: on the GPU it must not take registers from those that call it.
#if defined(__CUDACC__)
#define GAME_SELDOM __host__ __device__ __noinline__ inline
#else
#define GAME_SELDOM inline
#endif

namespace tilefall {

constexpr int LANES = 16;  // columns of a board and the walls beside it

// What all games of some turns lead to.
struct Perft {
    uint64_t leaves;
    uint64_t digest;  // the sum of the leaves' digests
};

}  // namespace tilefall

namespace tilefall::TILEFALL_ISA {

// Of a word: how many bits are set; the word moved up or down, so far that nothing is left if so many bits are asked
// for; the number of bits up to and including the highest one set, 0 for 0; the place of the lowest bit set, of which
// there must be one.
#if defined(__CUDA_ARCH__)
GAME_FN int ones(uint32_t word) { return __popc(word); }
GAME_FN int ones(uint64_t word) { return __popcll(word); }
GAME_FN uint32_t moved_up(uint32_t word, int bits) { return __funnelshift_lc(0, word, static_cast<uint32_t>(bits)); }
GAME_FN uint32_t moved_down(uint32_t word, int bits) { return __funnelshift_rc(word, 0, static_cast<uint32_t>(bits)); }
GAME_FN int bit_length(uint32_t word) { return 32 - __clz(word); }
GAME_FN int lowest_bit(uint32_t word) { return __ffs(word) - 1; }
GAME_FN int lowest_bit(uint64_t word) { return __ffsll(word) - 1; }
#else
GAME_FN int ones(uint32_t word) { return __builtin_popcount(word); }
GAME_FN int ones(uint64_t word) { return __builtin_popcountll(word); }
GAME_FN uint32_t moved_up(uint32_t word, int bits) { return bits >= 0 && bits < 32 ? word << bits : 0; }
GAME_FN uint32_t moved_down(uint32_t word, int bits) { return bits >= 0 && bits < 32 ? word >> bits : 0; }
GAME_FN int bit_length(uint32_t word) { return word == 0 ? 0 : 32 - __builtin_clz(word); }
GAME_FN int lowest_bit(uint32_t word) { return __builtin_ctz(word); }
GAME_FN int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }
#endif

#if !defined(__CUDACC__)

// A flag that another thread may set.
inline bool is_set(const bool* flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED); }

// A word that other threads read and write.
inline uint64_t shared_word(const uint64_t& word) { return __atomic_load_n(&word, __ATOMIC_RELAXED); }

inline void share_word(uint64_t& word, uint64_t value) { __atomic_store_n(&word, value, __ATOMIC_RELAXED); }

// Asks for memory that is about to be read.
inline void prefetch(const void* memory) { __builtin_prefetch(memory); }

// The upper half of the product of two words.
inline uint64_t high_bits(uint64_t a, uint64_t b) {
    return static_cast<uint64_t>(static_cast<unsigned __int128>(a) * b >> 64);
}

// The set bit of a word that has `count` set bits below it. There must be one.
inline uint64_t nth_bit(uint64_t word, uint32_t count) {
#if defined(TILEFALL_AVX512) || defined(TILEFALL_AVX2)
    return _pdep_u64(uint64_t{1} << count, word);
#else
    for (; count > 0; --count) word &= word - 1;
    return word & -word;
#endif
}

#endif

}  // namespace tilefall::TILEFALL_ISA
