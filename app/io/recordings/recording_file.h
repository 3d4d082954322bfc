// SPDX-License-Identifier: GPL-3.0-or-later
// A recording's tensors as those of one file, so that whatever looks at a file's looks at them too.
#pragma once

#include "app/io/recordings/recording.h"

#include <memory>

namespace ulpscope {

/// Its tensors are recording's, in that order, named STEP/LAYER/ROLE whatever their files call them.
std::unique_ptr<TensorFile> asTensorFile(std::shared_ptr<Recording> recording);

} // namespace ulpscope
