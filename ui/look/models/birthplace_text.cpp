// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/birthplace_text.h"

#include "engine/base/number_text.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/language.h"
#include "ui/look/models/local_number.h"
#include "ui/look/models/translation.h"

#include <QStringList>

namespace ulpscope::ui {

QString birthplaceText(const Birthplace& birth)
{
    if (isEnglish())
        return toQt(birth.sentence); // which a kept run has in its file
    QString where = toQt(birth.tensor);
    if (!birth.layer.empty())
        where.prepend(toQt(birth.layer) + QStringLiteral(", "));
    if (!birth.index.empty())
        where += QLatin1Char(' ') + toQt(birth.index);
    const QString text = tr("The first value that is not finite is %1 in %2 at step %3.")
                             .arg(numberText(birth.value), where, countText(birth.step));
    QStringList operands;
    for (const NamedValue& operand : birth.operands)
        operands += toQt(operand.name) + QLatin1Char(' ') + localNumber(toQt(shortestText(operand.value)));
    return birth.operation.empty() ? text
        : operands.isEmpty()
        ? tr("%1 It comes from: %2.").arg(text, engineText(birth.operation))
        : tr("%1 It comes from: %2 of %3.")
              .arg(text, engineText(birth.operation), operands.join(QStringLiteral(", ")));
}

} // namespace ulpscope::ui
