// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/model_panel.h"

#include "engine/layer/layer_catalog.h"
#include "ui/models/display_text.h"
#include "ui/models/layer_edits.h"
#include "ui/panels/data_page.h"
#include "ui/panels/layer_page.h"
#include "ui/panels/training_page.h"
#include "ui/widgets/glyphs.h"
#include "ui/widgets/health_delegate.h"
#include "ui/widgets/policy_delegate.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace ulpscope::ui {

namespace {

/// The layer that is selected at first: the one after the input.
constexpr int kFirstChoice = 1;
constexpr int kRoomForClass = 400; ///< pixels

} // namespace

ModelPanel::ModelPanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_model(new LayerTreeModel(document, this))
    , m_proxy(new QSortFilterProxyModel(this))
    , m_filter(new QLineEdit(this))
    , m_view(new QTreeView(this))
    , m_addMenu(new QMenu(tr("&Add layer"), this))
    , m_editPolicy(makeAction(QStringLiteral("editPolicy"), tr("Edit &policy of layer"),
          tr("Opens the policy cell of the selected layer"), Qt::CTRL | Qt::Key_P))
    , m_inherit(makeAction(QStringLiteral("inheritPolicy"), tr("&Reset policy to inherited"),
          tr("Takes the selected layer's own policy away, so that it has the global one again"),
          Qt::CTRL | Qt::Key_Backspace))
    , m_spread(makeAction(QStringLiteral("spreadPolicy"), tr("Same policy for all layers of its &class"),
          tr("Gives the selected layer's policy to every layer of the same class"),
          Qt::CTRL | Qt::SHIFT | Qt::Key_P))
    , m_remove(makeAction(QStringLiteral("removeLayer"), tr("Re&move layer"),
          tr("Removes the selected layer"), QKeySequence::Delete))
    , m_up(makeAction(QStringLiteral("moveLayerUp"), tr("Move layer &up"),
          tr("The selected layer runs one place earlier"), Qt::ALT | Qt::Key_Up))
    , m_down(makeAction(QStringLiteral("moveLayerDown"), tr("Move layer &down"),
          tr("The selected layer runs one place later"), Qt::ALT | Qt::Key_Down))
    , m_layerPage(new LayerPage(document, this))
{
    setObjectName(QStringLiteral("modelPanel"));
    m_remove->setIcon(glyphIcon(Glyph::Remove));
    m_up->setIcon(glyphIcon(Glyph::Up));
    m_down->setIcon(glyphIcon(Glyph::Down));
    fillAddMenu();

    auto* trainingPage = new TrainingPage(document, this);
    auto* dataPage = new DataPage(document, this);
    auto* tabs = new QTabWidget(this);
    tabs->setObjectName(QStringLiteral("formTabs"));
    tabs->setAccessibleName(tr("Parameters"));
    tabs->setDocumentMode(true);
    tabs->addTab(m_layerPage, tr("&Layer"));
    tabs->addTab(trainingPage, tr("Trainin&g"));
    tabs->addTab(dataPage, tr("Da&ta"));
    tabs->setTabToolTip(0, tr("Parameters of the selected layer"));
    tabs->setTabToolTip(1, tr("Steps, batch size, seed, loss, optimizer and loss scale"));
    tabs->setTabToolTip(2, tr("What the model is trained on"));

    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(QStringLiteral("modelSplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(makeList());
    splitter->addWidget(tabs);
    splitter->setStretchFactor(0, 5);
    splitter->setStretchFactor(1, 6);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);

    connect(m_editPolicy, &QAction::triggered, this, [this] {
        if (selectedRow() >= 0)
            m_view->edit(m_proxy->index(m_view->currentIndex().row(), LayerTreeModel::PolicyColumn));
    });
    connect(m_inherit, &QAction::triggered, this, &ModelPanel::inheritPolicy);
    connect(m_spread, &QAction::triggered, this, &ModelPanel::spreadPolicy);
    connect(m_remove, &QAction::triggered, this, &ModelPanel::removeSelected);
    connect(m_up, &QAction::triggered, this, [this] { moveSelected(-1); });
    connect(m_down, &QAction::triggered, this, [this] { moveSelected(1); });
    connect(m_model, &LayerTreeModel::editRefused, this, &ModelPanel::editRefused);
    connect(m_layerPage, &LayerPage::editRefused, this, &ModelPanel::editRefused);
    connect(trainingPage, &TrainingPage::editRefused, this, &ModelPanel::editRefused);
    connect(dataPage, &DataPage::editRefused, this, &ModelPanel::editRefused);
    selectRow(kFirstChoice);
}

QAction* ModelPanel::makeAction(
    const QString& id, const QString& text, const QString& toolTip, const QKeySequence& shortcut)
{
    auto* action = new QAction(text, this);
    action->setObjectName(id);
    action->setToolTip(toolTip);
    action->setStatusTip(toolTip);
    action->setShortcut(shortcut);
    return action;
}

QWidget* ModelPanel::makeList()
{
    m_proxy->setSourceModel(m_model);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy->setFilterKeyColumn(-1);
    m_filter->setObjectName(QStringLiteral("layerFilter"));
    m_filter->setAccessibleName(tr("Filter layers"));
    m_filter->setPlaceholderText(tr("Filter by name, class or policy"));
    m_filter->setToolTip(tr("Shows only layers whose name, class or policy contains this (Ctrl+F)"));
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, m_proxy, &QSortFilterProxyModel::setFilterFixedString);

    m_view->setObjectName(QStringLiteral("layerView"));
    m_view->setAccessibleName(tr("Layers"));
    m_view->setModel(m_proxy);
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setAllColumnsShowFocus(true);
    m_view->setAlternatingRowColors(false);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_view->setItemDelegate(new HealthDelegate(m_view));
    m_view->setItemDelegateForColumn(LayerTreeModel::PolicyColumn, new PolicyDelegate(m_view));
    m_view->setStyleSheet(QStringLiteral("QTreeView::item { padding: 3px 2px 5px 2px; }"));
    QHeaderView* header = m_view->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setSectionResizeMode(LayerTreeModel::PolicyColumn, QHeaderView::Stretch);
    const QFontMetrics metrics(font());
    const int widths[] = {metrics.horizontalAdvance(QStringLiteral("input_layer__")),
        metrics.horizontalAdvance(QStringLiteral("InputLayer__")), 0,
        metrics.horizontalAdvance(QStringLiteral("Flushed__")),
        metrics.horizontalAdvance(QStringLiteral("5.4×10⁻⁶__"))};
    for (int column = 0; column < LayerTreeModel::ColumnCount; ++column)
        if (widths[column] > 0)
            header->resizeSection(column, widths[column]);
    connect(m_view, &QWidget::customContextMenuRequested, this, &ModelPanel::showContextMenu);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &ModelPanel::onSelectionChanged);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] { selectRow(kFirstChoice); });

    auto* add = new QToolButton(this);
    add->setObjectName(QStringLiteral("addLayerButton"));
    add->setText(tr("Add"));
    add->setIcon(glyphIcon(Glyph::Add));
    add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    add->setPopupMode(QToolButton::InstantPopup);
    add->setMenu(m_addMenu);
    add->setToolTip(tr("Adds a layer after the selected one"));
    add->setAccessibleName(tr("Add layer"));
    add->setFocusPolicy(Qt::TabFocus);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(4);
    buttons->addWidget(m_filter, 1);
    buttons->addWidget(add);
    for (QAction* action : {m_remove, m_up, m_down}) {
        auto* button = new QToolButton(this);
        button->setObjectName(action->objectName() + QStringLiteral("Button"));
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setAccessibleName(action->toolTip());
        button->setFocusPolicy(Qt::TabFocus);
        buttons->addWidget(button);
    }
    auto* list = new QWidget(this);
    auto* layout = new QVBoxLayout(list);
    layout->setContentsMargins(8, 8, 8, 4);
    layout->setSpacing(6);
    layout->addLayout(buttons);
    layout->addWidget(m_view, 1);
    return list;
}

void ModelPanel::fillAddMenu()
{
    m_addMenu->setToolTipsVisible(true);
    m_addMenu->menuAction()->setObjectName(QStringLiteral("addLayerMenu"));
    m_addMenu->menuAction()->setToolTip(tr("Adds a layer after the selected one"));
    for (const LayerClass& kind : layerCatalog()) {
        QAction* action
            = m_addMenu->addAction(toQt(kind.name), this, [this, name = kind.name] { addLayer(name); });
        action->setObjectName(toQt("addLayer_" + kind.name));
        action->setToolTip(toQt(kind.description));
    }
}

QList<QAction*> ModelPanel::layerActions() const
{
    return {m_editPolicy, m_inherit, m_spread, m_remove, m_up, m_down};
}

void ModelPanel::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void ModelPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    // A narrow panel keeps room for the policy; the class is on the Layer page too.
    m_view->setColumnHidden(LayerTreeModel::ClassColumn, width() < kRoomForClass);
}

int ModelPanel::selectedRow() const
{
    const QModelIndex index = m_proxy->mapToSource(m_view->currentIndex());
    return index.isValid() ? index.row() : -1;
}

void ModelPanel::selectRow(int row)
{
    row = std::min(row, m_model->rowCount() - 1);
    const QModelIndex index = m_proxy->mapFromSource(m_model->index(row, 0));
    m_view->setCurrentIndex(index);
    onSelectionChanged();
}

void ModelPanel::onSelectionChanged()
{
    const int row = selectedRow();
    m_layerPage->showLayer(row);
    for (QAction* action : layerActions())
        action->setEnabled(row >= 0);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < m_model->rowCount());
}

void ModelPanel::edit(const QString& text, const std::function<void(SessionSpec&)>& change, int rowAfter)
{
    if (const Status done = m_document.edit(text, change); !done)
        emit editRefused(toQt(done.error().text()));
    else
        selectRow(rowAfter);
}

void ModelPanel::addLayer(const std::string& className)
{
    const int row = selectedRow() < 0 ? m_model->rowCount() : selectedRow() + 1;
    edit(
        tr("Add %1").arg(toQt(className)),
        [&](SessionSpec& session) { insertLayer(session, className, static_cast<std::size_t>(row)); }, row);
}

void ModelPanel::removeSelected()
{
    const int row = selectedRow();
    if (row >= 0)
        edit(
            tr("Remove layer"),
            [&](SessionSpec& session) { removeLayer(session, static_cast<std::size_t>(row)); },
            std::max(0, row - 1));
}

void ModelPanel::moveSelected(int by)
{
    const int from = selectedRow();
    const int to = from + by;
    if (from < 0 || to < 0 || to >= m_model->rowCount())
        return;
    edit(
        tr("Move layer"),
        [&](SessionSpec& session) {
            moveLayer(session, static_cast<std::size_t>(from), static_cast<std::size_t>(to));
        },
        to);
}

void ModelPanel::inheritPolicy()
{
    if (const int row = selectedRow(); row >= 0)
        m_model->setData(m_model->index(row, LayerTreeModel::PolicyColumn), QString());
}

void ModelPanel::spreadPolicy()
{
    const int row = selectedRow();
    if (row < 0)
        return;
    const LayerSpec layer = m_document.session()->model.layers[static_cast<std::size_t>(row)];
    edit(
        tr("Set policy of every %1").arg(toQt(layer.className)),
        [&](SessionSpec& session) {
            for (LayerSpec& other : session.model.layers)
                if (other.className == layer.className)
                    other.policy = layer.policy;
        },
        row);
}

void ModelPanel::showContextMenu(const QPoint& position)
{
    QMenu menu(this);
    menu.addActions({m_editPolicy, m_inherit, m_spread});
    menu.addSeparator();
    menu.addMenu(m_addMenu);
    menu.addActions({m_remove, m_up, m_down});
    menu.exec(m_view->viewport()->mapToGlobal(position));
}

} // namespace ulpscope::ui
