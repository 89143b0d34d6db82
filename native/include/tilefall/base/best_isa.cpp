// Prints the best instruction set of this machine: a program that is run before the module is compiled.
#include <cstdio>

#include "machine.hpp"

int main() { std::puts(tilefall::has_avx512() ? "avx512" : tilefall::has_avx2() ? "avx2" : "portable"); }
