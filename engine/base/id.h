// SPDX-License-Identifier: GPL-3.0-or-later
// An index that knows what it counts: a node's is no path's, and neither becomes a number unasked.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ulpscope {

template <class Tag, class Number = std::uint32_t>
class Id
{
public:
    constexpr Id() = default;
    constexpr explicit Id(std::size_t index)
        : m_number(static_cast<Number>(index))
    {
    }

    /// Into whatever is kept one for each.
    constexpr std::size_t index() const { return m_number; }

    constexpr bool operator==(const Id&) const = default;
    constexpr bool operator<(const Id& other) const { return m_number < other.m_number; }

private:
    Number m_number = 0;
};

} // namespace ulpscope
