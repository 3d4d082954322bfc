// SPDX-License-Identifier: GPL-3.0-or-later
// Casts, bit for bit, against oracles from outside: NumPy and ml_dtypes for float32 input, exact integers for
// float64.
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "tests/golden/golden_file.h"

#include <QTest>

using namespace ulpscope;
using namespace ulpscope::golden;

class TestCasts : public QObject
{
    Q_OBJECT

private slots:
    void everyFormatHasAFile();
    void plainRoutineMatchesNumpyAndMlDtypes_data() { float32Files(); }
    void plainRoutineMatchesNumpyAndMlDtypes();
    void plainRoutineMatchesExactRounding_data() { float64Files(); }
    void plainRoutineMatchesExactRounding();

private:
    static void float32Files();
    static void float64Files();
};

namespace {

QString fileName(const char* source, const Format& format)
{
    return QStringLiteral("casts_%1_to_%2.csv")
        .arg(QLatin1String(source), QString::fromStdString(std::string(format.name)));
}

} // namespace

void TestCasts::float32Files()
{
    QTest::addColumn<QString>("formatName");
    for (const char* name : {"float16", "bfloat16", "float8_e4m3fn", "float8_e5m2"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestCasts::float64Files()
{
    QTest::addColumn<QString>("formatName");
    for (const Format& format : formats())
        QTest::newRow(std::string(format.name).c_str()) << QString::fromStdString(std::string(format.name));
}

void TestCasts::everyFormatHasAFile()
{
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
    QVERIFY(file.rows.size() > 4000);
    Mismatches mismatches;
    for (const CastRow& row : file.rows) {
        const double value = valueOfFloat64Bits(row.inputBits);
        const std::uint64_t code = encode(*format, roundToFormat(*format, value));
        if (code != row.code)
            mismatches.add(row, row.code, code);
        const std::uint64_t saturated = encode(*format, roundToFormat(*format, value, Overflow::Saturate));
        if (saturated != row.saturatedCode)
            mismatches.add(row, row.saturatedCode, saturated);
    }
    QVERIFY2(mismatches.none(), mismatches.text().constData());
}

QTEST_GUILESS_MAIN(TestCasts)
#include "tst_casts.moc"
