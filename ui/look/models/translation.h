// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of functions that belong to no QObject, and texts of the engine in the window's language.
#pragma once

#include "engine/base/message.h"
#include "engine/base/result.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <string_view>

namespace ulpscope::ui {

inline QString tr(const char* text)
{
    return QCoreApplication::translate("ulpscope::ui", text);
}

/// A text of one of the engine's catalogs, or of a scene: where a person wrote it, as it is.
QString engineText(std::string_view english);

/// A title within a sentence: in English with small letters, which a German noun never has.
QString withinSentence(const QString& title);

/// A pattern with its places %1, %2, ... filled; an argument's own "%1" stays.
QString withArguments(const QString& pattern, const QStringList& arguments);

/// A sentence of the engine, with its numbers as the window writes them.
QString engineText(const Message& message);
/// Translates an error, with its place.
QString engineText(const Error& error);

} // namespace ulpscope::ui
