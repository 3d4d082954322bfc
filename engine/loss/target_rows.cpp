// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/target_rows.h"

#include "engine/base/number_text.h"

namespace ulpscope {

Status TargetRows::fit(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes)
{
    const bool isRow = classes == 0 && output.rank() > 0 && output.elements() == targetsPerExample;
    const bool isClass = classes > 1 && output.rank() > 0 && output.last() >= classes
        && output.elements() == targetsPerExample * output.last();
    if ((isRow || isClass) && output.last() > 1)
        return success();
    return Error{"",
        "expects an output for each of at least two classes; the model's output is " + output.text()
            + ", the data have " + counted(classes, "class", "classes") + " and "
            + counted(targetsPerExample, "target") + " an example"};
}

} // namespace ulpscope
