// Course kernels: what one instruction set offers to the binding of the course programs.
#pragma once

#include "tilefall/course_types.hpp"

namespace tilefall {

struct CourseKernels {
    void (*features)(const FallingRules&, const FallingState&, bool is_removed, CourseTable&);
    void (*tries)(const FallingRules&, const FallingState&, const CourseProgram&, TryList&);
    SearchedMove (*value)(const FallingRules&, const FallingState&, const CourseProgram&, Move,
                          const bool* stop);
    // What is played, given the value of each place of the list.
    Move (*choice)(const FallingRules&, const FallingState&, const CourseProgram&, const TryList&,
                   const int64_t* values);
    PlayoutResult (*play)(const FallingRules&, const CourseProgram&, uint64_t seed,
                          uint64_t max_turns, const bool* stop, KeptTurns*);
};

namespace portable {
extern const CourseKernels COURSE_KERNELS;
}
namespace avx2 {
extern const CourseKernels COURSE_KERNELS;
}
namespace avx512 {
extern const CourseKernels COURSE_KERNELS;
}

}  // namespace tilefall
