// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel library that fits this processor, opened at start and handed to everything that computes.
#pragma once

#include "engine/base/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

struct KernelTable;

class Kernels
{
public:
    /// Opens the best of the availableLevels() that is not above `highestLevel`; where that is empty, not above what the
    /// environment variable ULPSCOPE_KERNELS names, if it is set. Looks beside the program, <program>/../lib/ulpscope, and
    /// nowhere else.
    static Result<Kernels> load(std::string_view highestLevel = {});
    /// The levels that the processor has and that there are libraries for, best first: "x86-64-v4", "x86-64-v3", "x86-64-v2",
    /// or "generic".
    static std::vector<std::string> availableLevels();

    const KernelTable& table() const { return *m_table; }
    const std::string& level() const { return m_level; }

private:
    Kernels(std::shared_ptr<void> library, const KernelTable* table, std::string level);
    std::shared_ptr<void> m_library;
    const KernelTable* m_table;
    std::string m_level;
};

} // namespace ulpscope
