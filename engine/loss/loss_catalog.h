// SPDX-License-Identifier: GPL-3.0-or-later
// Every loss: name, parameters, how to make one.
#pragma once

#include "engine/base/catalog.h"
#include "engine/loss/loss.h"

#include <memory>
#include <span>

namespace ulpscope {

struct LossClass : ClassSpec
{
    std::unique_ptr<Loss> (*make)(const Config& config) = nullptr;
};

std::span<const LossClass> lossCatalog();

} // namespace ulpscope
