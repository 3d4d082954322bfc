// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over all axes but the last against the order and the roundings spelled out one by one, at every kernel level.
#include "engine/base/philox.h"
#include "engine/dtype/rounding.h"
#include "engine/tensor/ops.h"
#include "tests/engine/kernel_levels.h"

#include <QTest>
#include <cmath>

using namespace ulpscope;

namespace {

/// The numbers of one column, by the indexes of the axes.
struct Column
{
    std::vector<Index> extents;
    std::vector<double> values;
};

struct Sum
{
    const Format& format;
    int overflows = 0;

    double add(double a, double b)
    {
        const double exact = a + b; // exact, or rounded to a precision that makes no difference to 24 digits
        const double rounded = roundToFormat(format, exact);
        overflows += std::isfinite(a) && std::isfinite(b) && !std::isfinite(rounded) ? 1 : 0;
        return rounded;
    }

    /// Windows of 32, padded on both sides as for a "same" convolution, until no axis is longer.
    double of(const Column& column)
    {
        if (std::ranges::all_of(column.extents, [](Index extent) { return extent <= 32; }))
            return sumInOrder(column.values);
        Column windows;
        for (const Index extent : column.extents)
            windows.extents.push_back(
                (extent + std::min<Index>(extent, 32) - 1) / std::min<Index>(extent, 32));
        Index count = 1;
        for (const Index extent : windows.extents)
            count *= extent;
        for (Index window = 0; window < count; ++window) {
            Column inside;
            for (std::size_t i = 0; i < column.values.size(); ++i)
                if (windowOf(column, windows, static_cast<Index>(i)) == window)
                    inside.values.push_back(column.values[i]);
            windows.values.push_back(sumInOrder(inside.values));
        }
        return of(windows);
    }

private:
    double sumInOrder(const std::vector<double>& values)
    {
        double sum = 0;
        for (const double value : values)
            sum = add(sum, value);
        return sum;
    }

    static Index windowOf(const Column& column, const Column& windows, Index element)
    {
        Index window = 0;
        Index stride = 1;
        for (std::size_t axis = column.extents.size(); axis-- > 0; element /= column.extents[axis]) {
            const Index extent = column.extents[axis];
            const Index length = std::min<Index>(extent, 32);
            const Index padding = (windows.extents[axis] * length - extent) / 2;
            window += stride * ((element % extent + padding) / length);
            stride *= windows.extents[axis];
        }
        return window;
    }
};

bool sameNumber(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

} // namespace

class TestColumnSums : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { addKernelLevels(); }

    void init() { m_kernels.emplace(kernelsOfThisLevel()); }

    void everyAdditionIsRoundedInXlasOrder_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<int>("largest"); // of the summands' exponents
        for (const char* name : {"float32", "tf32", "bfloat16", "float16", "float8_e5m2", "float8_e4m3fn",
                 "float8_e4m3fnuz", "float6_e2m3fn", "int8"})
            for (const int largest : {0, 3, 14})
                QTest::addRow("%s, up to 2^%d", name, largest) << QString::fromLatin1(name) << largest;
    }

    void everyAdditionIsRoundedInXlasOrder()
    {
        QFETCH(QString, format);
        QFETCH(int, largest);
        const Format& row = *findFormat(format.toStdString());
        const std::vector<std::vector<Index>> shapes{{1}, {16}, {31}, {32}, {33}, {100}, {1025}, {3, 5},
            {16, 8, 3}, {40, 3}, {2, 100}, {50, 2, 3}, {2, 1, 3, 2, 33}};
        std::uint64_t seed = 0;
        for (const std::vector<Index>& extents : shapes)
            for (const Index columns : {1, 7, 19, 70}) {
                Shape shape;
                for (const Index extent : extents)
                    shape.append(extent);
                shape.append(columns);
                Tensor x(shape, row);
                const RandomKey key{++seed, RandomUse::Dataset, 0, 0};
                for (Index i = 0; i < x.size(); ++i)
                    x.set(i,
                        roundToFormat(row,
                            std::ldexp(randomNormal(key, static_cast<std::uint64_t>(i)),
                                largest - static_cast<int>(i % 9)),
                            Rounding{.overflow = findOverflowRule("keras")}));
                Arithmetic arithmetic(*m_kernels);
                Tensor sums;
                columnSums(arithmetic, x, sums);
                int overflows = 0;
                int nonFinite = 0;
                for (Index c = 0; c < columns; ++c) {
                    Column column{extents, {}};
                    for (Index i = c; i < x.size(); i += columns)
                        column.values.push_back(x.at(i));
                    Sum sum{row};
                    const double expected = sum.of(column);
                    overflows += sum.overflows;
                    nonFinite += std::isfinite(expected) ? 0 : 1;
                    QVERIFY2(sameNumber(sums.at(c), expected),
                        qPrintable(QStringLiteral("%1, column %2: %3 instead of %4")
                                       .arg(QString::fromStdString(shape.text()))
                                       .arg(c)
                                       .arg(sums.at(c))
                                       .arg(expected)));
                }
                QCOMPARE(arithmetic.counts().overflows, overflows);
                QCOMPARE(arithmetic.counts().nonFinite, nonFinite);
            }
    }

    void rowsAreOneAxisUnlessOneIsLong_data()
    {
        QTest::addColumn<std::vector<Index>>("shape");
        QTest::addColumn<std::vector<Index>>("summed"); // the axes by which they are
        using Axes = std::vector<Index>;
        QTest::newRow("a matrix") << Axes{40, 3} << Axes{40};
        QTest::newRow("short axes") << Axes{16, 6, 3} << Axes{96};
        QTest::newRow("as long as a window") << Axes{32, 32, 3} << Axes{1024};
        QTest::newRow("a long batch") << Axes{33, 2, 3} << Axes{33, 2};
        QTest::newRow("a long sequence") << Axes{2, 33, 3} << Axes{2, 33};
        QTest::newRow("a long image") << Axes{3, 4, 40, 3} << Axes{3, 4, 40};
    }

    void rowsAreOneAxisUnlessOneIsLong()
    {
        QFETCH(std::vector<Index>, shape);
        QFETCH(std::vector<Index>, summed);
        const Format& bfloat16 = *findFormat("bfloat16");
        Shape extents;
        for (const Index extent : shape)
            extents.append(extent);
        Tensor x(extents, bfloat16);
        const RandomKey key{11, RandomUse::Dataset, 0, 0};
        for (Index i = 0; i < x.size(); ++i)
            x.set(i, roundToFormat(bfloat16, randomNormal(key, static_cast<std::uint64_t>(i))));
        Arithmetic arithmetic(*m_kernels);
        Tensor sums;
        columnSums(arithmetic, x, sums, SumRounding::EachAddition, true);
        for (Index c = 0; c < x.columns(); ++c) {
            Column column{summed, {}};
            for (Index i = c; i < x.size(); i += x.columns())
                column.values.push_back(x.at(i));
            QCOMPARE(sums.at(c), Sum{bfloat16}.of(column));
        }
    }

    void roundedOnceTheAdditionsAreThoseOfTheCarrier()
    {
        for (const char* name : {"bfloat16", "float16", "float32"}) {
            const Format& row = *findFormat(name);
            Tensor x(Shape{70, 3, 5}, row);
            const RandomKey key{7, RandomUse::Dataset, 0, 0};
            for (Index i = 0; i < x.size(); ++i) { // the last column's sum is beyond float16
                const double value = randomNormal(key, static_cast<std::uint64_t>(i));
                x.set(i, roundToFormat(row, i % 5 == 4 ? 8192 * std::fabs(value) : value));
            }
            Arithmetic arithmetic(*m_kernels);
            Tensor sums;
            columnSums(arithmetic, x, sums, SumRounding::Once);
            int overflows = 0;
            for (Index c = 0; c < 5; ++c) {
                Column column{{70, 3}, {}};
                for (Index i = c; i < x.size(); i += 5)
                    column.values.push_back(x.at(i));
                const double expected = roundToFormat(row, Sum{float32Format()}.of(column));
                overflows += std::isfinite(expected) ? 0 : 1;
                QCOMPARE(sums.at(c), expected);
            }
            QCOMPARE(overflows, row.name == "float16" ? 1 : 0);
            QCOMPARE(arithmetic.counts().overflows, overflows);
            QCOMPARE(arithmetic.counts().nonFinite, overflows);
        }
    }

    void whatComesInNotFiniteStaysSoAndIsNoOverflow()
    {
        const double infinity = std::numeric_limits<double>::infinity();
        Tensor x(Shape{40, 3}, *findFormat("bfloat16"));
        for (Index i = 0; i < x.size(); ++i)
            x.set(i, 1);
        x.set(4, infinity);
        x.set(35, std::nan(""));
        Arithmetic arithmetic(*m_kernels);
        Tensor sums;
        columnSums(arithmetic, x, sums);
        QCOMPARE(sums.at(0), 40.0);
        QCOMPARE(sums.at(1), infinity);
        QVERIFY(std::isnan(sums.at(2)));
        QCOMPARE(arithmetic.counts().overflows, 0);
        QCOMPARE(arithmetic.counts().nonFinite, 2);
    }

    void aSumOfManyStandsStillWhereAnAddendIsBelowHalfAnUlp()
    {
        // 32 ones are 32 in bfloat16, and 256 + 1 is 256: windows reach 4096 rows of ones, a running sum would end at 256.
        Tensor x(Shape{4096, 1}, *findFormat("bfloat16"));
        for (Index i = 0; i < x.size(); ++i)
            x.set(i, 1);
        Arithmetic arithmetic(*m_kernels);
        Tensor sums;
        columnSums(arithmetic, x, sums);
        QCOMPARE(sums.at(0), 4096.0);
    }

    void noRowsGiveZero()
    {
        for (const Shape& shape : {Shape{0, 3}, Shape{0, 40, 3}, Shape{40, 0, 3}}) {
            Arithmetic arithmetic(*m_kernels);
            Tensor sums;
            columnSums(arithmetic, Tensor(shape, *findFormat("float16")), sums);
            QCOMPARE(sums.size(), 3);
            QCOMPARE(sums.at(2), 0.0);
        }
    }

private:
    std::optional<Kernels> m_kernels;
};

QTEST_APPLESS_MAIN(TestColumnSums)
#include "tst_column_sums.moc"
