// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/birthplace_text.h"

#include "engine/base/number_text.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <iterator>

namespace ulpscope::ui {

namespace {

/// What the engine calls operands, with places for the numbers in them.
constexpr const char* kOperands[] = {
    translated("left operand"),
    translated("right operand"),
    translated("input"),
    translated("output gradient"),
    translated("value"),
    translated("output"),
    translated("scale"),
    translated("row %1 of the left operand, largest magnitude"),
    translated("column %1 of the right operand, largest magnitude"),
    translated("their product in float64"),
    translated("partial sum after term %1 of %2"),
    translated("partial sum before term %1 of %2"),
    translated("row %1, smallest value"),
    translated("column %1, smallest value"),
    translated("largest value"),
    translated("sum in float64"),
    translated("gradient without the loss scale"),
    translated("scale in the format"),
    translated("largest magnitude"),
    translated("values"),
    translated("elements"),
    translated("scalar"),
    translated("bias"),
    translated("mean"),
    translated("variance"),
};

/// Names of tensors and parameters stay.
QString operandName(const QString& name)
{
    static const QRegularExpression number(QStringLiteral("\\b\\d+\\b"));
    QString pattern;
    QStringList numbers;
    qsizetype end = 0;
    for (auto found = number.globalMatch(name); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        numbers += match.captured();
        pattern += name.mid(end, match.capturedStart() - end) + QLatin1Char('%')
            + QString::number(numbers.size());
        end = match.capturedEnd();
    }
    pattern += name.mid(end);
    const QByteArray key = pattern.toUtf8();
    const bool isKnown = std::any_of(
        std::begin(kOperands), std::end(kOperands), [&](const char* known) { return key == known; });
    return isKnown
        ? withArguments(engineText(std::string_view(key.constData(), std::size_t(key.size()))), numbers)
        : name;
}

} // namespace

QString operandText(const NamedValue& operand)
{
    return operandName(toQt(operand.name)) + QLatin1Char(' ') + localNumber(toQt(briefText(operand.value)));
}

QString birthplaceText(const Birthplace& birth)
{
    if (isEnglish())
        return toQt(birth.sentence); // which a kept run has in its file
    QString where = toQt(birth.tensor);
    if (!birth.layer.empty())
        where.prepend(toQt(birth.layer) + QStringLiteral(", "));
    if (!birth.index.empty())
        where += QLatin1Char(' ') + toQt(birth.index);
    const QString step = countText(birth.step);
    const QString text = birth.kind == BirthKind::Nan
        ? tr("The first NaN of step %1 is in %2.").arg(step, where)
        : (birth.kind == BirthKind::OfRun ? tr("The first value that is not finite is %1 in %2 at step %3.")
                                          : tr("Of step %3, the first value that is not finite is %1 in %2."))
              .arg(numberText(birth.value), where, step);
    QStringList operands;
    for (const NamedValue& operand : birth.operands)
        operands += operandText(operand);
    return birth.operation.empty() ? text
        : operands.isEmpty()
        ? tr("%1 It comes from: %2.").arg(text, engineText(birth.operation))
        : tr("%1 It comes from: %2 of %3.")
              .arg(text, engineText(birth.operation), operands.join(QStringLiteral(", ")));
}

} // namespace ulpscope::ui
