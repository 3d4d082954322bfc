// SPDX-License-Identifier: GPL-3.0-or-later
// Which levels of the x86-64 psABI (micro-architecture levels, table 3.1) a processor has, by what CPUID and XGETBV say. GCC
// asks with __builtin_cpu_supports("x86-64-v3"), which Clang 14 does not know.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ulpscope {

/// Words of CPUID as the processor gives them: named for leaf and register.
struct ProcessorWords
{
    std::uint32_t leaf1Ecx = 0;
    std::uint32_t leaf7Ebx = 0;
    std::uint32_t extended1Ecx = 0; ///< register ecx of leaf 0x80000001
    std::uint32_t savedStates = 0; ///< XCR0: which registers the system saves; 0 where it does not say
};

/// Best first: "x86-64-v4", "x86-64-v3", "x86-64-v2"; empty for an older processor.
std::vector<std::string> levelsOf(const ProcessorWords& words);

#if defined(__x86_64__)
/// CPUID words of the processor.
ProcessorWords processorWords();
#endif

/// The processor's own name, "AMD EPYC 9R14", as CPUID leaves 0x80000002 to 0x80000004 give it. Empty where it gives none.
std::string processorName();

} // namespace ulpscope
