// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/processor_levels.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace ulpscope {

#if defined(__x86_64__)

namespace {

/// Bits of CPUID's ECX that the compilers' own test has no name for: they bring no registers that the system must save.
bool hasBits(unsigned leaf, unsigned mask)
{
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    return __get_cpuid(leaf, &a, &b, &c, &d) != 0 && (c & mask) == mask;
}

bool hasV2()
{
    constexpr unsigned kExtended = 0x80000001; // where LAHF is bit 0
    return __builtin_cpu_supports("sse3") && __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1")
        && __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt") && hasBits(1, bit_CMPXCHG16B)
        && hasBits(kExtended, bit_LAHF_LM);
}

bool hasV3()
{
    constexpr unsigned kExtended = 0x80000001;
    return __builtin_cpu_supports("avx") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
        && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma")
        && hasBits(1, bit_F16C | bit_MOVBE | bit_OSXSAVE) && hasBits(kExtended, bit_ABM);
}

bool hasV4()
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512vl");
}

} // namespace

std::vector<std::string> processorLevels()
{
    __builtin_cpu_init();
    std::vector<std::string> levels;
    if (!hasV2())
        return levels;
    levels.insert(levels.begin(), "x86-64-v2");
    if (!hasV3())
        return levels;
    levels.insert(levels.begin(), "x86-64-v3");
    if (hasV4())
        levels.insert(levels.begin(), "x86-64-v4");
    return levels;
}

#else

std::vector<std::string> processorLevels()
{
    return {"generic"};
}

#endif

} // namespace ulpscope
