// What differs between compilers, instruction sets and the GPU, and nowhere else.
// TILEFALL_ISA names the instruction set that this file is compiled for; all names live in a
// namespace of that name, so one program can hold the same headers compiled several times.
#pragma once

#include <cstdint>

#if defined(__CUDACC__)
#define TILEFALL_ISA cuda
#define GAME_FN __host__ __device__ inline
#elif defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__) &&                     \
    defined(__AVX512CD__) && defined(__AVX512VPOPCNTDQ__) && defined(__AVX512VBMI__) &&            \
    defined(__AVX512VBMI2__) && defined(__AVX512BITALG__)
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
#define GAME_TABLE(Type, NAME, ...)                                                                \
    __device__ constexpr Type NAME##_ON_DEVICE = __VA_ARGS__;                                      \
    inline constexpr Type NAME##_ON_HOST = __VA_ARGS__;                                            \
    __host__ __device__ inline const Type& NAME() { return TILEFALL_PICK(NAME); }
#if defined(__CUDA_ARCH__)
#define TILEFALL_PICK(NAME) NAME##_ON_DEVICE
#else
#define TILEFALL_PICK(NAME) NAME##_ON_HOST
#endif
#else
#define GAME_TABLE(Type, NAME, ...)                                                                \
    inline constexpr Type NAME##_ON_HOST = __VA_ARGS__;                                            \
    inline const Type& NAME() { return NAME##_ON_HOST; }
#endif

namespace tilefall::TILEFALL_ISA {

// A flag that another thread may set.
GAME_FN bool is_set(const bool* flag) {
#if defined(__CUDA_ARCH__)
    return *static_cast<const volatile bool*>(flag);
#else
    return __atomic_load_n(flag, __ATOMIC_RELAXED);
#endif
}

// A word that other threads read and write.
GAME_FN uint64_t shared_word(const uint64_t& word) {
#if defined(__CUDA_ARCH__)
    return *static_cast<const volatile uint64_t*>(&word);
#else
    return __atomic_load_n(&word, __ATOMIC_RELAXED);
#endif
}

GAME_FN void share_word(uint64_t& word, uint64_t value) {
#if defined(__CUDA_ARCH__)
    *static_cast<volatile uint64_t*>(&word) = value;
#else
    __atomic_store_n(&word, value, __ATOMIC_RELAXED);
#endif
}

// Asks for memory that is about to be read.
GAME_FN void prefetch([[maybe_unused]] const void* memory) {
#if !defined(__CUDA_ARCH__)
    __builtin_prefetch(memory);
#endif
}

// The upper half of the product of two words.
GAME_FN uint64_t high_bits(uint64_t a, uint64_t b) {
#if defined(__CUDA_ARCH__)
    return __umul64hi(a, b);
#else
    return static_cast<uint64_t>(static_cast<unsigned __int128>(a) * b >> 64);
#endif
}

GAME_FN int ones(uint32_t word) {
#if defined(__CUDA_ARCH__)
    return __popc(word);
#else
    return __builtin_popcount(word);
#endif
}

GAME_FN int ones(uint64_t word) {
#if defined(__CUDA_ARCH__)
    return __popcll(word);
#else
    return __builtin_popcountll(word);
#endif
}

// The number of bits up to and including the highest one set: 0 for 0, 32 for the top bit.
GAME_FN int bit_length(uint32_t word) {
#if defined(__CUDA_ARCH__)
    return 32 - __clz(word);
#else
    return word == 0 ? 0 : 32 - __builtin_clz(word);
#endif
}

// The place of the lowest bit set. The word must not be 0.
GAME_FN int lowest_bit(uint32_t word) {
#if defined(__CUDA_ARCH__)
    return __ffs(word) - 1;
#else
    return __builtin_ctz(word);
#endif
}

GAME_FN int lowest_bit(uint64_t word) {
#if defined(__CUDA_ARCH__)
    return __ffsll(word) - 1;
#else
    return __builtin_ctzll(word);
#endif
}

// The place of a bit with so many set ones below it. There must be one.
GAME_FN int nth_bit(uint64_t word, int n) {
#if defined(TILEFALL_AVX512) || defined(TILEFALL_AVX2)
    return lowest_bit(static_cast<uint64_t>(_pdep_u64(uint64_t{1} << n, word)));
#else
    for (; n > 0; --n) word &= word - 1;
    return lowest_bit(word);
#endif
}

}  // namespace tilefall::TILEFALL_ISA
