// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/error_text.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/language.h"
#include "ui/look/models/local_number.h"
#include "ui/look/models/translation.h"

#include <QRegularExpression>

#include <iterator>
#include <optional>
#include <span>
#include <vector>

namespace ulpscope::ui {

namespace {

// Of two that fit, the first is taken. A place in quotes is a text of the person's.
constexpr const char* kSentences[] = {
    translated("expected %1, got %2"),
    translated("missing: expected %1"),
    // Names.
    translated("unknown %1 '%2'; did you mean '%3'?"),
    translated("unknown %1 '%2'; known: %3"),
    translated("unknown %1 '%2'"),
    translated("Cannot convert '%1' to a mixed precision DTypePolicy; did you mean '%2'?"),
    translated(
        "Cannot convert '%1' to a mixed precision DTypePolicy; valid are mixed_float16, mixed_bfloat16 and "
        "the dtype names such as float32"),
    translated("Cannot convert '%1' into a valid pair (mode, source_name); a quantized policy reads like "
               "float8_from_mixed_bfloat16"),
    translated("'%1' is there twice"),
    // What a search is asked.
    translated("no layer but inputs has '%1' in its path"),
    translated("expected a number's name, such as loss"),
    translated("expected a step or a range of steps, such as 500 or 50.."),
    translated("expected a number, or a factor as in 1.01*float32"),
    translated("expected <, <=, >, >=, == or !="),
    translated("expected ';' and another clause, or the end"),
    translated("the run's steps are 0 to %1, so there is no step %2"),
    translated("a range begins before it ends"),
    translated("%1 is of a step: say at which, as in %2"),
    translated("%1 is known at the run's end alone: leave out what follows it"),
    translated("another process writes to it"),
    // Files.
    translated("cannot be read: %1"),
    translated("cannot be written: %1"),
    translated("is %1; expected a file"),
    translated("is larger than %1 MiB"),
    translated("is empty"),
    translated("is neither a CSV, NPZ, NPY or IDX file nor a text"),
    translated("empty: expected JSON"),
    translated("not valid JSON: %1"),
};

/// What may stand in a place of a sentence, or before it.
constexpr const char* kParts[] = {
    translated("an integer or %1"),
    translated("%1 in [%2, %3]"),
    translated("%1 >= %2"),
    translated("%1 <= %2"),
    translated("an integer"),
    translated("a number"),
    translated("a text"),
    translated("true or false"),
    translated("a list of integers"),
    translated("\"none\", \"auto\", \"fixed 1024\", \"dynamic 2^15\" or another rule"),
    translated("choice"),
    translated("column"),
    translated("key"),
    translated("layer"),
    translated("number"),
    translated("layer class"),
    translated("loss scale"),
    translated("optimizer"),
    translated("format"),
    translated("rounding mode"),
    translated("No such file or directory"),
    translated("Permission denied"),
    translated("Is a directory"),
    translated("Not a directory"),
    translated("No space left on device"),
    translated("Read-only file system"),
    translated("a folder"),
    translated("line %1, column %2"),
};

struct ErrorPattern
{
    const char* english;
    QRegularExpression fits;
    std::vector<bool> isVerbatim; ///< by place: it stands in quotes
};

std::vector<ErrorPattern> compiled(std::span<const char* const> patterns)
{
    std::vector<ErrorPattern> all;
    for (const char* english : patterns) {
        ErrorPattern pattern{english, {}, {}};
        QString expression = QRegularExpression::escape(QString::fromUtf8(english));
        for (int place = 1;; ++place) {
            const QString mark = QStringLiteral("\\%%1").arg(place);
            if (!expression.contains(mark))
                break;
            pattern.isVerbatim.push_back(expression.contains(QStringLiteral("\\'") + mark));
            expression.replace(mark, QStringLiteral("(.*?)"));
        }
        pattern.fits = QRegularExpression(
            QRegularExpression::anchoredPattern(expression), QRegularExpression::DotMatchesEverythingOption);
        all.push_back(std::move(pattern));
    }
    return all;
}

QString partText(const QString& english);

/// Nothing where no pattern fits.
std::optional<QString> translatedBy(const std::vector<ErrorPattern>& patterns, const QString& english)
{
    for (const ErrorPattern& pattern : patterns) {
        const QRegularExpressionMatch match = pattern.fits.match(english);
        if (!match.hasMatch())
            continue;
        QStringList arguments;
        for (std::size_t place = 0; place < pattern.isVerbatim.size(); ++place) {
            const QString argument = match.captured(int(place) + 1);
            arguments += pattern.isVerbatim[place] ? argument : partText(argument);
        }
        return withArguments(tr(pattern.english), arguments);
    }
    return {};
}

QString partText(const QString& english)
{
    static const std::vector<ErrorPattern> parts = compiled(kParts);
    return translatedBy(parts, english).value_or(localNumber(english));
}

QString sentenceText(const QString& english)
{
    static const std::vector<ErrorPattern> sentences = compiled(kSentences);
    if (const std::optional<QString> whole = translatedBy(sentences, english))
        return *whole;
    // "mine.ulps: training.steps: expected ...": places stand before.
    const qsizetype colon = english.indexOf(QLatin1String(": "));
    if (colon < 0)
        return english;
    const QString place = english.left(colon); // a key of a file has no space
    return (place.contains(QLatin1Char(' ')) ? partText(place) : place) + QLatin1String(": ")
        + sentenceText(english.mid(colon + 2));
}

} // namespace

QString errorText(const Error& error)
{
    return errorText(error.text());
}

QString errorText(std::string_view message)
{
    return isEnglish() ? toQt(message) : sentenceText(toQt(message));
}

QString expectationText(const ParameterSpec& parameter)
{
    return isEnglish() ? toQt(expectation(parameter)) : partText(toQt(expectation(parameter)));
}

std::vector<std::string_view> errorPatterns()
{
    std::vector<std::string_view> all(std::begin(kSentences), std::end(kSentences));
    all.insert(all.end(), std::begin(kParts), std::end(kParts));
    return all;
}

} // namespace ulpscope::ui
