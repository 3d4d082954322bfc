// SPDX-License-Identifier: GPL-3.0-or-later
// Casts, bit for bit, against oracles from outside: NumPy and ml_dtypes for float32 input, exact integers for
// float64.
#include "engine/dtype/encoding.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/kernels/kernels.h"
#include "engine/tensor/ops.h"
#include "tests/golden/golden_file.h"

#include <QTest>

#include <cmath>
#include <vector>

using namespace ulpscope;
using namespace ulpscope::golden;

class TestCasts : public QObject
{
    Q_OBJECT

private slots:
    void everyFormatHasAFile();
    void plainRoutineMatchesNumpyAndMlDtypes_data() { perName(float32Names()); }
    void plainRoutineMatchesNumpyAndMlDtypes();
    void plainRoutineMatchesExactRounding_data() { perName(float64Names()); }
    void plainRoutineMatchesExactRounding();
    void tensorCastMatchesNumpyAndMlDtypes_data() { withLevels(float32Names()); }
    void tensorCastMatchesNumpyAndMlDtypes();
    void tensorCastMatchesExactRounding_data() { withLevels(float64Names()); }
    void tensorCastMatchesExactRounding();
    void castCountsWhatItDid_data() { withLevels(float32Names()); }
    void castCountsWhatItDid();

private:
    static QStringList float32Names();
    static QStringList float64Names();
    static void perName(const QStringList& names);
    static void withLevels(const QStringList& names);
};

namespace {

QString fileName(const char* source, const Format& format)
{
    return QStringLiteral("casts_%1_to_%2.csv")
        .arg(QLatin1String(source), QString::fromStdString(std::string(format.name)));
}

/// The inputs of a file as a tensor of float32 or float64.
Tensor inputsOf(const CastFile& file, bool isFloat32)
{
    Tensor inputs({file.rows.size()}, isFloat32 ? float32Format() : float64Format());
    for (qsizetype i = 0; i < file.rows.size(); ++i) {
        const std::uint64_t bits = file.rows[i].inputBits;
        inputs.set(i, isFloat32 ? valueOfFloat32Bits(bits) : valueOfFloat64Bits(bits));
    }
    return inputs;
}

Kernels kernelsOf(const QString& level)
{
    Result<Kernels> kernels = Kernels::load(level.toStdString());
    if (!kernels)
        qFatal("%s", kernels.error().text().c_str());
    return std::move(kernels).value();
}

} // namespace

QStringList TestCasts::float32Names()
{
    QStringList names;
    for (const QString& name : float64Names())
        if (QFile::exists(
                QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/casts_float32_to_%1.csv").arg(name)))
            names.append(name);
    return names;
}

QStringList TestCasts::float64Names()
{
    QStringList names;
    for (const Format& format : formats())
        names.append(QString::fromStdString(std::string(format.name)));
    return names;
}

void TestCasts::perName(const QStringList& names)
{
    QTest::addColumn<QString>("formatName");
    for (const QString& name : names)
        QTest::newRow(qPrintable(name)) << name;
}

void TestCasts::withLevels(const QStringList& names)
{
    QTest::addColumn<QString>("formatName");
    QTest::addColumn<QString>("level");
    const std::vector<std::string> levels = Kernels::availableLevels();
    QVERIFY(!levels.empty());
    for (const std::string& level : levels)
        for (const QString& name : names)
            QTest::addRow("%s by %s", qPrintable(name), level.c_str())
                << name << QString::fromStdString(level);
}

void TestCasts::everyFormatHasAFile()
{
    QCOMPARE(float32Names().size(), 13); // NumPy's float16 and the 12 of ml_dtypes
    for (const Format& format : formats()) {
        const CastFile file = readCastFile(fileName("float64", format));
        QVERIFY2(file.trouble.isEmpty(), qPrintable(file.trouble));
        QVERIFY2(file.head.contains(QStringLiteral("make_casts.py with "))
                && file.head.contains(QStringLiteral("seed ")),
            "the head names tool, versions and seed");
    }
}

void TestCasts::plainRoutineMatchesNumpyAndMlDtypes()
{
    QFETCH(QString, formatName);
    const Format* format = findFormat(formatName.toStdString());
    QVERIFY(format);
    const CastFile file = readCastFile(fileName("float32", *format));
    QVERIFY2(file.trouble.isEmpty(), qPrintable(file.trouble));
    QVERIFY(file.rows.size() > 5000);
    Mismatches mismatches;
    for (const CastRow& row : file.rows) {
        const std::uint64_t code = encode(*format, roundToFormat(*format, valueOfFloat32Bits(row.inputBits)));
        if (code != row.code)
            mismatches.add(row, row.code, code);
    }
    QVERIFY2(mismatches.none(), mismatches.text().constData());
}

void TestCasts::plainRoutineMatchesExactRounding()
{
    QFETCH(QString, formatName);
    const Format* format = findFormat(formatName.toStdString());
    QVERIFY(format);
    const CastFile file = readCastFile(fileName("float64", *format));
    QVERIFY2(file.trouble.isEmpty(), qPrintable(file.trouble));
    QVERIFY(file.rows.size() > 2500);
    Mismatches mismatches;
    for (const CastRow& row : file.rows) {
        const double value = valueOfFloat64Bits(row.inputBits);
        const std::uint64_t code = encode(*format, roundToFormat(*format, value));
        if (code != row.code)
            mismatches.add(row, row.code, code);
        const std::uint64_t saturated
            = encode(*format, roundToFormat(*format, value, Rounding{.overflow = findOverflowRule("keras")}));
        if (saturated != row.saturatedCode)
            mismatches.add(row, row.saturatedCode, saturated);
    }
    QVERIFY2(mismatches.none(), mismatches.text().constData());
}

void TestCasts::tensorCastMatchesNumpyAndMlDtypes()
{
    QFETCH(QString, formatName);
    QFETCH(QString, level);
    const Format* format = findFormat(formatName.toStdString());
    QVERIFY(format);
    const CastFile file = readCastFile(fileName("float32", *format));
    QVERIFY2(file.trouble.isEmpty(), qPrintable(file.trouble));
    const Kernels kernels = kernelsOf(level);
    QCOMPARE(QString::fromStdString(kernels.level()), level);
    Arithmetic arithmetic(kernels);
    Tensor result;
    cast(arithmetic, inputsOf(file, true), *format, result);
    Mismatches mismatches;
    for (qsizetype i = 0; i < file.rows.size(); ++i)
        if (const std::uint64_t code = encode(*format, result.at(i)); code != file.rows[i].code)
            mismatches.add(file.rows[i], file.rows[i].code, code);
    QVERIFY2(mismatches.none(), mismatches.text().constData());
}

void TestCasts::tensorCastMatchesExactRounding()
{
    QFETCH(QString, formatName);
    QFETCH(QString, level);
    const Format* format = findFormat(formatName.toStdString());
    QVERIFY(format);
    const CastFile file = readCastFile(fileName("float64", *format));
    QVERIFY2(file.trouble.isEmpty(), qPrintable(file.trouble));
    const Kernels kernels = kernelsOf(level);
    Arithmetic arithmetic(kernels);
    const Tensor inputs = inputsOf(file, false);
    Tensor result;
    Tensor saturated;
    cast(arithmetic, inputs, *format, result);
    cast(arithmetic, inputs, *format, saturated, Rounding{.overflow = findOverflowRule("keras")});
    Mismatches mismatches;
    for (qsizetype i = 0; i < file.rows.size(); ++i) {
        const CastRow& row = file.rows[i];
        if (const std::uint64_t code = encode(*format, result.at(i)); code != row.code)
            mismatches.add(row, row.code, code);
        if (const std::uint64_t code = encode(*format, saturated.at(i)); code != row.saturatedCode)
            mismatches.add(row, row.saturatedCode, code);
    }
    QVERIFY2(mismatches.none(), mismatches.text().constData());
}

void TestCasts::castCountsWhatItDid()
{
    QFETCH(QString, formatName);
    QFETCH(QString, level);
    const Format* format = findFormat(formatName.toStdString());
    QVERIFY(format);
    const CastFile file = readCastFile(fileName("float32", *format));
    QVERIFY2(file.trouble.isEmpty(), qPrintable(file.trouble));
    RoundingCounts expected;
    for (const CastRow& row : file.rows) {
        const double before = valueOfFloat32Bits(row.inputBits);
        const double after = decode(*format, row.code);
        if (!std::isfinite(after))
            ++expected.nonFinite;
        if (std::isfinite(before) && !std::isfinite(after))
            ++expected.overflows;
        if (before != 0 && after == 0)
            ++expected.underflows;
    }
    QVERIFY(expected.overflows > 0 || (!format->hasNan() && !format->hasInfinity()));
    QVERIFY(expected.underflows > 0 || !format->hasZero);
    const Kernels kernels = kernelsOf(level);
    Arithmetic arithmetic(kernels);
    Tensor result;
    cast(arithmetic, inputsOf(file, true), *format, result);
    QCOMPARE(arithmetic.counts().nonFinite, expected.nonFinite);
    QCOMPARE(arithmetic.counts().overflows, expected.overflows);
    QCOMPARE(arithmetic.counts().underflows, expected.underflows);
}

QTEST_GUILESS_MAIN(TestCasts)
#include "tst_casts.moc"
