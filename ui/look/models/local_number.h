// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers on the screen are written as the program's language writes them, by the decimal point and the groups of QLocale();
// what leaves the program (files, exports, the clipboard) and what it reads from them never is.
#pragma once

#include <QChar>
#include <QString>

namespace ulpscope::ui {

QChar decimalPoint(); ///< "." or ","
QChar groupSeparator(); ///< a thin space in English

/// A number that was written with a point, such as "83.9 %" or "1.5e-08", for the screen. Another text is left as it is.
QString localNumber(const QString& plain);
/// The same backwards, groups as English has them: for a cell of a table that is copied. A cell that is not one number as a whole,
/// such as "[3,3]", is left as it is.
QString plainNumber(const QString& shown);

/// What a person typed for one number, with a point: "0,5" is 0.5 where the program's language writes it so.
QString typedNumber(const QString& typed);
/// The same for an expression: a comma between digits is a decimal comma.
QString typedExpression(const QString& typed);

} // namespace ulpscope::ui
