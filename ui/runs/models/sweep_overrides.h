// SPDX-License-Identifier: GPL-3.0-or-later
// The overrides that a sweep can turn, one row each.
#pragma once

#include "app/session/sweep.h"
#include "engine/base/result.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <span>
#include <vector>

namespace ulpscope::ui {

struct SweepOverride
{
    const char* id; ///< "loss_scale"
    const char* title;
    const char* values; ///< values to begin with
    /// Sets a typed value in the session, or returns an error.
    Status (*set)(SessionSpec& session, const QString& value);
    bool isOrdered = true; ///< between two values there are others
    bool namesItself = false; ///< a run is called by the value alone, "mixed_float16"
};

std::span<const SweepOverride> sweepOverrides();
QString titleOf(const SweepOverride& setting);

inline constexpr int kMaxSweepPoints = 40; ///< all of them are kept, beside some earlier runs

/// "1, 2, 5", and ranges: "2^0..2^30" and "1e-6..1e-1" go by the power's base, "1..5" by one.
Result<QStringList> parseSweepValues(const QString& text);

/// The value as a number, for settings between whose values there are others.
std::optional<double> numberOf(const SweepOverride& setting, const QString& value);
/// Values that are numbers by size, and behind them words such as "none"; others as they are.
void sortPoints(std::vector<SweepPoint>& points);

/// Sessions that can be run; the error names the value that makes one that cannot. Sorted.
Result<std::vector<SweepPoint>> sweepPoints(
    const SessionSpec& session, const SweepOverride& setting, const QString& values);

} // namespace ulpscope::ui
