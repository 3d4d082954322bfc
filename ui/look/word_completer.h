// SPDX-License-Identifier: GPL-3.0-or-later
// Offers names for the word at the cursor of a field, by any part of them, each with what it means in its tooltip. F4 offers all.
#pragma once

#include <QCompleter>

#include <utility>
#include <vector>

class QLineEdit;

namespace ulpscope::ui {

class WordCompleter : public QCompleter
{
    Q_OBJECT
public:
    /// words: each with its meaning. It becomes the field's completer.
    WordCompleter(const std::vector<std::pair<QString, QString>>& words, QLineEdit* field);

    /// Whether the text is one of the words, and one that nothing has to follow.
    bool isWhole(const QString& text) const;
    /// The words that stand in the text, a line each with its meaning.
    QString meaningsIn(const QString& text) const;

    QStringList splitPath(const QString& path) const override;
    QString pathFromIndex(const QModelIndex& index) const override;

signals:
    /// The field's text is a person's now, with a word that was chosen.
    void chosen();

private:
    void offerAll();

    QLineEdit* m_field;
    bool m_offersAll = false;
    // Where words were asked for: what is chosen is put there, however often the choice changes.
    mutable QString m_text;
    mutable qsizetype m_begin = 0;
    mutable qsizetype m_length = 0;
};

} // namespace ulpscope::ui
