// SPDX-License-Identifier: GPL-3.0-or-later
// What search finds, against the truth: search_truth.jsonl has of three scenes which of all 4,096 assignments keep the budget, by training each
// of them (make_search_truth.py).
#include "app/io/session/session_file.h"
#include "app/search/search.h"
#include "engine/file/whole_file.h"

#include <QCryptographicHash>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <memory>

using namespace ulpscope;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

struct Truth
{
    std::string line;
    Json json;
};

std::vector<Truth> truths()
{
    const std::string text
        = *readWholeFile(ULPSCOPE_SOURCE_DIR "/tests/golden/search_truth.jsonl", std::size_t{1} << 24);
    std::vector<Truth> all;
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
        all.push_back({text.substr(begin, end - begin), Json::parse(text.substr(begin, end - begin))});
    return all;
}

SearchQuestion questionOf(const Json& scene, const fs::path& folder)
{
    const fs::path file = folder / "session.ulps";
    if (!writeWholeFile(file, scene["session"].dump()))
        qFatal("cannot write");
    const SessionSpec session = *loadSession(file);
    return {*searchSpaceOf(session, {scene["menu"].get<std::string>(), scene["layers"].get<std::string>()}),
        *parseBudget(scene["budget"].get<std::string>(), session.training.steps),
        {scene["seed"].get<std::uint64_t>()}, scene["cost"] == "macs" ? CostKind::Macs : CostKind::Bytes};
}

/// By the assignment's number.
std::vector<bool> bitsOf(const std::string& digits)
{
    std::vector<bool> bits;
    for (const char digit : digits) {
        const int value = QByteArray(1, digit).toInt(nullptr, 16);
        for (int bit = 0; bit < 4; ++bit)
            bits.push_back((value >> bit & 1) != 0);
    }
    return bits;
}

} // namespace

class TestSearchTruth : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        Result<Kernels> kernels = Kernels::load();
        QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
        m_kernels = std::make_unique<Kernels>(*std::move(kernels));
        m_truths = truths();
        QCOMPARE(m_truths.size(), std::size_t{3});
    }

    void theFileIsWhatWasWritten()
    {
        for (const Truth& truth : m_truths) {
            const std::size_t end = truth.line.rfind(", \"sha256\": ");
            const QByteArray before = QByteArray::fromStdString(truth.line.substr(0, end));
            QCOMPARE(QCryptographicHash::hash(before, QCryptographicHash::Sha256).toHex().toStdString(),
                truth.json["sha256"].get<std::string>());
        }
    }

    void theAnswerIsTheCheapestThatHolds_data()
    {
        QTest::addColumn<int>("row");
        for (int row = 0; row < 3; ++row)
            QTest::newRow(m_truths[static_cast<std::size_t>(row)].json["scene"].get<std::string>().c_str())
                << row;
    }
    void theAnswerIsTheCheapestThatHolds()
    {
        QFETCH(int, row);
        const Json& scene = m_truths[static_cast<std::size_t>(row)].json;
        const std::vector<bool> holds = bitsOf(scene["holds"].get<std::string>());
        const QTemporaryDir folder;
        const fs::path place = folder.path().toStdString();
        const SearchQuestion question = questionOf(scene, place);
        QCOMPARE(static_cast<double>(holds.size()), question.space.assignments());

        AssignmentCost costOf(question.space, *m_kernels, question.cost);
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t number = 0; number < holds.size(); ++number)
            if (holds[number])
                least = std::min(least, costOf(assignmentNumber(question.space, number)));

        KeptResults kept = *KeptResults::open(place, resultsFileName(), question.budget);
        const SearchAnswer found = *search(question, *m_kernels, kept,
            {.threads = 1,
                .progress = [](const SearchProgress& progress) { return progress.stage != "proof"; }});
        QVERIFY(found.assignment);
        QVERIFY2(found.cost <= 1.01 * least,
            qPrintable(QStringLiteral("%1 against %2").arg(found.cost).arg(least)));
        QVERIFY2(static_cast<double>(found.runsToAnswer) <= 0.05 * question.space.assignments(),
            qPrintable(QString::number(found.runsToAnswer)));

        const SearchAnswer proved = *search(question, *m_kernels, kept, {});
        QVERIFY(proved.isProved && proved.isMinimal);
        QCOMPARE(proved.cost, least);
        ResultsOfSpace known(kept, question.space, m_kernels->level());
        std::size_t compared = 0;
        for (std::size_t number = 0; number < holds.size(); ++number) {
            const Trial trial{assignmentNumber(question.space, number), question.seeds.front()};
            const RunResult* run = known.find(
                trial, runName(question.space, trial.assignment, trial.seed, m_kernels->level()));
            if (run == nullptr)
                continue;
            ++compared;
            QCOMPARE(!run->brokenClause(), bool{holds[number]});
        }
        QVERIFY(compared >= found.runs);
        qInfo("%s: cost %g, %g at best; held first after %zu runs, %zu for the proof",
            scene["scene"].get<std::string>().c_str(), found.cost, least, found.runsToAnswer, proved.runs);
        if (scene["scene"] == "culprit")
            theCulpritIsNamed(question, proved);
        if (scene["scene"] == "pairs")
            sumsOfScoresAreWrongAndRepaired(found);
    }

private:
    /// Every float16 of the logits is infinite, alone and with others, and of no other layer.
    static void theCulpritIsNamed(const SearchQuestion& question, const SearchAnswer& answer)
    {
        const std::size_t logits = question.space.layers.size() - 1;
        for (const LayerScore& score : answer.scores) {
            const bool isFloat16
                = question.space.entries[score.choice.policy].name.find("float16") != std::string::npos
                && question.space.entries[score.choice.policy].name.find("bfloat16") == std::string::npos;
            QCOMPARE(std::isinf(score.aloneLow), isFloat16 && score.choice.layer == logits);
        }
    }

    /// No layer alone does anything, so that their sum says that all may have the least bits.
    static void sumsOfScoresAreWrongAndRepaired(const SearchAnswer& answer)
    {
        for (const LayerScore& score : answer.scores)
            QCOMPARE(score.aloneLow, 0.0);
        const auto predicted = std::ranges::find_if(answer.front, &FrontPoint::isPredicted);
        QVERIFY(predicted->predictedUse <= 1 && !predicted->verdict.holds());
        for (const Conflict& conflict : answer.conflicts) {
            QCOMPARE(conflict.size(), std::size_t{2});
            const std::size_t first = conflict.front().layer;
            QVERIFY((first == 0 && conflict.back().layer == 1) || (first == 3 && conflict.back().layer == 5));
        }
        QVERIFY(!answer.conflicts.empty());
    }

    std::unique_ptr<Kernels> m_kernels;
    std::vector<Truth> m_truths;
};

QTEST_GUILESS_MAIN(TestSearchTruth)
#include "tst_search_truth.moc"
