// SPDX-License-Identifier: GPL-3.0-or-later
// What optimizerRefusal() says against every cell of refusals.csv, which real Keras has filled (make_refusals.py beside it).
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/session/optimizer_refusal.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTest>

#include <array>
#include <map>

using namespace ulpscope;

namespace {

constexpr std::array<const char*, 3> kScales{"none", "fixed", "dynamic"};
constexpr std::array<const char*, 4> kClipping{"", "clipvalue", "clipnorm", "global_clipnorm"};

struct Cell
{
    std::int64_t accumulation = 1;
    std::string scale;
    std::string clipping;
    bool averages = false;
    bool overwrites = false;
};

/// In the order of a line's letters.
std::vector<Cell> cells()
{
    std::vector<Cell> all;
    for (const std::int64_t accumulation : {1, 2})
        for (const char* scale : kScales)
            for (const char* clipping : kClipping)
                for (const int average : {0, 1, 2})
                    all.push_back({accumulation, scale, clipping, average > 0, average == 2});
    return all;
}

SessionSpec sessionOf(const QStringList& line, const Cell& cell)
{
    SessionSpec session;
    session.model.layers.push_back(
        {"input", "InputLayer", {{"shape", std::vector<std::int64_t>{4}}}, {}, {}});
    for (int layer = 0; layer < 2; ++layer)
        session.model.layers.push_back({"dense_" + std::to_string(layer), "Dense",
            {{"units", std::int64_t{4 - 2 * layer}}}, {}, *getPolicy(line[2 + layer].toStdString())});
    Component& optimizer = session.training.optimizer;
    optimizer.className = line[0].toStdString();
    const nlohmann::json config = nlohmann::json::parse(line[1].toStdString());
    for (const auto& [name, value] : config.items())
        if (value.is_boolean())
            optimizer.config.set(name, value.get<bool>());
        else
            optimizer.config.set(name, value.get<double>());
    optimizer.config.set("gradient_accumulation_steps", cell.accumulation);
    if (!cell.clipping.empty())
        optimizer.config.set(cell.clipping, 1.0);
    optimizer.config.set("use_ema", cell.averages);
    if (cell.overwrites)
        optimizer.config.set("ema_overwrite_frequency", std::int64_t{2});
    session.training.lossScale = {cell.scale, {}};
    return session;
}

/// "TypeError", or "ok"; the letter's meaning begins with it.
QString kindOf(const QString& meaning)
{
    return meaning.section(u':', 0, 0);
}

} // namespace

class TestRefusals : public QObject
{
    Q_OBJECT
private slots:
    void predictsEveryCell();
};

void TestRefusals::predictsEveryCell()
{
    QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/refusals.csv"));
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.errorString()));
    const std::vector<Cell> order = cells();
    std::map<QChar, QString> meanings;
    int compared = 0;
    int refused = 0;
    QStringList different;
    while (!file.atEnd()) {
        const QString text = QString::fromUtf8(file.readLine()).trimmed();
        if (text.startsWith(u'#')) {
            if (text.size() > 6 && text.mid(3, 3) == QStringLiteral(" = "))
                meanings[text[2]] = text.mid(6);
            continue;
        }
        const QStringList line = text.split(u';');
        QCOMPARE(line.size(), 5);
        QCOMPARE(std::size_t(line[4].size()), order.size());
        const bool isOurs = findRow(optimizerCatalog(), line[0].toStdString()) != nullptr;
        for (std::size_t i = 0; i < order.size(); ++i) {
            // An optimizer that a session does not have is refused as SGD is.
            const SessionSpec session
                = sessionOf(isOurs ? line : QStringList{"SGD", "{}", line[2], line[3]}, order[i]);
            const std::optional<Error> said = optimizerRefusal(session);
            const QString meaning = meanings.at(line[4][int(i)]);
            const QString ours = said ? QString::fromUtf8(kindName(said->kind).data()) : QStringLiteral("ok");
            const bool isSame = ours == kindOf(meaning)
                && (!meaning.contains("cond branches") || said->message.text().starts_with("cond branches"));
            if (!isSame)
                different += text.left(100)
                    + QStringLiteral(", cell %1: Keras %2, here %3").arg(i).arg(meaning, ours);
            ++compared;
            refused += said.has_value();
        }
    }
    for (const QString& each : different.mid(0, 20))
        qWarning("%s", qPrintable(each));
    QCOMPARE(different.size(), 0);
    QVERIFY(compared > 12'000);
    QVERIFY(refused > 1'500);
}

QTEST_APPLESS_MAIN(TestRefusals)
#include "tst_refusals.moc"
