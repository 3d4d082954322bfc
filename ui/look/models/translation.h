// SPDX-License-Identifier: GPL-3.0-or-later
// The window's languages, and texts in the one that was chosen.
#pragma once

#include "engine/base/message.h"
#include "engine/base/result.h"

#include <QCoreApplication>
#include <QLocale>
#include <QString>
#include <QStringList>

#include <span>
#include <string_view>

namespace ulpscope::ui {

inline QString tr(const char* text)
{
    return QCoreApplication::translate("ulpscope::ui", text);
}

/// A text of one of the engine's catalogs, or of a scene: where the user wrote it, as it is.
QString engineText(std::string_view english);

/// A title within a sentence: in English with small letters, which a German noun never has.
QString withinSentence(const QString& title);

/// A pattern with its places %1, %2, ... filled; an argument's own "%1" stays.
QString withArguments(const QString& pattern, const QStringList& arguments);

/// A sentence of the engine, with its numbers as the window writes them.
QString engineText(const Message& message);
/// Translates an error, with its place.
QString engineText(const Error& error);

// The window's languages. One is chosen at the start, before anything is shown.
struct Language
{
    const char* code; ///< "de"
    const char* name; ///< name in the language itself, "Deutsch"
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
