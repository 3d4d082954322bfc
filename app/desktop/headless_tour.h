// SPDX-License-Identifier: GPL-3.0-or-later
// What the program does on a machine without a display: trains scenes, prints their headline numbers and
// leaves their files, as ulpscope-cli would.
#pragma once

#include "engine/kernels/kernels.h"

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace ulpscope {

struct TourStop
{
    std::string name; ///< the folder's name, "circle"
    std::filesystem::path session;
};

struct TourOptions
{
    std::filesystem::path folder = "ulpscope-out"; ///< gets one folder a stop
    int threads = 1;
    bool isTerminal = false; ///< progress may redraw its line
    std::function<bool()> isStopped = [] { return false; }; ///< asked after every step
};

/// Goes on with the next stop when one fails; ends when it is stopped, with what is done so far. Tables go to `out`, progress and complaints to `log`. True when
/// every stop was trained; a diverged run is a result.
bool runTour(const std::vector<TourStop>& stops, const Kernels& kernels, const TourOptions& options,
    std::ostream& out, std::ostream& log);

} // namespace ulpscope
