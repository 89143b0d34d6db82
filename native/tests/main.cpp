// Runs every native test for all its seeds, or the one that the arguments name: NAME [SEED [COUNT]],
// for one seed or for so many from it on. Each instruction set has seeds of its own, so that together they
// see more positions.
#include <cstring>

#include "check.hpp"

namespace tilefall::TILEFALL_ISA::tests {
namespace {

#define NAME_OF(isa) #isa
#define NAME(isa) NAME_OF(isa)

// The first of the seeds that this instruction set has: the others have those before or after.
uint64_t first_seed(const Test& test) {
    const char* name = NAME(TILEFALL_ISA);
    const uint64_t place = std::strcmp(name, "portable") == 0 ? 0 : std::strcmp(name, "avx2") == 0 ? 1 : 2;
    return place * test.seeds;
}

void run(const Test& test, uint64_t first, uint64_t seeds) {
    for (uint64_t seed = first; seed < first + seeds; ++seed) {
        current_case = {test.name, seed};
        Random random{seed};
        test.run(random);
    }
}

int run_chosen(int count, char** words) {
    int passed = 0;
    for (const Test& test : all_tests()) {
        if (count > 1 && std::strcmp(words[1], test.name) != 0) continue;
        const uint64_t first = count > 2 ? std::strtoull(words[2], nullptr, 10) : first_seed(test);
        run(test, first, count > 3 ? std::strtoull(words[3], nullptr, 10) : count > 2 ? 1 : test.seeds);
        passed += 1;
    }
    if (passed == 0) std::printf("no test %s\n", count > 1 ? words[1] : "at all");
    std::printf("%s: %d passed, 0 failed\n", NAME(TILEFALL_ISA), passed);
    return passed == 0 ? 1 : 0;
}

}  // namespace
}  // namespace tilefall::TILEFALL_ISA::tests

int main(int count, char** words) { return tilefall::TILEFALL_ISA::tests::run_chosen(count, words); }
