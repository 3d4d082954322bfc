// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/translation.h"

#include "ui/look/models/display_text.h"

#include <QLibraryInfo>
#include <QRegularExpression>
#include <QTranslator>

#include <algorithm>
#include <array>
#include <memory>

namespace ulpscope::ui {

namespace {

/// "6.0e-08" as numberText() has it: a number has one notation on the screen. What is short enough to be typed stays.
QString withPowerOfTen(const QString& text)
{
    static const QRegularExpression number(QStringLiteral("^([+-]?[0-9]\\.[0-9]+)e([+-]?[0-9]+)$"));
    const QRegularExpressionMatch match = number.match(text);
    return match.hasMatch()
        ? match.captured(1) + QStringLiteral("×") + powerText(10, match.captured(2).toInt())
        : text;
}

} // namespace

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
    if (message.kind() == Message::Kind::Verbatim)
        return QString::fromStdString(message.pattern());
    if (message.kind() == Message::Kind::Plain)
        return localNumber(withPowerOfTen(engineText(message.pattern())));
    QStringList arguments;
    for (const Message& argument : message.arguments())
        arguments += engineText(argument);
    return withArguments(engineText(message.pattern()), arguments);
}

QString engineText(const Error& error)
{
    return engineText(error.sentence());
}

namespace {

constexpr std::array<Language, 2> kLanguages{{{"en", "English"}, {"de", "Deutsch"}}};

bool isKnown(const QString& code)
{
    return std::any_of(kLanguages.begin(), kLanguages.end(),
        [&](const Language& language) { return code == QLatin1String(language.code); });
}

void install(const QString& file, const QString& folder)
{
    auto translator = std::make_unique<QTranslator>(QCoreApplication::instance());
    if (translator->load(file, folder))
        QCoreApplication::installTranslator(translator.release());
}

} // namespace

std::span<const Language> languages()
{
    return kLanguages;
}

QString languageFor(const QString& chosen, const QLocale& system)
{
    if (isKnown(chosen))
        return chosen;
    const QString code = system.name().section(QLatin1Char('_'), 0, 0);
    return isKnown(code) ? code : QString::fromLatin1(kLanguages.front().code);
}

void useLanguage(const QString& code)
{
    if (QLocale::system().name().section(QLatin1Char('_'), 0, 0) == code)
        QLocale::setDefault(QLocale::system()); // Austria's and Switzerland's numbers
    else
        QLocale::setDefault(QLocale(code));
    if (code == QLatin1String(kLanguages.front().code))
        return;
    // Qt's own first: of two translators the one that was installed last is asked first.
    install(QStringLiteral("qtbase_") + code, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(QStringLiteral("ulpscope_") + code, QStringLiteral(":/translations"));
}

bool isEnglish()
{
    const QLocale::Language language = QLocale().language();
    return language == QLocale::C || language == QLocale::English;
}

QString currentLanguage()
{
    return isEnglish() ? QString::fromLatin1(kLanguages.front().code)
                       : QLocale().name().section(QLatin1Char('_'), 0, 0);
}

} // namespace ulpscope::ui
