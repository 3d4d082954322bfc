// SPDX-License-Identifier: GPL-3.0-or-later
// Files of answers: parsed, written, parsed again; graded as a class of one.
#include "tests/fuzz/fuzz_target.h"

#include "app/lesson/answers/answers_file.h"
#include "app/lesson/answers/class_report.h"

#include <cmath>

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ulpscope;
    using namespace ulpscope::fuzz;
    const Result<StudentAnswers> answers = readAnswers(textOf(data, size));
    if (!isFine(answers))
        return 0;
    const std::string written = writeAnswers(*answers);
    const Result<StudentAnswers> again = readAnswers(written);
    requireFine(again, "what was written can be read");
    require(writeAnswers(*again) == written, "its bytes survive");
    const NamedAnswers student{"x", *answers};
    const ClassReport report = classReport(std::span(&student, 1));
    require(report.misconceptions.size() <= answers->lessons.size(), "no more rows than lessons");
    for (const ClassRow& row : report.misconceptions) {
        require(std::abs(row.gain.points()) <= 100, "a gain is a difference of percentages");
        require(row.calibration.brier() >= 0 && row.calibration.brier() <= 1, "a Brier score is from 0 to 1");
    }
    return 0;
}
