// SPDX-License-Identifier: GPL-3.0-or-later
// Learning-rate schedules: the learning rate as a function of the optimizer's step, computed in floatx as Keras does
// (keras/src/optimizers/schedules/learning_rate_schedule.py).
#pragma once

#include "engine/base/catalog.h"
#include "engine/dtype/format.h"

#include <cstdint>
#include <span>

namespace ulpscope {

struct ScheduleClass : ClassSpec
{
    /// config: checked. initial: the optimizer's learning rate. step: gradients that the optimizer was given before,
    /// which with gradient accumulation are more than its updates, as in Keras.
    double (*rate)(const Config& config, const Format& floatx, double initial, std::int64_t step) = nullptr;
};

/// "constant" is the first row.
std::span<const ScheduleClass> scheduleCatalog();

/// What parameters say together: the values of a piecewise constant schedule. Errors at the parameter.
Status checkSchedule(const Component& schedule);

} // namespace ulpscope
