// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/word_completer.h"

#include "ui/look/glyphs.h"

#include <QAction>
#include <QLineEdit>
#include <QRegularExpression>
#include <QStandardItemModel>

namespace ulpscope::ui {

namespace {

const QRegularExpression& word()
{
    static const QRegularExpression expression(QStringLiteral("[A-Za-z_][A-Za-z0-9_.]*"));
    return expression;
}

} // namespace

WordCompleter::WordCompleter(const std::vector<std::pair<QString, QString>>& words, QLineEdit* field)
    : QCompleter(field)
    , m_field(field)
{
    auto* model = new QStandardItemModel(this);
    for (const auto& [name, meaning] : words) {
        auto* item = new QStandardItem(name);
        item->setToolTip(meaning);
        model->appendRow(item);
    }
    setModel(model);
    setCompletionMode(QCompleter::PopupCompletion);
    setFilterMode(Qt::MatchContains);
    setCaseSensitivity(Qt::CaseInsensitive);
    setMaxVisibleItems(12);
    field->setCompleter(this);
    // Later: the field takes the text over first, as if a program had set it.
    connect(this, qOverload<const QString&>(&QCompleter::activated), this, &WordCompleter::chosen,
        Qt::QueuedConnection);
    QAction* all = field->addAction(glyphIcon(Glyph::Down), QLineEdit::TrailingPosition);
    all->setText(tr("Offer all names"));
    all->setToolTip(tr("Offers all names (F4); typing a part of one searches"));
    all->setShortcut(Qt::Key_F4);
    all->setShortcutContext(Qt::WidgetShortcut);
    connect(all, &QAction::triggered, this, &WordCompleter::offerAll);
}

void WordCompleter::offerAll()
{
    m_field->setFocus(Qt::OtherFocusReason);
    m_offersAll = true;
    setCompletionPrefix(QString());
    complete();
    m_offersAll = false;
}

QStringList WordCompleter::splitPath(const QString&) const
{
    m_text = m_field->text();
    m_begin = m_field->cursorPosition();
    m_length = 0;
    for (auto found = word().globalMatch(m_text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        if (match.capturedStart() <= m_field->cursorPosition()
            && m_field->cursorPosition() <= match.capturedEnd()) {
            m_begin = match.capturedStart();
            m_length = match.capturedLength();
        }
    }
    return {m_offersAll ? QString() : m_text.mid(m_begin, m_length)};
}

QString WordCompleter::pathFromIndex(const QModelIndex& index) const
{
    return QString(m_text).replace(m_begin, m_length, index.data().toString());
}

bool WordCompleter::isWhole(const QString& text) const
{
    return !text.endsWith(QLatin1Char('('))
        && !model()->match(model()->index(0, 0), Qt::DisplayRole, text, 1, Qt::MatchExactly).isEmpty();
}

QString WordCompleter::meaningsIn(const QString& text) const
{
    QStringList lines;
    for (auto found = word().globalMatch(text); found.hasNext();) {
        const QString name = found.next().captured();
        for (int row = 0; row < model()->rowCount(); ++row) {
            const QModelIndex index = model()->index(row, 0);
            const QString known = index.data().toString();
            if (known == name || known == name + QLatin1Char('('))
                lines += name + QStringLiteral(": ") + index.data(Qt::ToolTipRole).toString();
        }
    }
    lines.removeDuplicates();
    return lines.join(QLatin1Char('\n'));
}

} // namespace ulpscope::ui
