// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/override_editor.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/translation.h"
#include "ui/look/theme.h"

#include <QComboBox>
#include <QCompleter>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>

namespace ulpscope::ui {

OverrideEditor::OverrideEditor(
    const QString& id, const QString& name, const NumericsOverrideRow& row, QWidget* parent)
    : QWidget(parent)
    , m_value(new QComboBox(this))
    , m_state(new QLabel(this))
    , m_reset(new QToolButton(this))
    , m_help(engineText(row.description) + QLatin1Char('\n') + overrideSyntax(row.kind))
{
    const QByteArray term = "knob:" + QByteArray(row.path.data(), qsizetype(row.path.size()));
    registerPlace(this, {.name = id.toUtf8(), .terms = term});
    m_value->setEditable(true);
    describe(m_value, {.name = id.toUtf8() + "_value", .terms = term}, name);
    m_value->setInsertPolicy(QComboBox::NoInsert);
    m_value->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_value->setMinimumContentsLength(9);
    m_value->addItem(tr("inherit"));
    m_value->setItemData(0, tr("What the layer's policy says"), Qt::ToolTipRole);
    for (const OverrideChoice& choice : overrideChoices(row.kind)) {
        m_value->addItem(choice.name);
        m_value->setItemData(m_value->count() - 1, choice.explanation, Qt::ToolTipRole);
    }
    m_value->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_value->completer()->setFilterMode(Qt::MatchContains);
    m_value->installEventFilter(this);
    describe(m_reset, {.name = id.toUtf8() + "_reset", .terms = term}, tr("Reset %1 to inherited").arg(name),
        tr("Reset to inherited"));
    m_reset->setIcon(glyphIcon(Glyph::Undo));
    m_reset->setAutoRaise(true);
    m_reset->setFocusPolicy(Qt::TabFocus);
    rowOf(this, {{m_value, 1}, m_state, m_reset}, {.spacing = 6});

    connect(m_value, &QComboBox::activated, this, &OverrideEditor::commit);
    connect(m_value->lineEdit(), &QLineEdit::editingFinished, this, &OverrideEditor::commit);
    connect(m_reset, &QToolButton::clicked, this, [this] {
        m_refused.clear();
        emit resetRequested();
    });
}

QWidget* OverrideEditor::field() const
{
    return m_value;
}

void OverrideEditor::showValue(
    const QString& value, bool isOverridden, const QString& source, const QString& remark)
{
    const bool isNew = value != m_shown || isOverridden != m_isOverridden;
    if (isNew)
        m_refused.clear();
    m_shown = value;
    m_isOverridden = isOverridden;
    m_source = source;
    m_remark = remark;
    if (m_refused.isEmpty()) {
        const QSignalBlocker blocker(m_value);
        m_value->setEditText(value);
        m_value->lineEdit()->setCursorPosition(0);
    }
    showState();
}

void OverrideEditor::showRefused(const QString& reason)
{
    m_refused = m_value->currentText().trimmed();
    m_reason = reason;
    showState();
}

void OverrideEditor::setCompact(bool isCompact)
{
    if (m_isCompact == isCompact)
        return;
    m_isCompact = isCompact;
    showState();
}

void OverrideEditor::showState()
{
    const bool isWrong = !m_refused.isEmpty();
    const QString full = isWrong ? tr("not applied")
        : m_isOverridden         ? tr("overridden")
                                 : tr("inherited from %1").arg(m_source);
    m_state->setText(m_isCompact && !isWrong && !m_isOverridden ? tr("inherited") : full);
    const QFontMetrics metrics(font());
    m_state->setFixedWidth(m_isCompact
            ? metrics.horizontalAdvance(QStringLiteral("overridden____"))
            : metrics.horizontalAdvance(tr("inherited from %1").arg(m_source)) + 12);
    QFont stateFont = font();
    stateFont.setBold(m_isOverridden || isWrong);
    m_state->setFont(stateFont);
    QPalette statePalette = palette();
    QPalette valuePalette = palette();
    const QColor quiet = mutedText(palette());
    if (isWrong) {
        statePalette.setColor(QPalette::WindowText, severityColor(Severity::Failure, palette()));
        valuePalette.setColor(QPalette::Text, severityColor(Severity::Failure, palette()));
    } else if (!m_isOverridden) {
        statePalette.setColor(QPalette::WindowText, quiet);
        valuePalette.setColor(QPalette::Text, quiet);
    }
    m_state->setPalette(statePalette);
    m_value->lineEdit()->setPalette(valuePalette);
    QFont valueFont = font();
    valueFont.setBold(m_isOverridden && !isWrong);
    m_value->lineEdit()->setFont(valueFont);
    QStringList tip;
    if (isWrong)
        tip += m_reason;
    tip += m_help;
    tip += tr("Now %1, %2.")
               .arg(m_shown, m_isOverridden ? tr("overridden") : tr("inherited from %1").arg(m_source));
    if (!m_remark.isEmpty())
        tip += m_remark;
    m_value->setToolTip(tip.join(QLatin1Char('\n')));
    m_value->setAccessibleDescription(m_value->toolTip());
    m_state->setToolTip(m_value->toolTip());
    m_reset->setEnabled(m_isOverridden || isWrong);
}

void OverrideEditor::commit()
{
    const QString text = m_value->currentText().trimmed();
    if (text == m_shown || (!m_refused.isEmpty() && text == m_refused)) {
        if (text == m_shown && !m_refused.isEmpty()) {
            m_refused.clear();
            showState();
        }
        return;
    }
    m_refused.clear();
    if (text.isEmpty() || text == m_value->itemText(0))
        emit resetRequested();
    else
        emit valueChosen(text);
}

bool OverrideEditor::eventFilter(QObject* watched, QEvent* event)
{
    // The page scrolls under the pointer; a value must not change by that.
    if (watched == m_value && event->type() == QEvent::Wheel) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void OverrideEditor::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    // Later: the children take the new palette after this.
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        QMetaObject::invokeMethod(
            this, [this] { showState(); }, Qt::QueuedConnection);
}

} // namespace ulpscope::ui
