// SPDX-License-Identifier: GPL-3.0-or-later
// Where XLA's excess precision can keep what a program rounds: bfloat16's operations are float32's with a cast before and after, and
// the cast after may go together with one to float32 that follows. Held against jax 0.10.2 in tests/interop/keras_steps.py.
#pragma once

#include "engine/dtype/formats.h"

namespace ulpscope {

/// Whether a result in that format is a float32 result that was rounded.
inline bool isRoundedFromFloat32(const Format& format)
{
    static const Format& bfloat16 = *findFormat("bfloat16");
    return format == bfloat16;
}

} // namespace ulpscope
