// SPDX-License-Identifier: GPL-3.0-or-later
// A loss scale as one line of text and back: "none", "fixed 1024", "dynamic 2^15", "deepspeed 65536 scale_window=500". Made from the
// loss-scale catalog: the word is the row, the number its first parameter, others are named.
#pragma once

#include "engine/base/config.h"
#include "engine/base/result.h"

#include <string>
#include <string_view>

namespace ulpscope {

/// The row and its first parameter: "dynamic 32768", beyond 65536 powers of two as such.
std::string shortLossScaleText(const Component& lossScale);

/// Adds the parameters that lossScaleByText() needs to make this component from `current`.
std::string lossScaleArgument(const Component& lossScale, const Component& current);

/// Takes numbers and powers, "2^15" and "2**15"; a number alone is fixed. `current` gives the parameters that the text does not name, where
/// it is of the same row; else they are the defaults. With all parameters.
Result<Component> lossScaleByText(std::string_view text, const Component& current);

} // namespace ulpscope
