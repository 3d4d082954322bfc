// SPDX-License-Identifier: GPL-3.0-or-later
// The Keras version of a session, and all differences between the known versions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// The newest release, and the head of the repository, which is not released.
enum class KerasVersion : std::uint8_t { Release, Head };

/// "3.15.1", "3.16": in the enum's order.
const std::vector<std::string>& kerasVersionNames();
/// The version of one of these names.
KerasVersion kerasVersionByName(const std::string& name);
/// "Keras 3.15.1"
std::string kerasName(KerasVersion version);

/// Differences of the head from the release; a version has the differences that apply to it.
enum class KerasChange : std::uint8_t {
    TakesBlockNone,
    ResolvesInt4Names,
    HasTernary,
    SkipsQuantizedLayers,
    PacksTwoBits,
    RefusesToSaveUncalibrated,
};

struct KerasChangeRow
{
    KerasChange change;
    std::string_view what; ///< "int4/None_from_float32"
    std::string_view release; ///< behaviour of the release
    std::string_view head; ///< behaviour of the repository's head
};

/// In the enum's order. Each was tried with both (tests/golden/make_keras_policies.py; tests/interop/keras_policies.py).
std::span<const KerasChangeRow> kerasChanges();
bool does(KerasVersion version, KerasChange change);

} // namespace ulpscope
