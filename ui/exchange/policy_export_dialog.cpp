// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exchange/policy_export_dialog.h"

#include "engine/file/whole_file.h"
#include "ui/look/accessible_role.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/translation.h"
#include "ui/look/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

namespace ulpscope::ui {

PolicyExportDialog::PolicyExportDialog(
    std::vector<ExportTarget> targets, const QString& notice, QWidget* parent)
    : QDialog(parent)
    , m_targets(std::move(targets))
    , m_list(new QListWidget(this))
    , m_description(new QLabel(this))
    , m_text(new QPlainTextEdit(this))
    , m_leftOut(new QLabel)
    , m_done(new QLabel(this))
{
    registerPlace(this, {.name = "policyExport", .guide = "policies#export"});
    setWindowTitle(tr("Export policy"));
    describe(m_list, QStringLiteral("exportTargets"), tr("What to write"),
        tr("What the policies are written as: arrow keys or a click choose"));
    m_list->setUniformItemSizes(true);
    for (const ExportTarget& each : m_targets) {
        auto* item = new QListWidgetItem(each.title, m_list);
        item->setToolTip(each.description);
        item->setSizeHint(QSize(0, fontMetrics().height() + 12));
    }
    for (QLabel* label : {m_description, m_leftOut}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    }
    m_description->setObjectName(QStringLiteral("exportDescription"));
    describe(m_leftOut, QStringLiteral("leftOut"), tr("What this target cannot say"));
    m_done->setObjectName(QStringLiteral("exportDone"));
    describe(m_text, QStringLiteral("exportText"), tr("The text that is copied or saved"),
        tr("Ctrl+C copies what is selected, or all"));
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));

    auto* buttons = new QDialogButtonBox(this);
    m_save = buttons->addButton(tr("&Save…"), QDialogButtonBox::ActionRole);
    m_copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    m_save->setObjectName(QStringLiteral("savePolicy"));
    m_save->setIcon(glyphIcon(Glyph::Save));
    m_save->setToolTip(tr("Writes the text to a file"));
    m_copy->setObjectName(QStringLiteral("copyPolicy"));
    m_copy->setIcon(glyphIcon(Glyph::Copy));
    m_copy->setToolTip(tr("Copies the text to the clipboard (Ctrl+C)"));
    m_copy->setDefault(true);
    buttons->addButton(QDialogButtonBox::Close)->setToolTip(tr("Closes this dialog"));
    connect(m_save, &QPushButton::clicked, this, &PolicyExportDialog::askSave);
    connect(m_copy, &QPushButton::clicked, this, &PolicyExportDialog::copy);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_list, &QListWidget::currentRowChanged, this, &PolicyExportDialog::showTarget);

    auto* leftOutArea = new QScrollArea(this);
    leftOutArea->setWidget(m_leftOut);
    leftOutArea->setWidgetResizable(true);
    leftOutArea->setFrameShape(QFrame::NoFrame);
    leftOutArea->setAccessibleName(m_leftOut->accessibleName());
    leftOutArea->setToolTip(tr("What of the session does not go along"));
    leftOutArea->setFocusPolicy(Qt::TabFocus);
    setAccessibleRole(*leftOutArea, QAccessible::Grouping);
    auto* page = new QWidget(this);
    columnOf(page, {m_description, {m_text, 3}, {leftOutArea, 1}});
    auto* parts = new QSplitter(Qt::Horizontal, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(m_list);
    parts->addWidget(page);
    parts->setStretchFactor(1, 1);
    parts->setSizes({fontMetrics().averageCharWidth() * 34, 620});
    auto* bottom = rowOf({{m_done, 1}, buttons});
    auto* layout = new QVBoxLayout(this);
    if (!notice.isEmpty()) {
        auto* text = new QLabel(notice, this);
        text->setObjectName(QStringLiteral("exportNotice"));
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        layout->addWidget(text);
    }
    layout->addWidget(parts, 1);
    layout->addLayout(bottom);
    m_text->installEventFilter(this);
    m_list->installEventFilter(this);
    resize(900, 560);
    m_list->setCurrentRow(0);
    m_list->setFocus();
}

const ExportTarget* PolicyExportDialog::target() const
{
    const int row = m_list->currentRow();
    return row < 0 ? nullptr : &m_targets[static_cast<std::size_t>(row)];
}

void PolicyExportDialog::showTarget(int row)
{
    m_done->clear();
    if (row < 0)
        return;
    const ExportTarget& shown = m_targets[static_cast<std::size_t>(row)];
    m_description->setText(
        (shown.needs.isEmpty() ? shown.description : shown.description + QLatin1Char(' ') + shown.needs)
            .toHtmlEscaped());
    m_text->setPlainText(shown.text);
    m_copy->setEnabled(!shown.error);
    m_save->setEnabled(!shown.error);
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText,
        shown.error ? severityColor(Severity::Failure, palette()) : palette().color(QPalette::WindowText));
    m_leftOut->setPalette(colors);
    if (shown.error) {
        m_leftOut->setText(
            tr("<b>This cannot be written:</b> %1").arg(engineText(*shown.error).toHtmlEscaped()));
        return;
    }
    QString items;
    for (const QString& sentence : shown.leftOut)
        items += QStringLiteral("<li>%1</li>").arg(sentence.toHtmlEscaped());
    m_leftOut->setText(items.isEmpty()
            ? tr("Nothing of the session's policies is left behind.")
            : tr("<b>What this target cannot say</b><ul style=\"margin-left:-22px\">%1</ul>").arg(items));
}

bool PolicyExportDialog::eventFilter(QObject* watched, QEvent* event)
{
    const bool isCopy
        = event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy);
    if (isCopy && (watched == m_list || !m_text->textCursor().hasSelection())) {
        copy();
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

void PolicyExportDialog::copy()
{
    QApplication::clipboard()->setText(m_text->toPlainText());
    m_done->setText(tr("Copied."));
}

Status PolicyExportDialog::saveTo(const QString& path) const
{
    return writeWholeFile(QFile::encodeName(path).toStdString(), m_text->toPlainText().toStdString());
}

void PolicyExportDialog::askSave()
{
    const QString name = target()->fileName;
    const QString suffix = QFileInfo(name).suffix();
    const QString path = fileToSave(this,
        {.title = tr("Export policy"),
            .path = name,
            .filters = tr("%1 files (*.%1);;All files (*)").arg(suffix)});
    if (path.isEmpty())
        return;
    if (const Status saved = saveTo(path); saved)
        m_done->setText(tr("Saved %1").arg(path));
    else
        QMessageBox::warning(this, windowTitle(), engineText(saved.error()));
}

} // namespace ulpscope::ui
