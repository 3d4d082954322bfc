// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/keras_version.h"

#include "engine/base/catalog.h"
#include "engine/base/check.h"

#include <algorithm>
#include <array>

namespace ulpscope {

namespace {

constexpr std::array<KerasChangeRow, 6> kChanges{{
    {KerasChange::TakesBlockNone, "int4/None_from_float32", "ValueError: None is no integer",
        "int4/-1_from_float32"},
    {KerasChange::ResolvesInt4Names, "The name of Int4DTypePolicy(\"int4/16\"), without a source",
        "int4/16_from_None", "int4/16_from_float32, as the global policy is"},
    {KerasChange::HasTernary, "ternary_from_float32, TernaryDTypePolicy",
        "ValueError; there is no such class", "ternary weights in Dense"},
    {KerasChange::SkipsQuantizedLayers, "model.quantize of a model that has a quantized layer", "ValueError",
        "the layer is left out"},
    {KerasChange::PacksTwoBits, "Numbers of two bits that GPTQ stores", "one in a byte", "four in a byte"},
    {KerasChange::RefusesToSaveUncalibrated, "Saving a GPTQ or AWQ layer that was never calibrated",
        "its kernel is lost without a word", "ValueError"},
}};
static_assert(
    isOrderedBy(kChanges, &KerasChangeRow::change), "a row for each change, in the order of KerasChange");

} // namespace

const std::vector<std::string>& kerasVersionNames()
{
    static const std::vector<std::string> names{"3.15.1", "3.16"};
    return names;
}

KerasVersion kerasVersionByName(const std::string& name)
{
    const std::vector<std::string>& names = kerasVersionNames();
    const auto found = std::find(names.begin(), names.end(), name);
    check(found != names.end(), "[kerasVersionByName] a name of the list");
    return static_cast<KerasVersion>(found - names.begin());
}

std::string kerasName(KerasVersion version)
{
    return "Keras " + kerasVersionNames().at(static_cast<std::size_t>(version));
}

std::span<const KerasChangeRow> kerasChanges()
{
    return kChanges;
}

bool does(KerasVersion version, KerasChange)
{
    return version == KerasVersion::Head;
}

} // namespace ulpscope
