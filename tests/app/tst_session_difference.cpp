// SPDX-License-Identifier: GPL-3.0-or-later
// In what two sessions differ, told in the words of their files, and in a few words for a name.
#include "app/io/session/session_difference.h"
#include "engine/policy/dtype_policy.h"
#include "tests/engine/small_sessions.h"

#include <QTest>

using namespace ulpscope;

using Change = void (*)(SessionSpec&);
Q_DECLARE_METATYPE(Change)

class TestSessionDifference : public QObject
{
    Q_OBJECT
private slots:
    void titlesAreNoDifference();
    void namesTheChangedKey_data();
    void namesTheChangedKey();
    void severalAreCounted();
};

void TestSessionDifference::titlesAreNoDifference()
{
    const SessionSpec session = circle("mixed_float16");
    SessionSpec renamed = session;
    renamed.title = "Another";
    renamed.description = "It trains the same.";
    QVERIFY(sessionDifferences(session, renamed).empty());
    QCOMPARE(shortDescription({}), std::string());
}

void TestSessionDifference::namesTheChangedKey_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("words");
    const auto row
        = [](const char* name, Change change, const char* place, const char* after, const char* words) {
              QTest::newRow(name) << change << QString::fromLatin1(place) << QString::fromLatin1(after)
                                  << QString::fromLatin1(words);
          };
    row(
        "the global policy", [](SessionSpec& s) { s.policies.global = *getPolicy("mixed_bfloat16"); },
        "policies.global", "mixed_bfloat16", "mixed_bfloat16");
    row(
        "a number of a component",
        [](SessionSpec& s) {
            s.training.lossScale.config = {{"scale", 64.0}};
        },
        "training.loss_scale.scale", "64", "loss scale 64");
    row(
        "a component of another class",
        [](SessionSpec& s) {
            s.training.optimizer = {"Adam", {}};
        },
        "training.optimizer", "{\"class\":\"Adam\"}", "optimizer Adam");
    row(
        "another kind of loss scale",
        [](SessionSpec& s) {
            s.training.lossScale = {"dynamic", {}};
        },
        "training.loss_scale", "", "loss scale dynamic 32768");
    row(
        "the seed", [](SessionSpec& s) { s.training.seed = 18446744073709551615U; }, "training.seed",
        "18446744073709551615", "seed 18446744073709551615");
    row(
        "a key of the map that is called class, with an object",
        [](SessionSpec& s) {
            s.policies.map = {{"class", *makeFloat8Policy("float32", 3)}};
        },
        "policies.map", "", "");
    row(
        "a layer's policy", [](SessionSpec& s) { s.model.layers[2].policy = *getPolicy("float32"); },
        "layers.dense_2.policy", "float32", "dense_2 float32");
    row(
        "a layer's units", [](SessionSpec& s) { s.model.layers[1].config.set("units", std::int64_t{8}); },
        "layers.dense_1.units", "8", "dense_1 units 8");
    row(
        "a layer less, which moves the others",
        [](SessionSpec& s) { s.model.layers.erase(s.model.layers.begin() + 1); }, "layers.dense_1", "",
        "without dense_1");
}

void TestSessionDifference::namesTheChangedKey()
{
    QFETCH(Change, change);
    QFETCH(QString, place);
    QFETCH(QString, after);
    QFETCH(QString, words);
    SessionSpec before = circle("mixed_float16");
    before.training.lossScale = {"fixed", {{"scale", 1.0}}};
    SessionSpec changed = before;
    change(changed);
    const std::vector<SessionDifference> found = sessionDifferences(before, changed);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(found[0].place), place);
    if (!after.isEmpty())
        QCOMPARE(QString::fromStdString(found[0].after), after);
    if (!words.isEmpty())
        QCOMPARE(QString::fromStdString(shortDescription(found)), words);
    // The other way round the sides are exchanged.
    const std::vector<SessionDifference> back = sessionDifferences(changed, before);
    QCOMPARE(back.size(), std::size_t{1});
    QCOMPARE(back[0].place, found[0].place);
    QCOMPARE(back[0].before, found[0].after);
    QCOMPARE(back[0].after, found[0].before);
}

void TestSessionDifference::severalAreCounted()
{
    const SessionSpec before = circle("mixed_float16");
    SessionSpec changed = circle("float32");
    changed.training.seed = 9;
    changed.training.batchSize = 7;
    QCOMPARE(shortDescription(sessionDifferences(before, changed), 1), std::string("float32 +2"));
}

QTEST_APPLESS_MAIN(TestSessionDifference)
#include "tst_session_difference.moc"
