// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QTranslator>

#include <algorithm>
#include <array>
#include <memory>

namespace ulpscope::ui {

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
