// SPDX-License-Identifier: GPL-3.0-or-later
// Extents of a tensor, at most kMaxRank of them, without an allocation.
#pragma once

#include "engine/base/check.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace ulpscope {

using Index = std::int64_t;

class Shape
{
public:
    static constexpr int kMaxRank = 6;

    Shape() = default;
    Shape(std::initializer_list<Index> extents)
    {
        for (const Index extent : extents)
            append(extent);
    }

    int rank() const { return m_rank; }
    Index operator[](int axis) const { return m_extents[static_cast<std::size_t>(axis)]; }
    std::vector<Index> extents() const { return {m_extents.begin(), m_extents.begin() + m_rank}; }
    Index last() const { return m_rank == 0 ? 1 : (*this)[m_rank - 1]; }
    void append(Index extent)
    {
        check(m_rank < kMaxRank, "[Shape] at most 6 axes");
        m_extents[static_cast<std::size_t>(m_rank++)] = extent;
    }
    /// Number of elements; 1 for no axes.
    Index elements() const
    {
        Index product = 1;
        for (int i = 0; i < m_rank; ++i)
            product *= (*this)[i];
        return product;
    }
    /// {extent, this...}
    Shape withBatch(Index extent) const
    {
        Shape result{extent};
        for (int i = 0; i < m_rank; ++i)
            result.append((*this)[i]);
        return result;
    }
    /// This shape with the last axis replaced.
    Shape withLast(Index extent) const
    {
        Shape result = *this;
        check(m_rank > 0, "[Shape] has a last axis");
        result.m_extents[static_cast<std::size_t>(m_rank - 1)] = extent;
        return result;
    }
    /// "(28, 28)", "(2,)"
    std::string text() const
    {
        std::string result = "(";
        for (int i = 0; i < m_rank; ++i)
            result += (i == 0 ? "" : ", ") + std::to_string((*this)[i]);
        return result + (m_rank == 1 ? ",)" : ")");
    }

    bool operator==(const Shape&) const = default;

private:
    std::array<Index, kMaxRank> m_extents{};
    int m_rank = 0;
};

} // namespace ulpscope
