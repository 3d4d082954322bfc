// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of a session that verdicts offer.
#pragma once

#include "engine/session/session_spec.h"

namespace ulpscope {

void useFixedLossScale(SessionSpec& session, double scale);
/// Sets a dynamic loss scale with the catalog's defaults, which are Keras'.
void useDynamicLossScale(SessionSpec& session);

/// Every policy that computes in a format of small range becomes mixed_bfloat16; the loss is scaled no more.
void useRangeOfFloat32(SessionSpec& session);

/// Every float8 policy over a format of small range becomes the one over mixed_bfloat16, with its amax history.
void useBfloat16BelowFloat8(SessionSpec& session);

/// Every policy that stores its weights in what it computes in, and less than float32, becomes its mixed_
/// form; as with Keras' compile, mixed_float16 gets a dynamic loss scale if there was none.
void keepFloat32Weights(SessionSpec& session);

/// Every policy becomes float32, without overrides and loss scale.
void computeInFloat32(SessionSpec& session);

/// Wherever a recipe scales by the amaxes of earlier steps, it is te_current.
void useCurrentScaling(SessionSpec& session);

/// Every float8 policy keeps the amaxes of 1024 steps, Keras' number, where it keeps fewer.
void useLongAmaxHistory(SessionSpec& session);

/// Every quantized policy becomes the plain one underneath.
void dropFloat8(SessionSpec& session);

} // namespace ulpscope
