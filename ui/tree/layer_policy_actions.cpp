// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/layer_policy_actions.h"

#include "ui/look/action.h"
#include "ui/look/describe.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/policy_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/table_look.h"
#include "ui/tree/models/layer_edits.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QTreeView>

namespace ulpscope::ui {

QWidget* LayerPolicyDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const
{
    auto* combo = new CellCombo(parent, const_cast<LayerPolicyDelegate&>(*this));
    describe(combo, QStringLiteral("policyEditor"), tr("Policy of the layer"),
        tr("A policy's name; typing finds it. \"inherit\" gives the layer back to the global policy."));
    combo->addItem(tr("inherit"));
    for (const PolicyGroup& group : policyGroups()) {
        combo->insertSeparator(combo->count());
        combo->addItems(group.names);
    }
    return combo;
}

void LayerPolicyDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* combo = static_cast<QComboBox*>(editor); // made by createEditor
    const QString own = index.data(OwnPolicyRole).toString();
    combo->setCurrentIndex(own.isEmpty() ? 0 : combo->findText(own));
    combo->setEditText(own.isEmpty() ? combo->itemText(0) : own);
    combo->lineEdit()->selectAll();
}

void LayerPolicyDelegate::setModelData(
    QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    const auto* combo = static_cast<QComboBox*>(editor);
    const QString text = combo->currentText().trimmed();
    model->setData(index, text == combo->itemText(0) ? QString() : text);
}

LayerPolicyActions::LayerPolicyActions(
    Document& document, LayerTreeModel& model, QSortFilterProxyModel& proxy, QTreeView& view, QWidget* parent)
    : QObject(parent)
    , m_document(document)
    , m_model(model)
    , m_proxy(proxy)
    , m_view(view)
    , m_setMenu(new QMenu(tr("&Set policy of layer"), parent))
    , m_edit(makeAction(this, QStringLiteral("editPolicy"), tr("Edit &policy of layer"),
          tr("Opens the policy cell; what is chosen is for all selected layers"),
          Qt::CTRL | Qt::SHIFT | Qt::Key_L))
    , m_inherit(makeAction(this, QStringLiteral("inheritPolicy"), tr("&Reset policy to inherited"),
          tr("Takes the selected layers' own policies away, so that they have the global one again"),
          Qt::CTRL | Qt::Key_Backspace))
    , m_spread(
          makeAction(this, QStringLiteral("spreadPolicy"), tr("Same policy for all layers of its &class"),
              tr("Gives the selected layer's policy to every layer of the same class"),
              Qt::CTRL | Qt::SHIFT | Qt::Key_P))
    , m_copy(makeAction(this, QStringLiteral("copyPolicy"), tr("Cop&y policy"),
          tr("Copies the layer's policy as Keras' JSON, for other layers or a text editor"),
          QKeySequence::Copy))
    , m_paste(makeAction(this, QStringLiteral("pastePolicy"), tr("Paste p&olicy"),
          tr("Gives the copied policy, a name or Keras' JSON, to the selected layers"), QKeySequence::Paste))
{
    m_copy->setIcon(glyphIcon(Glyph::Copy));
    // Elsewhere these keys copy and paste text.
    for (QAction* action : {m_copy, m_paste}) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        view.addAction(action);
    }
    fillSetMenu();
    view.setItemDelegateForColumn(LayerTreeModel::PolicyColumn, new LayerPolicyDelegate(&view));
    model.setPolicyTargets([this](const QModelIndex& layer) { return targetsOf(layer); });

    connect(m_edit, &QAction::triggered, this, &LayerPolicyActions::editCell);
    connect(m_inherit, &QAction::triggered, this, [this] { setPolicy({}); });
    connect(m_spread, &QAction::triggered, this, &LayerPolicyActions::spread);
    connect(m_copy, &QAction::triggered, this, &LayerPolicyActions::copy);
    connect(m_paste, &QAction::triggered, this, &LayerPolicyActions::paste);
}

void LayerPolicyActions::fillSetMenu()
{
    m_setMenu->setObjectName(QStringLiteral("setPolicyMenu"));
    m_setMenu->setToolTipsVisible(true);
    m_setMenu->menuAction()->setObjectName(QStringLiteral("setPolicyMenuAction"));
    m_setMenu->menuAction()->setToolTip(tr("Chooses a policy for the selected layers"));
    for (const PolicyGroup& group : policyGroups()) {
        QMenu* menu = m_setMenu; // the first group's have the shortest way
        if (!m_setMenu->isEmpty()) {
            menu = m_setMenu->addMenu(group.title);
            menu->menuAction()->setToolTip(m_setMenu->menuAction()->toolTip());
            menu->setToolTipsVisible(true);
        }
        for (const QString& name : group.names) {
            QAction* action = menu->addAction(name, this, [this, name] { setPolicy(name); });
            action->setObjectName(QStringLiteral("setPolicy_") + name);
            action->setToolTip(policySentence(*getPolicy(name.toStdString())));
            action->setStatusTip(action->toolTip());
        }
    }
}

QModelIndexList LayerPolicyActions::selectedLayers() const
{
    QModelIndexList layers;
    for (const QModelIndex& row : m_view.selectionModel()->selectedRows()) {
        const QModelIndex index = m_proxy.mapToSource(row);
        if (const LayerNode* layer = m_model.node(index); layer && !layer->isInput)
            layers += index;
    }
    return layers;
}

QString LayerPolicyActions::selectedText() const
{
    const QModelIndexList layers = selectedLayers();
    if (layers.isEmpty())
        return {};
    return layers.size() == 1 ? toQt(m_model.node(layers.first())->name) : tr("%1 layers").arg(layers.size());
}

void LayerPolicyActions::refresh()
{
    const QModelIndexList layers = selectedLayers();
    const LayerNode* current = m_model.node(m_proxy.mapToSource(m_view.currentIndex()));
    bool hasOwn = false;
    for (const QModelIndex& layer : layers)
        hasOwn = hasOwn || m_model.node(layer)->own;
    const bool hasPolicy = current && !current->isInput;
    m_edit->setEnabled(hasPolicy);
    m_inherit->setEnabled(hasOwn);
    m_spread->setEnabled(hasPolicy);
    m_copy->setEnabled(hasPolicy && current->given);
    m_paste->setEnabled(!layers.isEmpty());
    m_setMenu->setEnabled(!layers.isEmpty());
    m_spread->setText(hasPolicy ? tr("Same policy for every %1 (&class)").arg(toQt(current->className))
                                : tr("Same policy for all layers of its &class"));
}

void LayerPolicyActions::setPolicy(const QString& name)
{
    m_model.setPoliciesByName(selectedLayers(), name);
}

QModelIndexList LayerPolicyActions::targetsOf(const QModelIndex& layer) const
{
    const QModelIndexList selected = selectedLayers();
    const bool isSelected = std::any_of(selected.begin(), selected.end(),
        [&](const QModelIndex& index) { return m_model.node(index) == m_model.node(layer); });
    return isSelected ? selected : QModelIndexList{layer};
}

void LayerPolicyActions::editCell()
{
    const QModelIndex cell = m_view.currentIndex().siblingAtColumn(LayerTreeModel::PolicyColumn);
    if (cell.isValid())
        openCellEditor(m_view, cell);
}

void LayerPolicyActions::spread()
{
    const LayerNode* layer = m_model.node(m_proxy.mapToSource(m_view.currentIndex()));
    if (!layer)
        return;
    const LayerNode like = *layer;
    QModelIndexList layers;
    const auto add = [&](const QModelIndex& index) {
        if (m_model.node(index)->className == like.className)
            layers += index;
    };
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const QModelIndex index = m_model.index(row, 0);
        add(index);
        for (int child = 0; child < m_model.rowCount(index); ++child)
            add(m_model.index(child, 0, index));
    }
    if (m_model.setPolicies(layers, like.own))
        emit noticed(tr("Every %1 now has the policy of %2.").arg(toQt(like.className), toQt(like.name)));
}

void LayerPolicyActions::copy()
{
    const LayerNode* layer = m_model.node(m_proxy.mapToSource(m_view.currentIndex()));
    if (!layer || !layer->given || layer->isInput)
        return;
    QApplication::clipboard()->setText(policyToText(layer->given->policy));
    emit noticed(tr("Copied the policy %1 of %2 as Keras' JSON.")
                     .arg(toQt(layer->given->policy.name), toQt(layer->name)));
}

void LayerPolicyActions::paste()
{
    const Result<DTypePolicy> policy
        = policyFromPastedText(QApplication::clipboard()->text(), m_document.session()->policies.family);
    if (policy)
        m_model.setPolicies(selectedLayers(), *policy);
    else
        m_document.refuse({"", tr("Nothing was pasted: %1").arg(engineText(policy.error())).toStdString()});
}

} // namespace ulpscope::ui
