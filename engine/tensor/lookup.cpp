// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/lookup.h"

#include "engine/base/message.h"
#include "engine/tensor/carrier.h"
#include "engine/tensor/nonfinite_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope {

namespace {

void checkIds(std::span<const Index> ids, Index rows)
{
    check(std::all_of(ids.begin(), ids.end(), [rows](Index id) { return id >= kNoRow && id < rows; }),
        "[lookup] ids are rows");
}

} // namespace

Index namedRow(double id, Index rows)
{
    const double row = std::trunc(id) + (id <= -1 ? static_cast<double>(rows) : 0);
    return row >= 0 && row < static_cast<double>(rows) ? static_cast<Index>(row) : kNoRow;
}

void takeRows(const Tensor& table, std::span<const Index> ids, Tensor& out)
{
    const Index columns = table.columns();
    checkIds(ids, table.rows());
    out.reset(Shape{static_cast<Index>(ids.size()), columns}, table.format());
    onCarrier(table, [&]<class T>(T) {
        T* to = TensorValues::of<T>(out);
        for (const Index id : ids) {
            if (id == kNoRow)
                std::fill_n(to, columns, std::numeric_limits<T>::quiet_NaN());
            else
                std::copy_n(TensorValues::of<T>(table) + id * columns, columns, to);
            to += columns;
        }
    });
}

void addToRows(Arithmetic& arithmetic, const Tensor& x, std::span<const Index> ids, Index rows, Tensor& out)
{
    const Index columns = x.columns();
    checkIds(ids, rows);
    checkEqual(x.rows(), static_cast<Index>(ids.size()), "[addToRows] rows");
    out.reset(Shape{rows, columns}, x.format());
    onCarrier(x, [&]<class T>(T) {
        T* sums = TensorValues::of<T>(out);
        const T* from = TensorValues::of<T>(x);
        std::fill_n(sums, out.size(), T{0});
        const Grid<T> grid = makeGrid<T>(x.format());
        for (const Index id : ids) {
            if (id != kNoRow)
                kernelsFor<T>(arithmetic.table())
                    .binary(Binary::Add, sums + id * columns, from, sums + id * columns, columns, grid,
                        arithmetic.counts());
            from += columns;
        }
    });
    if (isWatched(arithmetic))
        watchElementsOf(arithmetic, translated("sum of gradients of one row"), x, out, [&](Index element) {
            double sum = 0;
            double largest = 0;
            double count = 0;
            for (std::size_t i = 0; i < ids.size(); ++i) {
                if (ids[i] != element / columns)
                    continue;
                const double term = x.at(static_cast<Index>(i) * columns + element % columns);
                sum += term;
                largest = std::max(largest, std::fabs(term));
                ++count;
            }
            return std::vector<NamedValue>{
                {"terms", count}, {"largest magnitude", largest}, {"sum in float64", sum}};
        });
}

} // namespace ulpscope
