// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in another language: each text has its translation, numbers in bold are the same, and nothing but texts differs.
#include "app/io/json/json_text.h"
#include "app/lesson/lesson_file.h"
#include "app/lesson/lesson_translation.h"
#include "engine/file/whole_file.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>

using namespace ulpscope;

namespace {

const std::filesystem::path kLessons = std::filesystem::path(ULPSCOPE_SOURCE_DIR) / "resources" / "lessons";

std::string contents(const std::filesystem::path& path)
{
    return readWholeFile(path, kLargestJson).value();
}

} // namespace

class TestLessonTranslation : public QObject
{
    Q_OBJECT
private slots:
    void everyTranslationIsWhole_data();
    void everyTranslationIsWhole();
    void aTextWithoutTranslationIsNamed();
    void anotherNumberInBoldIsNamed();
    void withoutATranslationTheLessonIsAsItWasWritten();
};

void TestLessonTranslation::everyTranslationIsWhole_data()
{
    QTest::addColumn<QString>("name");
    for (const FoundLesson& found : findLessons(kLessons))
        if (std::filesystem::exists(translationPath(found.path, "de")))
            QTest::newRow(found.name.c_str()) << QString::fromStdString(found.name);
}

void TestLessonTranslation::everyTranslationIsWhole()
{
    QFETCH(QString, name);
    const std::filesystem::path path = kLessons / (name.toStdString() + ".ulpslesson");
    const std::string english = contents(path);
    const std::string german = contents(translationPath(path, "de"));
    const Result<std::string> translated = translateLesson(english, german);
    QVERIFY2(translated.ok(), translated ? "" : translated.error().text().c_str());
    const Result<Lesson> lesson = readLesson(*translated);
    QVERIFY2(lesson.ok(), lesson ? "" : lesson.error().text().c_str());
    QCOMPARE(writeLesson(*loadLessonIn(path, "de")), writeLesson(*lesson)); // texts, because NaN is not NaN
    QVERIFY(lesson->title != loadLesson(path)->title);

    // Nothing but texts differs, and no translation is of a text that is gone.
    const std::vector<std::string> texts = lessonTexts(english).value();
    const nlohmann::ordered_json translation = parseJson(german).value();
    for (const auto& [text, ignored] : translation.items())
        QVERIFY2(std::find(texts.begin(), texts.end(), text) != texts.end(), text.c_str());
    const Lesson original = *loadLesson(path);
    QCOMPARE(lesson->steps.size(), original.steps.size());
    for (std::size_t i = 0; i < original.steps.size(); ++i) {
        QVERIFY(lesson->steps[i].pointAt == original.steps[i].pointAt);
        QVERIFY(lesson->steps[i].actions == original.steps[i].actions);
        QCOMPARE(lesson->steps[i].expect.size(), original.steps[i].expect.size());
    }
    QVERIFY(lesson->session == original.session);
}

void TestLessonTranslation::aTextWithoutTranslationIsNamed()
{
    const Result<std::string> none = translateLesson(
        R"({"title": "A sum", "steps": [{"say": "It stops."}]})", R"({"A sum": "Eine Summe"})");
    QVERIFY(!none.ok());
    QCOMPARE(none.error().text(), std::string("It stops.: has no translation"));
}

void TestLessonTranslation::anotherNumberInBoldIsNamed()
{
    const std::string lesson = R"({"say": "It is **0.5** and 3.", "of": {"text": "no text"}})";
    QVERIFY(translateLesson(lesson, R"({"It is **0.5** and 3.": "Es ist **0,5** und drei."})").ok());
    const Result<std::string> other
        = translateLesson(lesson, R"({"It is **0.5** and 3.": "Es ist **0,6** und 3."})");
    QVERIFY(!other.ok());
    QVERIFY(other.error().message.text().find("other numbers in bold") == 0);
}

void TestLessonTranslation::withoutATranslationTheLessonIsAsItWasWritten()
{
    const std::filesystem::path first = findLessons(kLessons).front().path;
    const std::string written = writeLesson(*loadLesson(first));
    QCOMPARE(writeLesson(*loadLessonIn(first, "fr")), written);
    QCOMPARE(writeLesson(*loadLessonIn(first, "en")), written);
    // One that is stale is not shown in part.
    const QTemporaryDir folder;
    const std::filesystem::path copy = std::filesystem::path(folder.path().toStdString()) / "01-a.ulpslesson";
    std::filesystem::copy_file(first, copy);
    std::filesystem::create_directory(copy.parent_path() / "de");
    QVERIFY(writeWholeFile(
        translationPath(copy, "de"), R"({"Two budgets: digits and range": "Zwei Budgets"})", OnLoss::Refuse)
                .ok());
    QCOMPARE(writeLesson(*loadLessonIn(copy, "de")), written);
}

QTEST_APPLESS_MAIN(TestLessonTranslation)
#include "tst_lesson_translation.moc"
