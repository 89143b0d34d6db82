// Machine: which instruction sets this processor has and its operating system lets programs use; and big pages of
// memory.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace tilefall {

#if defined(__x86_64__)

// What CPUID says of features, by the leaf and the register that it says it in; nothing where a processor lacks the
// leaf.
struct CpuFeatures {
    unsigned first = 0, extended = 0, seventh_b = 0, seventh_c = 0;

    CpuFeatures() {
        unsigned a = 0, b = 0, c = 0, d = 0;
        if (__get_cpuid(1, &a, &b, &c, &d) != 0) first = c;
        if (__get_cpuid(0x80000001u, &a, &b, &c, &d) != 0) extended = c;
        if (__get_cpuid_count(7, 0, &a, &b, &c, &d) != 0) {
            seventh_b = b;
            seventh_c = c;
        }
    }

    // Whether the system saves all of these parts of a program's registers (bits of XCR0).
    bool saves(unsigned parts) const {
        if ((first & bit_OSXSAVE) == 0) return false;
        unsigned low = 0, high = 0;
        asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
        return (low & parts) == parts;
    }
};

inline bool has_all(unsigned features, unsigned wanted) { return (features & wanted) == wanted; }

inline bool has_avx2() {
    constexpr unsigned XMM_AND_YMM = 0x06;
    const CpuFeatures cpu;
    return has_all(cpu.first, bit_POPCNT) && has_all(cpu.extended, bit_LZCNT) &&
           has_all(cpu.seventh_b, bit_AVX2 | bit_BMI | bit_BMI2) && cpu.saves(XMM_AND_YMM);
}

inline bool has_avx512() {
    constexpr unsigned MASKS_AND_ZMM = 0xE0;
    constexpr unsigned B = bit_AVX512F | bit_AVX512BW | bit_AVX512VL | bit_AVX512DQ | bit_AVX512CD;
    constexpr unsigned C = bit_AVX512VPOPCNTDQ | bit_AVX512VBMI | bit_AVX512VBMI2 | bit_AVX512BITALG;
    const CpuFeatures cpu;
    return has_avx2() && has_all(cpu.seventh_b, B) && has_all(cpu.seventh_c, C) && cpu.saves(MASKS_AND_ZMM);
}

#else

inline bool has_avx2() { return false; }
inline bool has_avx512() { return false; }

#endif

// A big array of zeros, in big pages where the system has them: a table that is looked up at random places waits
// less for its addresses.
template <typename T>
class BigArray {
public:
    explicit BigArray(size_t count) : count_(count) {
        if (count == 0) return;
#if defined(__linux__)
        void* memory = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        madvise(memory, bytes(), MADV_HUGEPAGE);  // only a wish
        items_ = static_cast<T*>(memory);
#else
        const std::align_val_t alignment{alignof(T)};
        items_ = static_cast<T*>(::operator new(bytes(), alignment));
#endif
        clear();  // the system provides pages when they are first written to: not in a search's time
    }
    ~BigArray() {
        if (items_ == nullptr) return;
#if defined(__linux__)
        munmap(items_, bytes());
#else
        ::operator delete(items_, std::align_val_t{alignof(T)});
#endif
    }
    BigArray(const BigArray&) = delete;
    BigArray& operator=(const BigArray&) = delete;

    T* data() const { return items_; }
    size_t size() const { return count_; }
    bool empty() const { return count_ == 0; }
    void clear() { std::uninitialized_fill_n(items_, count_, T{}); }

private:
    size_t bytes() const { return count_ * sizeof(T); }

    size_t count_;
    T* items_ = nullptr;
};

}  // namespace tilefall
