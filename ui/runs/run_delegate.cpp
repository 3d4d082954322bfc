// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_delegate.h"

#include "ui/look/describe.h"
#include "ui/look/plot_theme.h"
#include "ui/runs/models/runs_model.h"

#include <QLineEdit>
#include <QPainter>

namespace ulpscope::ui {

namespace {

constexpr QSize kSample{26, 12}; ///< of the run's line
constexpr int kLongestText = 200;
constexpr int kRowPadding = 13; ///< pixels

static_assert(KeptRuns::kLooks == kRunLooks && KeptRuns::kColors == kRunColors);

QIcon lineIcon(const QPen& pen)
{
    QPixmap pixmap(kSample * 2);
    pixmap.setDevicePixelRatio(2);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setPen(pen);
    painter.drawLine(0, kSample.height() / 2, kSample.width(), kSample.height() / 2);
    return QIcon(pixmap);
}

} // namespace

int runRowHeight(const QFontMetrics& metrics)
{
    return metrics.height() + kRowPadding;
}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return {RemarkDelegate::sizeHint(option, index).width(), runRowHeight(option.fontMetrics)};
}

QWidget* RunDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const bool isName = index.column() == RunsModel::NameColumn;
    auto* field = new QLineEdit(parent);
    if (isName && index.model()->hasChildren(index))
        describe(field, QStringLiteral("runNameEditor"), tr("Name of these runs"),
            tr("Return keeps it, Escape does not. An empty one leaves the name as it is."));
    else if (isName)
        describe(field, QStringLiteral("runNameEditor"), tr("Name of the run"),
            tr("Return keeps it, Escape does not. An empty name gives the run its first one back."));
    else
        describe(field, QStringLiteral("runNoteEditor"), tr("Note on the run"),
            tr("Return keeps it, Escape does not."));
    field->setFrame(false);
    field->setAutoFillBackground(true);
    field->setMaxLength(kLongestText);
    return field;
}

void RunDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* field = static_cast<QLineEdit*>(editor); // made by createEditor
    if (field->isModified()) // a run that grows announces its cells; what is being typed stays
        return;
    field->setText(index.data(Qt::EditRole).toString());
    field->selectAll();
}

void RunDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    RemarkDelegate::initStyleOption(option, index);
    const QVariant look = index.data(RunsModel::LookRole);
    if (!look.isValid())
        return;
    QPen pen = plotTheme(option->palette).runPen(look.toInt(), 2);
    if (option->state.testFlag(QStyle::State_Selected)) // on which its own colour may not be seen
        pen.setColor(option->palette.color(QPalette::HighlightedText));
    option->icon = lineIcon(pen);
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = kSample;
}

} // namespace ulpscope::ui
