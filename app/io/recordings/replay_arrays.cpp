// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/replay_arrays.h"

#include "engine/base/check.h"

#include <algorithm>

namespace ulpscope {

ReplayArray withAxes(const ReplayArray& array, std::span<const int> order)
{
    const std::size_t rank = array.shape.size();
    check(order.size() == rank, "[withAxes] one place for each axis");
    std::vector<std::size_t> strides(rank, 1); // of the array, by its axes
    for (std::size_t axis = rank; axis-- > 1;)
        strides[axis - 1] = strides[axis] * static_cast<std::size_t>(array.shape[axis]);
    ReplayArray result;
    std::vector<std::size_t> steps;
    for (const int axis : order) {
        result.shape.push_back(array.shape[static_cast<std::size_t>(axis)]);
        steps.push_back(strides[static_cast<std::size_t>(axis)]);
    }
    result.values.reserve(array.values.size());
    std::vector<std::int64_t> at(rank, 0);
    std::size_t from = 0;
    for (std::size_t i = 0; i < array.values.size(); ++i) {
        result.values.push_back(array.values[from]);
        for (std::size_t axis = rank; axis-- > 0;) {
            from += steps[axis];
            if (++at[axis] < result.shape[axis])
                break;
            from -= steps[axis] * static_cast<std::size_t>(result.shape[axis]);
            at[axis] = 0;
        }
    }
    return result;
}

ReplayArray withZerosAround(const ReplayArray& image, std::int64_t vertical, std::int64_t horizontal)
{
    check(image.shape.size() == 4, "[withZerosAround] images");
    const std::int64_t height = image.shape[1];
    const std::int64_t row = image.shape[2] * image.shape[3];
    ReplayArray result{
        {image.shape[0], height + 2 * vertical, image.shape[2] + 2 * horizontal, image.shape[3]}, {}};
    const std::int64_t wideRow = result.shape[2] * result.shape[3];
    result.values.resize(static_cast<std::size_t>(result.shape[0] * result.shape[1] * wideRow));
    for (std::int64_t line = 0; line < image.shape[0] * height; ++line) {
        const std::int64_t to = line / height * result.shape[1] + vertical + line % height;
        std::copy_n(image.values.begin() + line * row, row,
            result.values.begin() + to * wideRow + horizontal * image.shape[3]);
    }
    return result;
}

ReplayArray entriesOf(const ReplayArray& array, std::span<const std::int64_t> entries)
{
    ReplayArray result{array.shape, {}};
    const auto size = static_cast<std::ptrdiff_t>(
        array.shape.front() == 0 ? 0 : array.values.size() / static_cast<std::size_t>(array.shape.front()));
    result.shape.front() = static_cast<std::int64_t>(entries.size());
    for (const std::int64_t entry : entries) {
        const auto begin = array.values.begin() + static_cast<std::ptrdiff_t>(entry) * size;
        result.values.insert(result.values.end(), begin, begin + size);
    }
    return result;
}

ReplayArray reshaped(ReplayArray array, std::vector<std::int64_t> shape)
{
    array.shape = std::move(shape);
    return array;
}

} // namespace ulpscope
