// SPDX-License-Identifier: GPL-3.0-or-later
// Block formats against what make_blocks.py computed and other people's code confirmed: codes, scales, values, bit by
// bit.
#include "engine/dtype/block_array.h"
#include "engine/dtype/block_quantize.h"

#include <QFile>
#include <QTest>

#include <bit>
#include <cmath>
#include <map>

using namespace ulpscope;

namespace {

std::vector<std::uint64_t> numbersOf(const QString& hex, int digits)
{
    std::vector<std::uint64_t> numbers;
    for (qsizetype i = 0; i + digits <= hex.size(); i += digits)
        numbers.push_back(QStringView(hex).mid(i, digits).toULongLong(nullptr, 16));
    return numbers;
}

std::vector<float> floatsOf(const QString& hex)
{
    std::vector<float> values;
    for (const std::uint64_t bits : numbersOf(hex, 8))
        values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    return values;
}

QList<QStringList> rowsOf(const char* name)
{
    QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/") + QString::fromLatin1(name));
    QList<QStringList> rows;
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        return rows;
    while (!file.atEnd()) {
        const QString line = QString::fromLatin1(file.readLine()).trimmed();
        if (!line.startsWith(u'#'))
            rows.append(line.split(u','));
    }
    return rows;
}

bool isSame(float a, float b)
{
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b)
        || (std::isnan(a) && std::isnan(b));
}

bool areSame(const std::vector<float>& a, const std::vector<float>& b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), isSame);
}

struct Input
{
    QString words;
    std::vector<std::int64_t> shape;
    std::vector<float> values;
};

} // namespace

class TestBlocks : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void arraysAreQuantizedAsOthersDo_data();
    void arraysAreQuantizedAsOthersDo();
    void levelsOfNf4AreQuantilesOfTheNormalDistribution();

private:
    std::vector<Input> m_inputs;
    std::map<QString, QList<QStringList>> m_expected;
};

void TestBlocks::initTestCase()
{
    for (const QStringList& row : rowsOf("blocks_inputs.csv")) {
        QCOMPARE(row.size(), 5);
        m_inputs.push_back({row[1], {row[2].toLongLong(), row[3].toLongLong()}, floatsOf(row[4])});
    }
    QVERIFY(!m_inputs.empty());
}

void TestBlocks::arraysAreQuantizedAsOthersDo_data()
{
    QTest::addColumn<QString>("format");
    for (const QStringList& row : rowsOf("blocks_expected.csv"))
        m_expected[row[0]].append(row);
    for (const auto& [format, rows] : m_expected)
        QTest::newRow(format.toLatin1().constData()) << format;
}

void TestBlocks::arraysAreQuantizedAsOthersDo()
{
    QFETCH(QString, format);
    const Result<BlockFormat> row = blockFormatByName(format.toStdString());
    QVERIFY2(row.ok(), row.ok() ? "" : row.error().text().c_str());
    for (const QStringList& expected : m_expected[format]) {
        QCOMPARE(expected.size(), 8);
        const Input& input = m_inputs.at(expected[1].toUInt());
        const QByteArray words = input.words.toLatin1();
        const Result<QuantizedArray> result
            = quantizeArray({input.shape, std::span<const float>(input.values)}, *row);
        QVERIFY2(result.ok(), words.constData());
        QVERIFY2(isSame(result->tensorScale, floatsOf(expected[2]).at(0)), words.constData());
        QVERIFY2(areSame(result->scales, floatsOf(expected[3])), words.constData());
        const std::vector<std::uint64_t> scaleCodes = numbersOf(expected[4], 2);
        QVERIFY2(std::equal(result->scaleCodes.begin(), result->scaleCodes.end(), scaleCodes.begin(),
                     scaleCodes.end()),
            words.constData());
        QStringList zeroPoints;
        for (const std::int32_t zero : result->zeroPoints)
            zeroPoints.append(QString::number(zero));
        QVERIFY2(zeroPoints.join(u' ') == expected[5], words.constData());
        const std::vector<std::uint64_t> codes = numbersOf(expected[6], 2);
        QCOMPARE(result->codes.size(), codes.size());
        for (std::size_t i = 0; i < codes.size(); ++i)
            QVERIFY2(result->codes[i] == codes[i],
                qPrintable(QStringLiteral("%1, element %2: code %3, expected %4")
                               .arg(input.words)
                               .arg(i)
                               .arg(result->codes[i], 0, 16)
                               .arg(codes[i], 0, 16)));
        const auto& values = std::get<std::vector<float>>(result->values);
        if (!expected[7].isEmpty()) {
            QVERIFY2(areSame(values, floatsOf(expected[7])), words.constData());
            continue;
        }
        const auto columns = static_cast<std::size_t>(input.shape[1]);
        const std::size_t blocks = (columns + 31) / 32;
        for (std::size_t i = 0; i < values.size(); ++i) { // a code's value times its block's scale
            const float scale = result->scales[i / columns * blocks + i % columns / 32];
            QVERIFY2(isSame(values[i], static_cast<float>(elementValue(*row, result->codes[i])) * scale),
                words.constData());
        }
    }
}

void TestBlocks::levelsOfNf4AreQuantilesOfTheNormalDistribution()
{
    const QList<QStringList> rows = rowsOf("blocks_nf4.csv");
    const Result<BlockFormat> format = blockFormatByName("nf4");
    QCOMPARE(rows.size(), 16);
    for (qsizetype i = 0; i < rows.size(); ++i) {
        // SciPy's quantiles and those that bitsandbytes prints agree to a few units of float32's last digit.
        const float level = format->levels[static_cast<std::size_t>(i)];
        QVERIFY(std::fabs(floatsOf(rows[i][0]).at(0) - level) <= 4 * 0x1p-24F);
    }
}

QTEST_GUILESS_MAIN(TestBlocks)
#include "tst_blocks.moc"
