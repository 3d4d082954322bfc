// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/translation.h"

#include "ui/look/models/language.h"
#include "ui/look/models/local_number.h"

namespace ulpscope::ui {

QString engineText(std::string_view english)
{
    return english.empty() ? QString()
                           : QCoreApplication::translate("ulpscope", std::string(english).c_str());
}

QString withinSentence(const QString& title)
{
    return isEnglish() ? title.toLower() : title;
}

QString withArguments(const QString& pattern, const QStringList& arguments)
{
    QString text;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const int place
            = pattern[i] == QLatin1Char('%') && i + 1 < pattern.size() ? pattern[i + 1].digitValue() : 0;
        if (place < 1 || place > arguments.size()) {
            text += pattern[i];
            continue;
        }
        text += arguments[place - 1];
        ++i;
    }
    return text;
}

QString engineText(const Message& message)
{
    if (message.kind() == Message::Kind::Code)
        return QString::fromStdString(message.pattern());
    if (message.kind() == Message::Kind::Plain)
        return localNumber(engineText(message.pattern()));
    QStringList arguments;
    for (const Message& argument : message.arguments())
        arguments += engineText(argument);
    return withArguments(engineText(message.pattern()), arguments);
}

} // namespace ulpscope::ui
