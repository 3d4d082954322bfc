// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/policy_palette.h"

#include "ui/forms/models/policy_palette_model.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/theme.h"

#include <QHeaderView>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTreeView>

namespace ulpscope::ui {

namespace {

constexpr int kRowPadding = 5;

/// The description of a policy is paler than its name.
class QuietDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, kRowPadding);
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.column() == PolicyPaletteModel::NameColumn)
            return;
        option->palette.setColor(QPalette::Text, mutedText(option->palette));
    }
};

} // namespace

PolicyPalette::PolicyPalette(QWidget* parent)
    : QWidget(parent)
    , m_model(new PolicyPaletteModel(this))
    , m_view(new QTreeView(this))
    , m_apply(new QPushButton(this))
{
    registerPlace(
        this, {.name = "policyPalettePage", .terms = "policy_palette", .guide = "window#policy-list"});
    m_view->setIconSize({kMarkWidth, kMarkHeight});
    describe(m_view,
        {.name = "policyPalette",
            .columns = {"dtype_policy", "compute_dtype", "variable_dtype", "quantization_mode"}},
        tr("Policies by name"),
        tr("Drag a policy onto a layer, or press Enter to give it to the selected layers"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new QuietDelegate(m_view));
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setDragDropMode(QAbstractItemView::DragOnly);
    m_view->setAllColumnsShowFocus(true);
    m_view->setUniformRowHeights(true);
    m_view->setIndentation(8);
    for (int group = 0; group < m_model->rowCount(); ++group)
        m_view->setFirstColumnSpanned(group, {}, true);
    m_view->expandAll();
    for (int column = 0; column < PolicyPaletteModel::QuantizationColumn; ++column)
        m_view->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    m_view->header()->setStretchLastSection(true);
    m_apply->setObjectName(QStringLiteral("applyPolicy"));
    m_apply->setToolTip(tr("Gives the chosen policy to the layers that are selected above"));
    columnOf(this, {{m_view, 1}, m_apply}, {.margins = QMargins(8, 8, 8, 8), .spacing = 6});

    connect(m_view, &QTreeView::activated, this, &PolicyPalette::choose);
    connect(m_apply, &QPushButton::clicked, this, &PolicyPalette::choose);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &PolicyPalette::refresh);
    refresh();
}

void PolicyPalette::showTarget(const QString& layers)
{
    m_target = layers;
    refresh();
}

void PolicyPalette::refresh()
{
    const QString name = m_model->policyName(m_view->currentIndex());
    m_apply->setEnabled(!name.isEmpty() && !m_target.isEmpty());
    m_apply->setText(name.isEmpty() ? tr("Choose a policy, or drag it onto a layer")
            : m_target.isEmpty()    ? tr("Select layers above for %1").arg(name)
                                    : tr("Give %1 to %2").arg(name, m_target));
}

void PolicyPalette::choose()
{
    if (const QString name = m_model->policyName(m_view->currentIndex()); !name.isEmpty())
        emit policyChosen(name);
}

} // namespace ulpscope::ui
