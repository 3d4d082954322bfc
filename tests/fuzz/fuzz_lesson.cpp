// SPDX-License-Identifier: GPL-3.0-or-later
// Lesson files: parsed, written, parsed again; every question answered in every way that its texts distinguish; every number that
// needs no run measured; and the sessions on the way made, where the lesson brings its own.
#include "tests/fuzz/fuzz_target.h"

#include "app/lesson/lesson_check.h"
#include "app/lesson/lesson_file.h"
#include "app/lesson/lesson_session.h"
#include "engine/base/catalog.h"
#include "tests/fuzz/loaded_kernels.h"

namespace {

using namespace ulpscope;
using fuzz::isFine;
using fuzz::require;
using fuzz::requireFine;

void writeAndRead(const Lesson& lesson)
{
    const std::string written = writeLesson(lesson);
    const Result<Lesson> again = readLesson(written);
    requireFine(again, "what was written can be read");
    require(writeLesson(*again) == written, "its bytes survive");
}

void answer(const Question& question)
{
    const SampleAnswers samples = sampleAnswers(question);
    for (const Answer& each : samples.right)
        require(grade(question, each).isRight, "a right answer is right");
    for (const Answer& each : samples.wrong) {
        const Grade graded = grade(question, each);
        require(!graded.isRight && !graded.hint.empty(), "a wrong answer gets a hint");
    }
    for (const Answer& each : {Answer(std::size_t{0}), Answer(0.0), Answer(std::string()),
             Answer(std::vector<CurvePoint>())}) // of a kind that is not asked for, too
        require(grade(question, each).isRight || !grade(question, each).hint.empty(),
            "nobody is left without a word");
}

void measure(const Expectation& expectation)
{
    constexpr std::int64_t kMaxTerms = 4096;
    const LessonMetric& metric = *findRow(lessonMetrics(), expectation.metric.className);
    const Result<Component> whole = checkLessonMetric(expectation.metric);
    requireFine(whole, "a lesson's metrics were checked when it was read");
    const bool isSmall = metric.name != "sum" || whole->config.integer("count") <= kMaxTerms;
    if (!metric.isOfRun && isSmall)
        if (const auto value = metric.measure(whole->config, {.kernels = fuzz::loadedKernels()});
            isFine(value))
            isMet(expectation, *value);
    require(!wantedText(expectation).empty(), "what is wanted can be said");
}

void walk(const Lesson& lesson)
{
    isFine(checkLesson(lesson, {}));
    for (std::size_t end = 0; end <= lesson.steps.size(); ++end)
        if (!isFine(sessionAt(lesson, {}, end)))
            return;
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Result<Lesson> lesson = readLesson(fuzz::textOf(data, size));
    if (!isFine(lesson))
        return 0;
    writeAndRead(*lesson);
    answer(lesson->check);
    for (const Expectation& expectation : lesson->checkExpect)
        measure(expectation);
    for (const LessonStep& step : lesson->steps) {
        if (step.predict)
            answer(*step.predict);
        if (step.observe)
            answer(*step.observe);
        for (const Expectation& expectation : step.expect)
            measure(expectation);
    }
    if (lesson->session.scene.empty())
        walk(*lesson);
    return 0;
}
