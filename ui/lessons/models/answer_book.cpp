// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/models/answer_book.h"

#include "app/lesson/answers/answers_file.h"
#include "engine/base/number_text.h"
#include "ui/lessons/models/lesson_measure.h"
#include "ui/look/models/display_text.h"

#include <QRegularExpression>

#include <cmath>
#include <map>
#include <numeric>

namespace ulpscope::ui {

namespace {

constexpr int kMaxGuesses = 200;

} // namespace

AnswerBook::AnswerBook(Settings& settings)
    : m_settings(settings)
{
    if (Result<StudentAnswers> kept = readAnswers(settings.lessonAnswers().toStdString()))
        m_answers = *std::move(kept);
}

std::size_t AnswerBook::count() const
{
    std::size_t count = 0;
    for (const LessonAnswers& lesson : m_answers.lessons)
        count += lesson.answers.size();
    return count;
}

void AnswerBook::add(const QString& lessonName, const Lesson& lesson, const QuestionAnswer& given)
{
    addAnswer(m_answers, lessonName.toStdString(), lesson, given);
    keep();
}

void AnswerBook::setStudent(const QString& name)
{
    QString kept = name.trimmed();
    while (kept.toUtf8().size() > qsizetype(kLongestStudentName))
        kept.chop(1);
    m_answers.student = kept.toStdString();
    keep();
}

void AnswerBook::forget()
{
    m_answers = {};
    keep();
}

void AnswerBook::keep()
{
    const bool isNothing = m_answers.isEmpty() && m_answers.student.empty();
    m_settings.setLessonAnswers(
        isNothing ? QByteArray() : QByteArray::fromStdString(writeAnswers(m_answers)));
}

QString optionLetter(std::size_t option)
{
    return option < 26 ? QString(QChar(u'A' + ushort(option))) : QString::number(option + 1);
}

RoomGuesses roomGuessesFrom(const QString& text, const Question& question, QString* unread)
{
    RoomGuesses guesses;
    if (unread != nullptr)
        unread->clear();
    static const QRegularExpression between(QStringLiteral("[\\s,;]+"));
    if (question.kind == QuestionKind::Choice) {
        guesses.options.assign(question.options.size(), 0);
        bool isAny = false;
        for (const QChar letter : text) {
            const int option = letter.toUpper().unicode() - u'A';
            if (option >= 0 && std::size_t(option) < question.options.size()) {
                ++guesses.options[std::size_t(option)];
                isAny = true;
            } else if (letter.isLetterOrNumber() && unread != nullptr) {
                *unread += letter;
            }
        }
        if (!isAny)
            guesses.options.clear();
        return guesses;
    }
    std::map<double, int> counted;
    int count = 0;
    for (QString word : typedExpression(text).split(between, Qt::SkipEmptyParts)) {
        if (word.endsWith(QLatin1Char('%')))
            word.chop(1);
        const std::optional<double> number = parseNumber(word.toStdString());
        if (number && std::isfinite(*number) && count < kMaxGuesses) {
            ++counted[*number];
            ++count;
        } else if (unread != nullptr && !word.isEmpty()) {
            *unread += (unread->isEmpty() ? QString() : QStringLiteral(" ")) + word;
        }
    }
    guesses.numbers.assign(counted.begin(), counted.end());
    return guesses;
}

int RoomGuesses::count() const
{
    int all = std::accumulate(options.begin(), options.end(), 0);
    for (const auto& [number, count] : numbers)
        all += count;
    return all;
}

int rightGuesses(const RoomGuesses& guesses, const Question& question)
{
    int right = 0;
    for (const auto& [number, count] : guesses.numbers)
        right += grade(question, Answer(number)).isRight ? count : 0;
    for (std::size_t i = 0; i < guesses.options.size(); ++i)
        right += grade(question, Answer(i)).isRight ? guesses.options[i] : 0;
    return right;
}

QString roomGuessesText(const RoomGuesses& guesses, const Question& question)
{
    QStringList parts;
    for (const auto& [number, count] : guesses.numbers)
        parts += count == 1 ? saidText(number, toQt(question.unit))
                            : QStringLiteral("%1 (%2)").arg(saidText(number, toQt(question.unit))).arg(count);
    for (std::size_t i = 0; i < guesses.options.size(); ++i)
        parts += QStringLiteral("%1 %2").arg(optionLetter(i)).arg(guesses.options[i]);
    return parts.join(QStringLiteral(", "));
}

} // namespace ulpscope::ui
