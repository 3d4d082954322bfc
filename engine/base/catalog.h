// SPDX-License-Identifier: GPL-3.0-or-later
// Looking up rows of a catalog: an ordered table of things that have a name.
#pragma once

#include "engine/base/closest_name.h"
#include "engine/base/config.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

template <class Row>
std::vector<std::string> catalogNames(std::span<const Row> rows)
{
    std::vector<std::string> names;
    for (const Row& row : rows)
        names.push_back(row.name);
    return names;
}

/// Whether the rows of an enumeration's table, each of which says its enumerator, are in the order of the enumeration without
/// a gap: so that row `i` is of enumerator `i`. For static_assert beside the table.
template <class Rows, class Row, class Enumeration>
constexpr bool isOrderedBy(const Rows& rows, Enumeration Row::*key)
{
    std::size_t i = 0;
    for (const Row& row : rows)
        if (static_cast<std::size_t>(row.*key) != i++)
            return false;
    return true;
}

/// nullptr when there is none.
template <class Row>
const Row* findRow(std::span<const Row> rows, std::string_view name)
{
    for (const Row& row : rows)
        if (row.name == name)
            return &row;
    return nullptr;
}

/// The row, or "unknown loss 'Mse'; did you mean ...". The error has no place.
template <class Row>
Result<const Row*> rowByName(std::span<const Row> rows, std::string_view what, std::string_view name)
{
    if (const Row* row = findRow(rows, name))
        return row;
    return Error{"", unknownName(what, name, catalogNames(rows))};
}

/// A component whose class is a row and whose config has been checked; errors at "class" or the parameter's name.
template <class Row>
Result<Component> checkComponent(std::span<const Row> rows, std::string_view what, const Component& component)
{
    const Result<const Row*> row = rowByName(rows, what, component.className);
    if (!row)
        return row.error().within("class");
    Result<Config> config = checkConfig(component.config, (*row)->parameters);
    if (!config)
        return config.error();
    return Component{component.className, *config};
}

} // namespace ulpscope
