// SPDX-License-Identifier: GPL-3.0-or-later
// The window's languages. One is chosen at the start, before anything is shown.
#pragma once

#include <QLocale>
#include <QString>

#include <span>

namespace ulpscope::ui {

struct Language
{
    const char* code; ///< "de"
    const char* name; ///< as who speaks it calls it, "Deutsch"
};

/// English first.
std::span<const Language> languages();

/// chosen: a code, or empty for the system's language where there is it, else English.
QString languageFor(const QString& chosen, const QLocale& system = QLocale::system());

/// Translates all texts from now on, and writes numbers as the language does. What is built already stays as it is.
void useLanguage(const QString& code);

/// Numbers and texts are English: until useLanguage() said otherwise.
bool isEnglish();

/// The code of what texts are shown in.
QString currentLanguage();

} // namespace ulpscope::ui
