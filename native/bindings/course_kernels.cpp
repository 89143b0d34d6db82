// The course programs of one instruction set: this file is compiled once for each.
#include "course_kernels.hpp"

#include "tilefall/course_search.hpp"

namespace tilefall::TILEFALL_ISA {
namespace {

constexpr bool GOES_ON = false;  // a stop flag that nobody sets

void tries(const FallingRules& rules, const FallingState& state, const CourseProgram& program,
           TryList& list) {
    list_state_tries(course_task(rules, program, &GOES_ON), state, list);
}

Move choice(const FallingRules& rules, const FallingState& state, const CourseProgram& program,
            const TryList& list, const int64_t* values) {
    return course_choice(course_task(rules, program, &GOES_ON), state, list, values);
}

}  // namespace

const CourseKernels COURSE_KERNELS = {list_course_features, tries, course_searched, choice,
                                      course_played};

}  // namespace tilefall::TILEFALL_ISA
