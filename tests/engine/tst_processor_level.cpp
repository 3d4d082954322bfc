// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernels a processor gets: a level needs every one of its features, and a system that saves its registers.
#include "engine/kernels/processor_level.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace ulpscope;

namespace {

constexpr std::uint32_t kAllBits = 0xFFFFFFFF;

QString joined(const std::vector<std::string>& levels)
{
    QString text;
    for (const std::string& level : levels)
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + QString::fromStdString(level);
    return text;
}

} // namespace

class TestProcessorLevel : public QObject
{
    Q_OBJECT
private slots:
    void aMissingFeatureEndsTheLevels_data();
    void aMissingFeatureEndsTheLevels();
    void thisProcessorsLevelsAreTheCompilers();
    void namesTheProcessorAsLinuxDoes();
};

void TestProcessorLevel::aMissingFeatureEndsTheLevels_data()
{
    QTest::addColumn<quint32>("leaf1");
    QTest::addColumn<quint32>("leaf7");
    QTest::addColumn<quint32>("extended");
    QTest::addColumn<quint32>("states");
    QTest::addColumn<QString>("levels");
    const auto row = [](const char* name, std::uint32_t leaf1, std::uint32_t leaf7, std::uint32_t extended,
                         std::uint32_t states, const char* levels) {
        QTest::newRow(name) << leaf1 << leaf7 << extended << states << QString::fromLatin1(levels);
    };
    const auto without = [](int bit) { return kAllBits & ~(std::uint32_t{1} << bit); };
    const char* const all = "x86-64-v4 x86-64-v3 x86-64-v2";
    const char* const third = "x86-64-v3 x86-64-v2";
    const char* const second = "x86-64-v2";
    row("all", kAllBits, kAllBits, kAllBits, kAllBits, all);
    row("none", 0, 0, 0, 0, "");
    row("no SSE4.2", without(20), kAllBits, kAllBits, kAllBits, "");
    row("no POPCNT", without(23), kAllBits, kAllBits, kAllBits, "");
    row("no LAHF", kAllBits, kAllBits, without(0), kAllBits, "");
    row("no F16C", without(29), kAllBits, kAllBits, kAllBits, second);
    row("no FMA", without(12), kAllBits, kAllBits, kAllBits, second);
    row("no AVX2", kAllBits, without(5), kAllBits, kAllBits, second);
    row("no LZCNT", kAllBits, kAllBits, without(5), kAllBits, second);
    row("a system that saves SSE's registers alone", kAllBits, kAllBits, kAllBits, 0b10, second);
    row("a system that does not say what it saves", without(27), kAllBits, kAllBits, 0, second);
    row("no AVX512VL", kAllBits, without(31), kAllBits, kAllBits, third);
    row("a system that does not save AVX-512's registers", kAllBits, kAllBits, kAllBits, 0b110, third);
    // What a processor of the year 2013 says (Haswell), and one of 2017 (Skylake-SP), in leaf 1, leaf 7 and extended 1.
    row("AVX2", 0x7FFAFBFF, 0x000027AB, 0x21, 0b111, third);
    row("AVX-512", 0x7FFEFBFF, 0xD39FFFFB, 0x121, 0b11100111, all);
}

void TestProcessorLevel::aMissingFeatureEndsTheLevels()
{
    QFETCH(quint32, leaf1);
    QFETCH(quint32, leaf7);
    QFETCH(quint32, extended);
    QFETCH(quint32, states);
    QTEST(joined(levelsOf({leaf1, leaf7, extended, states})), "levels");
}

void TestProcessorLevel::thisProcessorsLevelsAreTheCompilers()
{
#if defined(__x86_64__) && !defined(__clang__)
    std::vector<std::string> expected;
    __builtin_cpu_init();
    if (__builtin_cpu_supports("x86-64-v4"))
        expected.emplace_back("x86-64-v4");
    if (__builtin_cpu_supports("x86-64-v3"))
        expected.emplace_back("x86-64-v3");
    if (__builtin_cpu_supports("x86-64-v2"))
        expected.emplace_back("x86-64-v2");
    QCOMPARE(joined(levelsOf(processorWords())), joined(expected));
#else
    QSKIP("this compiler does not say what levels a processor has");
#endif
}

void TestProcessorLevel::namesTheProcessorAsLinuxDoes()
{
    QFile file(QStringLiteral("/proc/cpuinfo"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QRegularExpressionMatch match
        = QRegularExpression(QStringLiteral("^model name\\s*: (.*)$"), QRegularExpression::MultilineOption)
              .match(QString::fromLatin1(file.readAll()));
    QCOMPARE(QString::fromStdString(processorName()), match.captured(1).simplified());
}

QTEST_APPLESS_MAIN(TestProcessorLevel)
#include "tst_processor_level.moc"
