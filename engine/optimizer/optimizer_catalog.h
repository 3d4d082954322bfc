// SPDX-License-Identifier: GPL-3.0-or-later
// Every optimizer: name, parameters, how to make one.
#pragma once

#include "engine/base/catalog.h"
#include "engine/optimizer/optimizer.h"

#include <memory>
#include <span>

namespace ulpscope {

struct OptimizerClass : ClassSpec
{
    std::unique_ptr<Optimizer> (*make)(const Config& config, std::uint64_t seed) = nullptr;
};

std::span<const OptimizerClass> optimizerCatalog();

} // namespace ulpscope
