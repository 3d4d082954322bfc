// SPDX-License-Identifier: GPL-3.0-or-later
// What to try with a session: a change in the shape of a session file, merged into the session.
#include "app/io/session/session_file.h"
#include "app/io/session/suggestion.h"
#include "tests/engine/small_sessions.h"

#include <QTest>

using namespace ulpscope;

namespace {

Result<SessionSpec> tried(const SessionSpec& session, const std::string& change)
{
    return withSuggestion(session, {"try it", change});
}

std::string errorOf(const std::string& change)
{
    const Result<SessionSpec> changed = tried(circle("mixed_float16"), change);
    return changed ? std::string() : changed.error().text();
}

} // namespace

class TestSuggestion : public QObject
{
    Q_OBJECT

private slots:
    void whatIsGivenTakesThePlaceOfWhatIsThere()
    {
        SessionSpec session = circle("mixed_float16");
        session.origin.folder = "/somewhere";
        const Result<SessionSpec> changed = tried(session,
            R"({"policies": {"global": "mixed_bfloat16"}, "training": {"optimizer": {"momentum": 0.9}, "steps": 7}})");
        QVERIFY2(changed, changed ? "" : changed.error().text().c_str());
        SessionSpec expected = session;
        expected.policies.global = *getPolicy("mixed_bfloat16");
        expected.training.optimizer.config.set("momentum", 0.9); // the learning rate stays
        expected.training.steps = 7;
        QVERIFY(*changed == expected);
        QCOMPARE(changed->origin.folder.string(), std::string("/somewhere"));
        QVERIFY(*tried(*changed, R"({"training": {"steps": 7}})") == *changed); // once more changes nothing
    }

    void anotherClassReplacesTheWhole()
    {
        const Result<SessionSpec> changed = tried(circle("mixed_float16"),
            R"({"training": {"optimizer": {"class": "Adam"}, "loss_scale": {"class": "fixed", "scale": 1024}}})");
        QVERIFY2(changed, changed ? "" : changed.error().text().c_str());
        QCOMPARE(changed->training.optimizer, (Component{"Adam", {}})); // without SGD's learning rate
        QCOMPARE(changed->training.lossScale, (Component{"fixed", {{"scale", 1024.0}}}));
    }

    void layersAreNamedAndNullTakesAway()
    {
        SessionSpec session = circle("mixed_float16");
        session.model.layers[1].policy = *getPolicy("float32");
        const Result<SessionSpec> changed = tried(session,
            R"({"layers": {"dense_1": {"policy": null}, "dense_2": {"numerics": {"forward": {"accumulator": "sequential:float16"}}}}})");
        QVERIFY2(changed, changed ? "" : changed.error().text().c_str());
        SessionSpec expected = session;
        expected.model.layers[1].policy.reset();
        expected.model.layers[2].numerics[NumericsOverride::ForwardAccumulator] = "sequential:float16";
        QVERIFY(*changed == expected);
    }

    /// A change that takes a name away, or gives it to another, does not lead the parts after it elsewhere.
    void layersAreThoseBeforeTheChange()
    {
        QCOMPARE(errorOf(R"({"layers": {"dense_1": {"name": null}, "zzz": {"units": 3}}})"),
            std::string("layers.zzz: there is no such layer"));
        QCOMPARE(errorOf(R"({"layers": {"dense_1": {"name": 1}, "zzz": {"units": 3}}})"),
            std::string("layers.zzz: there is no such layer"));
        const SessionSpec session = circle("mixed_float16");
        const Result<SessionSpec> changed = tried(session,
            R"({"layers": {"dense_1": {"name": "dense_2"}, "dense_2": {"name": "dense_1", "units": 5}}})");
        QVERIFY2(changed, changed ? "" : changed.error().text().c_str());
        SessionSpec expected = session;
        expected.model.layers[1].name = "dense_2";
        expected.model.layers[2].name = "dense_1";
        expected.model.layers[2].config.set("units", std::int64_t{5});
        QVERIFY(*changed == expected);
    }

    void whatDoesNotFitIsSaidWithItsPlace()
    {
        QCOMPARE(errorOf(R"({"layers": {"dense_9": {"units": 1}}})"),
            std::string("layers.dense_9: there is no such layer"));
        QCOMPARE(errorOf(R"({"layers": {"dense_1": 1}})"),
            std::string("layers.dense_1: expected an object with what is different"));
        QVERIFY(errorOf(R"({"layers": {"dense_1": {"units": 0}}})").starts_with("layers[1].units: "));
        QVERIFY(errorOf(R"({"training": {"optimizer": {"momentun": 1}}})")
                    .starts_with("training.optimizer.momentun"));
        QVERIFY(!errorOf(R"([1])").empty());
        QVERIFY(!errorOf("").empty());
    }

    void aFileHasAFewShortOnes()
    {
        const auto withSuggestions = [](const std::string& list) {
            std::string text = writeSession(circle("mixed_float16"));
            text.insert(text.find("\"layers\""), "\"suggestions\": " + list + ",\n  ");
            return readSession(text);
        };
        const std::string good = R"({"text": "Seven steps", "change": {"training": {"steps": 7.0}}})";
        const Result<SessionSpec> read = withSuggestions("[" + good + "]");
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(read->suggestions.size(), std::size_t{1});
        QCOMPARE(withSuggestion(*read, read->suggestions[0])->training.steps, std::int64_t{7});
        const std::string written = writeSession(*read);
        QVERIFY(*readSession(written) == *read);
        QCOMPARE(writeSession(*readSession(written)), written);
        const auto errorIn = [&](const std::string& list) {
            const Result<SessionSpec> found = withSuggestions(list);
            return found ? std::string() : found.error().text();
        };
        QCOMPARE(errorIn("[" + good + "," + good + "," + good + "," + good + "]"),
            std::string("suggestions: expected a list of at most 3 suggestions"));
        QVERIFY(errorIn(R"([{"text": "", "change": {"name": "a"}}])").starts_with("suggestions[0].text: "));
        QVERIFY(errorIn(R"([{"text": "a", "change": {}}])").starts_with("suggestions[0].change: "));
        QVERIFY(errorIn(R"([{"text": "a", "change": {"name": "a"}, "do": 1}])")
                    .starts_with("suggestions[0].do: "));
        QVERIFY(errorIn(R"(["a"])").starts_with("suggestions[0]: "));
    }
};

QTEST_APPLESS_MAIN(TestSuggestion)
#include "tst_suggestion.moc"
