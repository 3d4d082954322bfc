// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/search/names_box.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/models/dtype_mark.h"

#include <QLabel>
#include <QListWidget>

namespace ulpscope::ui {

namespace {

constexpr int kRows = 5; ///< rows in sight
constexpr int kLetters = 26; ///< letters for which a row has room
constexpr int kLongestText = 4000;

} // namespace

NamesBox::NamesBox(const Words& words, Reading reading, QWidget* parent)
    : QWidget(parent)
    , m_reading(std::move(reading))
    , m_text(new FaultField(this))
    , m_list(new QListWidget(this))
{
    registerPlace(this, {.name = words.id.toUtf8(), .terms = words.terms});
    auto* title = new QLabel(words.title, this);
    title->setObjectName(words.id + QStringLiteral("Title"));
    title->setBuddy(m_list);
    describe(m_text, {.name = words.id.toUtf8() + "Text", .terms = words.terms}, words.text, words.textTip);
    m_text->setPlaceholderText(words.placeholder);
    m_text->setMaxLength(kLongestText);
    describe(m_list, {.name = words.id.toUtf8() + "List", .terms = words.terms}, words.list, words.listTip);
    m_list->setTabKeyNavigation(false);
    m_list->setIconSize(QSize(kMarkWidth, kMarkHeight));
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    fitText();
    columnOf(this, {title, m_list, m_text}, {.spacing = 4});
    connect(m_text, &QLineEdit::textEdited, this, [this] {
        tick();
        emit edited();
    });
    connect(m_list, &QListWidget::itemChanged, this, [this] {
        if (!m_isTicking)
            write();
    });
}

void NamesBox::fitText()
{
    m_list->setFixedHeight(kRows * (fontMetrics().height() + 5) + 2 * m_list->frameWidth());
    m_list->setMinimumWidth(fontMetrics().averageCharWidth() * kLetters);
}

void NamesBox::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitText();
}

void NamesBox::setNames(const QStringList& names)
{
    if (names == m_names)
        return;
    m_names = names;
    m_isTicking = true;
    m_list->clear();
    for (const QString& name : names) {
        auto* item = new QListWidgetItem(name, m_list);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Unchecked);
        item->setToolTip(m_reading.tip(name));
        if (m_reading.mark)
            item->setIcon(m_reading.mark(name));
    }
    m_isTicking = false;
    if (m_list->count() > 0)
        m_list->setCurrentRow(0);
    tick();
}

void NamesBox::setText(const QString& text)
{
    m_text->setText(text);
    m_text->setCursorPosition(0); // its beginning is what is seen
    tick();
}

QString NamesBox::text() const
{
    return m_text->text();
}

void NamesBox::focusList()
{
    m_list->setFocus();
}

void NamesBox::tick()
{
    const QStringList chosen = m_reading.chosen(m_text->text(), m_names);
    m_isTicking = true;
    for (int row = 0; row < m_list->count(); ++row)
        m_list->item(row)->setCheckState(
            chosen.contains(m_list->item(row)->text()) ? Qt::Checked : Qt::Unchecked);
    m_isTicking = false;
}

void NamesBox::write()
{
    QStringList chosen;
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->checkState() == Qt::Checked)
            chosen += m_list->item(row)->text();
    m_text->setText(m_reading.text(m_text->text(), chosen, m_names));
    emit edited();
}

} // namespace ulpscope::ui
