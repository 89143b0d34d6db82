// A big array of zeros, in big pages where the system has them: a table that is looked up at
// random places waits less for its addresses.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace tilefall {

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
