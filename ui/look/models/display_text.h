// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as the user reads them: three digits, powers of ten and of two with superscripts, NaN and infinity
// by name.
#pragma once

#include "engine/base/config.h"

#include <QChar>
#include <QString>

#include <cstdint>
#include <string_view>

namespace ulpscope::ui {

/// "0.0543", "5.43×10⁻⁶", "NaN", "Inf", "-Inf", "0".
QString numberText(double value, int significantDigits = 3);
/// In a column's width: exact where that is short, else to `digits` digits; "-0" for negative zero.
QString shortNumber(double value, int digits = 9);
/// The engine's percentText(): one number reads the same in the window, in verdicts and on the command line.
QString percentText(double percent);
/// "1 234 567" with thin spaces.
QString countText(std::int64_t count);
/// "1 step", "3 steps".
QString countedText(std::int64_t count, const QString& one, const QString& many);
/// The pattern about one, or the one about other numbers, as the count asks for.
inline QString forCount(std::int64_t count, const QString& one, const QString& many)
{
    return count == 1 ? one : many;
}
/// "1.25 KiB", "12 B".
QString bytesText(double bytes);
/// "10⁻⁶", "2¹⁵".
QString powerText(int base, int exponent);
/// A loss scale: "2¹⁵" for a power of two from 2 to 2¹²⁷ that is at least 2¹¹, else the number itself.
QString scaleText(double scale);

/// A parameter as the user types it into a form: no quotes, lists as "28, 28".
QString parameterText(const ParameterValue& value);

/// UTF-8.
inline QString toQt(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

// Numbers on the screen are written as the program's language writes them, by the decimal point and the groups of QLocale();
// what leaves the program (files, exports, the clipboard) and what it reads from them never is.
QChar decimalPoint(); ///< "." or ","
QChar groupSeparator(); ///< a thin space in English

/// A number that was written with a point, such as "83.9 %" or "1.5e-08", for the screen. Another text is left as it is.
QString localNumber(const QString& plain);
/// Turns a shown number back into plain English digits, for a copied table. A cell that is not one number as a whole,
/// such as "[3,3]", stays as it is.
QString plainNumber(const QString& shown);

/// A typed number with a decimal point: "0,5" is 0.5 if the program's language writes it so.
QString typedNumber(const QString& typed);
/// Turns a typed expression into English digits: a comma between digits is a decimal comma.
QString typedExpression(const QString& typed);

/// GitHub's dialect, which has tables. HTML in the text is text.
QString htmlOfMarkdown(const QString& markdown);

} // namespace ulpscope::ui
