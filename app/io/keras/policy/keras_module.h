// SPDX-License-Identifier: GPL-3.0-or-later
// Whether Keras finds the class of a model or a layer by its module and name: keras/src/saving/serialization_lib.py,
// _retrieve_class_or_fn, of Keras 3.16.
#pragma once

#include "engine/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace ulpscope {

/// What Keras raises where it finds no class; nothing where it does, or where the class may be a registered one of others.
/// isListed: among the layers of a model, where one may lack a module, as Keras 2 wrote it.
std::optional<Error> classRefusal(const nlohmann::ordered_json& envelope, bool isListed);

} // namespace ulpscope
