// SPDX-License-Identifier: GPL-3.0-or-later
// Python's pickles, read without running anything: what would be imported or called stays a name with its arguments. Opcodes and
// their meaning: Lib/pickletools.py of CPython; protocols 0 to 5.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ulpscope {

/// A value's index in Pickle::values.
using PickleId = std::uint32_t;

struct PickleNone
{
};
/// "module name" of what a pickle imports: "torch FloatStorage", "collections OrderedDict".
struct PickleGlobal
{
    std::string name;
};
/// A list, a tuple or a set.
struct PickleSequence
{
    std::vector<PickleId> items;
    bool isTuple = false;
};
struct PickleDict
{
    std::vector<std::pair<PickleId, PickleId>> items;
};
/// What calling `callable` with `arguments`, a tuple, would have given. Items that were set or appended to it, and the state that
/// it was given, belong to it.
struct PickleCall
{
    PickleId callable = 0;
    PickleId arguments = 0;
    std::vector<std::pair<PickleId, PickleId>> items;
    std::vector<PickleId> appended;
    PickleId state = 0; ///< 0: none
};
/// A reference to something outside of the pickle.
struct PicklePersistent
{
    PickleId id = 0;
};
/// A whole number beyond 64 bits.
struct PickleLong
{
};

struct PickleBytes
{
    std::string_view bytes;
};

/// Texts and bytes are views of what was read.
using PickleValue = std::variant<PickleNone, bool, std::int64_t, double, std::string_view, PickleBytes,
    PickleLong, PickleGlobal, PickleSequence, PickleDict, PickleCall, PicklePersistent>;

struct Pickle
{
    std::vector<PickleValue> values; ///< the first is None
    PickleId root = 0;

    const PickleValue& at(PickleId id) const { return values[id]; }
    /// nullptr where the value is no such thing.
    template <class T>
    const T* as(PickleId id) const
    {
        return std::get_if<T>(&values[id]);
    }
};

inline constexpr std::size_t kLargestPickle = std::size_t{64} << 20; ///< bytes

/// Reads at most kLargestPickle bytes and 1,000,000 opcodes. `bytes` must outlive the result. Errors have the byte as their place.
Result<Pickle> readPickle(std::string_view bytes);

} // namespace ulpscope
