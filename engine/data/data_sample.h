// SPDX-License-Identifier: GPL-3.0-or-later
// Some examples of a data set, copied so that they can be looked at while a run owns the rest.
#pragma once

#include "engine/data/dataset.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ulpscope {

struct DataSample
{
    std::vector<std::int64_t> featureShape; ///< shape of one example, as in Dataset
    std::int64_t targetsPerExample = 1;
    std::int64_t classes = 0;
    std::vector<std::string> classNames;
    std::vector<NumberColumn> featureColumns; ///< the columns of Dataset
    std::vector<NumberColumn> targetColumns;
    std::shared_ptr<const Examples>
        train; ///< evenly spaced ones of all, so that data in the order of their classes have each
    std::shared_ptr<const Examples> test;
    std::int64_t trainCount = 0; ///< training examples of the whole data set
    std::int64_t testCount = 0;

    std::int64_t featuresPerExample() const;
};

/// Copies at most `mostExamples` of each part, and fewer, perhaps none, where examples are so big that copies would be large.
DataSample sampleOf(const Dataset& dataset, std::int64_t mostExamples = 1024);

} // namespace ulpscope
