// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/logs/log_place.h"

#include "engine/base/number_text.h"

namespace ulpscope {

Message placeText(const LogPlace& place)
{
    if (place.part == 0)
        return message("line %1").with(std::to_string(place.line));
    std::string step = place.step ? std::to_string(place.stepOfEpoch.value_or(*place.step)) : std::string();
    if (place.step && place.lastStep)
        step += '/' + std::to_string(*place.lastStep);
    if (place.epoch && place.step)
        return message("epoch %1, step %2").with(shortestText(*place.epoch)).with(std::move(step));
    if (place.step)
        return message("step %1").with(std::move(step));
    if (place.epoch)
        return message("epoch %1").with(shortestText(*place.epoch));
    return message("line %1, entry %2").with(std::to_string(place.line)).with(std::to_string(place.part));
}

} // namespace ulpscope
