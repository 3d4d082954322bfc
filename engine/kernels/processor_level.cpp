// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/processor_level.h"

#include <array>
#include <initializer_list>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace ulpscope {

namespace {

constexpr std::uint32_t maskOf(std::initializer_list<int> positions)
{
    std::uint32_t word = 0;
    for (const int position : positions)
        word |= std::uint32_t{1} << position;
    return word;
}

constexpr bool hasAllBits(std::uint32_t word, std::uint32_t wanted)
{
    return (word & wanted) == wanted;
}

constexpr int kOsxsave = 27; // bit of leaf 1: the system saves more than SSE's registers, which XGETBV lists

struct ProcessorLevel
{
    const char* name;
    ProcessorWords needs; ///< beyond the level below
};

// Intel's manual, volume 2, CPUID; volume 1, 13.3 for the states: 1 SSE, 2 AVX, 5 to 7 AVX-512.
constexpr std::array<ProcessorLevel, 3> kProcessorLevels{{
    // SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; LAHF
    {"x86-64-v2", {maskOf({0, 9, 13, 19, 20, 23}), 0, maskOf({0}), 0}},
    // FMA, MOVBE, OSXSAVE, AVX, F16C; BMI1, AVX2, BMI2; LZCNT
    {"x86-64-v3", {maskOf({12, 22, kOsxsave, 28, 29}), maskOf({3, 5, 8}), maskOf({5}), maskOf({1, 2})}},
    // AVX512F, DQ, CD, BW, VL
    {"x86-64-v4", {0, maskOf({16, 17, 28, 30, 31}), 0, maskOf({5, 6, 7})}},
}};

} // namespace

std::vector<std::string> levelsOf(const ProcessorWords& words)
{
    std::vector<std::string> levels;
    for (const ProcessorLevel& level : kProcessorLevels) {
        if (!hasAllBits(words.leaf1Ecx, level.needs.leaf1Ecx)
            || !hasAllBits(words.leaf7Ebx, level.needs.leaf7Ebx)
            || !hasAllBits(words.extended1Ecx, level.needs.extended1Ecx)
            || !hasAllBits(words.savedStates, level.needs.savedStates))
            break;
        levels.insert(levels.begin(), level.name);
    }
    return levels;
}

#if defined(__x86_64__)
ProcessorWords processorWords()
{
    ProcessorWords words;
    unsigned int eax = 0;
    unsigned int ebx = 0;
    unsigned int ecx = 0;
    unsigned int edx = 0;
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0)
        words.leaf1Ecx = ecx;
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0)
        words.leaf7Ebx = ebx;
    if (__get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx) != 0)
        words.extended1Ecx = ecx;
    if (hasAllBits(words.leaf1Ecx, maskOf({kOsxsave}))) {
        asm volatile("xgetbv" : "=a"(eax), "=d"(edx) : "c"(0)); // the intrinsic wants a compiler's flag
        words.savedStates = eax;
    }
    return words;
}
#endif

std::string processorName()
{
    std::string name;
#if defined(__x86_64__)
    for (unsigned int leaf = 0x80000002; leaf <= 0x80000004; ++leaf) {
        std::array<unsigned int, 4> words{};
        if (__get_cpuid(leaf, &words[0], &words[1], &words[2], &words[3]) == 0)
            return {};
        for (const unsigned int word : words)
            for (unsigned int shift = 0; shift < 32; shift += 8)
                if (const char c = static_cast<char>(word >> shift & 0xff); c >= ' ' && c <= '~')
                    if (c != ' ' || (!name.empty() && name.back() != ' '))
                        name += c;
    }
    while (name.ends_with(' '))
        name.pop_back();
#endif
    return name;
}

} // namespace ulpscope
