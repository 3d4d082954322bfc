// SPDX-License-Identifier: GPL-3.0-or-later
// Overflow rules against what the libraries do that they are named after: overflow_*.csv has what each of them made of all
// codes of the narrow formats and of the float32 numbers where something changes (make_overflow_rules.py).
#include "engine/dtype/encoding.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/kernels/kernels.h"
#include "engine/tensor/ops.h"

#include <QCryptographicHash>
#include <QDir>
#include <QSet>
#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

using namespace ulpscope;

class TestOverflowRules : public QObject
{
    Q_OBJECT

private slots:
    void everyRuleOfALibraryNamesTheVersionsThatWereRun();
    void landmarksAreTheLibrarys_data() { perFile(); }
    void landmarksAreTheLibrarys();
    void allCodesAreTheLibrarys_data() { perFile(); }
    void allCodesAreTheLibrarys();
    void aNameThatChangedIsFound();

private:
    static void perFile();
};

namespace {

const QString kFolder = QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden");

QStringList goldenFiles()
{
    return QDir(kFolder).entryList({QStringLiteral("overflow_*.csv")}, QDir::Files, QDir::Name);
}

/// The cells of the rows of a kind, "all" or "one", without it.
QList<QStringList> rowsOf(const QString& fileName, const QString& kind)
{
    QList<QStringList> rows;
    QFile file(kFolder + u'/' + fileName);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        qFatal("%s: %s", qPrintable(file.fileName()), qPrintable(file.errorString()));
    while (!file.atEnd()) {
        const QStringList cells = QString::fromLatin1(file.readLine()).trimmed().split(u',');
        if (cells[0] == kind)
            rows.append(cells.mid(1));
    }
    return rows;
}

Rounding roundingOf(const QStringList& row)
{
    Rounding rounding;
    rounding.overflow = findOverflowRule(row[0].toStdString());
    rounding.mode = *roundingModeByName(row[1].toStdString());
    return rounding;
}

/// The code, and for any NaN the one that the files have: with the sign bit where the format has but one, else without.
std::uint64_t canonicalCode(const Format& format, double value)
{
    return encode(format, std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value);
}

/// As inputs_of() of the generator. ml_dtypes takes the one NaN of an fnuz format, 0x80, for a negative one.
std::vector<double> inputsOf(const QString& source)
{
    std::vector<double> inputs;
    if (source == QStringLiteral("float32")) {
        for (std::uint32_t upper = 0; upper < 1U << 16; ++upper)
            for (const std::uint32_t lower : {0x0000U, 0x0001U, 0x7FFFU, 0x8000U, 0x8001U, 0xFFFFU})
                inputs.push_back(static_cast<double>(std::bit_cast<float>(upper << 16 | lower)));
        return inputs;
    }
    const Format& format = *findFormat(source.toStdString());
    for (std::uint64_t code = 0; code < std::uint64_t{1} << format.bits(); ++code)
        inputs.push_back(format.nans == Nans::NegativeZero && std::isnan(decode(format, code))
                ? -std::numeric_limits<double>::quiet_NaN()
                : decode(format, code));
    return inputs;
}

QString hashOf(const QByteArray& codes)
{
    return QString::fromLatin1(QCryptographicHash::hash(codes, QCryptographicHash::Sha256).toHex().left(16));
}

} // namespace

void TestOverflowRules::perFile()
{
    QTest::addColumn<QString>("fileName");
    for (const QString& name : goldenFiles())
        QTest::newRow(qPrintable(name)) << name;
}

void TestOverflowRules::everyRuleOfALibraryNamesTheVersionsThatWereRun()
{
    QSet<QString> rules;
    for (const QString& name : goldenFiles())
        for (const QStringList& row : rowsOf(name, QStringLiteral("all"))) {
            const QString version = name.section(u'_', -1).chopped(4);
            const OverflowRule* rule = findOverflowRule(row[0].toStdString());
            QVERIFY2(rule, qPrintable(row[0]));
            const auto source = QString::fromUtf8(rule->source.data(), qsizetype(rule->source.size()));
            QVERIFY2(
                source.contains(version), qPrintable(row[0] + QStringLiteral(" does not name ") + version));
            rules.insert(row[0]);
        }
    QCOMPARE(rules,
        (QSet<QString>{QStringLiteral("ml_dtypes"), QStringLiteral("torch"), QStringLiteral("torch-2.13"),
            QStringLiteral("onnx"), QStringLiteral("onnx-nosat")}));
}

void TestOverflowRules::landmarksAreTheLibrarys()
{
    QFETCH(QString, fileName);
    const QList<QStringList> rows = rowsOf(fileName, QStringLiteral("one"));
    QVERIFY(rows.size() > 100);
    QStringList wrong;
    for (const QStringList& row : rows) {
        const Format& format = *findFormat(row[4].toStdString());
        const auto input = static_cast<double>(std::bit_cast<float>(row[2].toUInt(nullptr, 16)));
        const std::uint64_t code = canonicalCode(format, roundToFormat(format, input, roundingOf(row)));
        if (code != row[3].toULongLong(nullptr, 16))
            wrong.append(
                QStringLiteral("\n  %1 gave %2").arg(row.join(u',')).arg(code, 2, 16, QLatin1Char('0')));
    }
    QVERIFY2(
        wrong.isEmpty(), qPrintable(QStringLiteral("%1 differ:").arg(wrong.size()) + wrong.join(QString())));
}

void TestOverflowRules::allCodesAreTheLibrarys()
{
    QFETCH(QString, fileName);
    const QList<QStringList> rows = rowsOf(fileName, QStringLiteral("all"));
    QVERIFY(rows.size() > 30);
    std::map<QString, std::vector<double>> inputsBySource;
    std::vector<Kernels> kernels;
    for (const std::string& level : Kernels::availableLevels())
        kernels.push_back(*Kernels::load(level));
    QStringList wrong;
    for (const QStringList& row : rows) {
        std::vector<double>& inputs = inputsBySource[row[2]];
        if (inputs.empty())
            inputs = inputsOf(row[2]);
        QCOMPARE(qsizetype(inputs.size()), row[4].toLongLong());
        const Format& format = *findFormat(row[3].toStdString());
        const Rounding rounding = roundingOf(row);
        QByteArray codes;
        for (const double input : inputs)
            codes.append(static_cast<char>(canonicalCode(format, roundToFormat(format, input, rounding))));
        if (hashOf(codes) != row[5])
            wrong.append(QStringLiteral("\n  ") + row.join(u','));
        Tensor tensor({static_cast<Index>(inputs.size())}, float32Format());
        for (std::size_t i = 0; i < inputs.size(); ++i)
            tensor.set(static_cast<Index>(i), inputs[i]);
        for (const Kernels& level : kernels) {
            Arithmetic arithmetic(level);
            Tensor result;
            cast(arithmetic, tensor, format, result, rounding);
            QByteArray ofTensor;
            for (Index i = 0; i < result.size(); ++i)
                ofTensor.append(static_cast<char>(canonicalCode(format, result.at(i))));
            if (ofTensor != codes)
                wrong.append(QStringLiteral("\n  %1 by %2")
                                 .arg(row.join(u','), QString::fromStdString(level.level())));
        }
    }
    QVERIFY2(
        wrong.isEmpty(), qPrintable(QStringLiteral("%1 differ:").arg(wrong.size()) + wrong.join(QString())));
}

void TestOverflowRules::aNameThatChangedIsFound()
{
    QCOMPARE(findOverflowRule("torch-2.12"), findOverflowRule("torch-2.13"));
    QVERIFY(findOverflowRule("torch-2.13"));
    QVERIFY(!findRenamedOverflowRule("torch-2.13"));
    QCOMPARE(findRenamedOverflowRule("torch-2.12")->name, std::string_view("torch-2.13"));
}

QTEST_GUILESS_MAIN(TestOverflowRules)
#include "tst_overflow_rules.moc"
