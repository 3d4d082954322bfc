// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor cores against MMA-Sim's dot products (make_tensor_cores.py beside this file) and those of an H200 (make_hopper.py), by the
// plain routine and by the kernels of every level.
#include "engine/dtype/encoding.h"
#include "engine/dtype/formats.h"
#include "engine/kernels/running_sum.h"
#include "engine/tensor/ops.h"

#include <QFile>
#include <QTest>

#include <bit>
#include <cmath>

using namespace ulpscope;

namespace {

struct Row
{
    int line = 0;
    std::string core;
    const Format* formatA = nullptr;
    const Format* formatB = nullptr;
    std::vector<double> a;
    std::vector<double> b;
    std::uint32_t bits = 0;
};

std::vector<double> valuesOf(const Format& format, const QByteArray& codes)
{
    const qsizetype digits = format.bits() / 4;
    std::vector<double> values;
    for (qsizetype i = 0; i < codes.size(); i += digits)
        values.push_back(decode(format, codes.mid(i, digits).toULongLong(nullptr, 16)));
    return values;
}

std::vector<Row> rows(const QString& name)
{
    std::vector<Row> result;
    QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/") + name);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        return result;
    for (int line = 1; !file.atEnd(); ++line) {
        const QByteArray text = file.readLine().trimmed();
        if (text.startsWith('#'))
            continue;
        const QList<QByteArray> cells = text.split(',');
        Row row{line, cells[0].toStdString(), findFormat(cells[1].toStdString()),
            findFormat(cells[2].toStdString()), {}, {}, cells[5].toUInt(nullptr, 16)};
        row.a = valuesOf(*row.formatA, cells[3]);
        row.b = valuesOf(*row.formatB, cells[4]);
        result.push_back(row);
    }
    return result;
}

/// float32 bits, one NaN for all.
std::uint32_t bitsOf(double value)
{
    return std::isnan(value) ? 0x7FFFFFFF : std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

Tensor matrixOf(const Format& format, const Shape& shape, const std::vector<double>& values)
{
    Tensor tensor(shape, format);
    for (std::size_t i = 0; i < values.size(); ++i)
        tensor.set(static_cast<Index>(i), values[i]);
    return tensor;
}

} // namespace

class TestTensorCores : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_rows = rows("tensor_cores.csv");
        QVERIFY(m_rows.size() > 900);
        const std::vector<Row> measured = rows("tensor_cores_h200.csv");
        QVERIFY(measured.size() > 350);
        m_rows.insert(m_rows.end(), measured.begin(), measured.end());
    }

    void everyCoreIsInAFile()
    {
        for (const TensorCore& core : tensorCores())
            QVERIFY2(std::any_of(
                         m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.core == core.name; }),
                core.name.data());
    }

    void thePlainRoutineGivesTheirBits()
    {
        for (const Row& row : m_rows) {
            const AccumulationPlan plan = makePlan(*accumulatorByName(row.core), *row.formatA, *row.formatB);
            RunningSum sum(plan);
            for (std::size_t i = 0; i < row.a.size(); ++i)
                sum.add(row.a[i], row.b[i]);
            compare(row, bitsOf(sum.value()));
        }
    }

    void theKernelsGiveTheirBits_data()
    {
        QTest::addColumn<QString>("level");
        for (const std::string& level : Kernels::availableLevels())
            QTest::newRow(level.c_str()) << QString::fromStdString(level);
    }

    void theKernelsGiveTheirBits()
    {
        QFETCH(QString, level);
        const Result<Kernels> kernels = Kernels::load(level.toStdString());
        Arithmetic arithmetic(*kernels);
        for (const Row& row : m_rows) {
            const auto k = static_cast<Index>(row.a.size());
            Tensor product;
            matmul(arithmetic, matrixOf(*row.formatA, {1, k}, row.a), matrixOf(*row.formatB, {k, 1}, row.b),
                Transpose::None, *accumulatorByName(row.core), float32Format(), product);
            compare(row, bitsOf(product.at(0)));
        }
    }

private:
    static void compare(const Row& row, std::uint32_t actual)
    {
        QVERIFY2(actual == row.bits,
            qPrintable(QStringLiteral("line %1, %2: expected %3, got %4")
                           .arg(row.line)
                           .arg(QString::fromStdString(row.core))
                           .arg(row.bits, 8, 16, QLatin1Char('0'))
                           .arg(actual, 8, 16, QLatin1Char('0'))));
    }

    std::vector<Row> m_rows;
};

QTEST_GUILESS_MAIN(TestTensorCores)
#include "tst_tensor_cores.moc"
