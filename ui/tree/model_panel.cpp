// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/model_panel.h"

#include "app/session/same_task.h"
#include "ui/forms/form_pages.h"
#include "ui/forms/policy_palette.h"
#include "ui/look/action.h"
#include "ui/look/boxes.h"
#include "ui/look/cell_delegate.h"
#include "ui/look/describe.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/models/translation.h"
#include "ui/look/reaction.h"
#include "ui/look/step_chip.h"
#include "ui/look/table_look.h"
#include "ui/look/tabs.h"
#include "ui/tree/layer_columns.h"
#include "ui/tree/layer_page.h"
#include "ui/tree/layer_policy_actions.h"
#include "ui/tree/models/layer_edits.h"
#include "ui/tree/numerics_page.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <chrono>

namespace ulpscope::ui {

namespace {

/// The layer that is selected at first: the one after the input, or after a layer there that has no weights.
int firstChoice(const LayerTreeModel& model)
{
    const LayerNode* second = model.node(model.index(1, 0));
    const bool isPlain = second && (second->className == "Reshape" || second->className == "Activation");
    return isPlain && model.rowCount() > 2 ? 2 : 1;
}

/// Parts of the height that the list and the form get.
constexpr int kListShare = 5;
constexpr int kFormShare = 6;

/// Every tensor's history is looked through: often enough for the eye is enough.
constexpr std::chrono::milliseconds kMetricsInterval{250};

} // namespace

ModelPanel::ModelPanel(Document& document, const ShownRun& shown, Settings& settings, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_shown(shown)
    , m_model(new LayerTreeModel(document, this))
    , m_proxy(new QSortFilterProxyModel(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_filter(new QLineEdit(this))
    , m_step(new StepChip(shown, QStringLiteral("treeStep"), this))
    , m_view(new EditingView<QTreeView>(this))
    , m_addMenu(new QMenu(tr("&Add layer"), this))
    , m_remove(makeAction(this, QStringLiteral("removeLayer"), tr("Re&move layer"),
          tr("Removes the selected layers"), QKeySequence::Delete))
    , m_up(makeAction(this, QStringLiteral("moveLayerUp"), tr("Move layer &up"),
          tr("The selected layer runs one place earlier"), Qt::ALT | Qt::Key_Up))
    , m_down(makeAction(this, QStringLiteral("moveLayerDown"), tr("Move layer &down"),
          tr("The selected layer runs one place later"), Qt::ALT | Qt::Key_Down))
    , m_updates(makeAction(this, QStringLiteral("showUpdates"), tr("Show upda&tes"),
          tr("Shows the updates of the selected layer's weights element by element, those that lose the most (Ctrl+U)"),
          Qt::CTRL | Qt::Key_U))
    , m_showForms(makeAction(this, QStringLiteral("showForms"), tr("Fo&rms"),
          tr("Shows or hides the forms of the selected layer, of the training and of the data (F4, or Return on a layer; "
             "Escape hides them)"),
          Qt::Key_F4))
    , m_layerPage(new LayerPage(document, this))
    , m_numericsPage(new NumericsPage(document, this))
    , m_palette(new PolicyPalette(this))
{
    registerPlace(this, {.name = "modelPanel", .terms = "model", .guide = "window#model"});
    m_remove->setIcon(glyphIcon(Glyph::Remove));
    m_up->setIcon(glyphIcon(Glyph::Up));
    m_down->setIcon(glyphIcon(Glyph::Down));
    fillAddMenu();

    m_splitter->setObjectName(QStringLiteral("modelSplitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(makeList());
    m_forms = makeForms();
    m_splitter->addWidget(m_forms);
    m_forms->hide();
    m_showForms->setCheckable(true);
    // Fields have an F4 of their own.
    m_showForms->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_view->addAction(m_showForms);
    connect(m_showForms, &QAction::toggled, this, &ModelPanel::setFormsShown);
    m_splitter->setStretchFactor(0, kListShare);
    m_splitter->setStretchFactor(1, kFormShare);
    columnOf(this, {m_splitter});

    m_policies = new LayerPolicyActions(document, *m_model, *m_proxy, *m_view, this);
    m_columns = new LayerColumns(*m_view, settings, this);
    m_model->setShowsOriginWithPolicy(m_view->isColumnHidden(LayerTreeModel::OriginColumn));
    connectActions();
    m_metrics.setSingleShot(true);
    m_metrics.setInterval(kMetricsInterval);
    connect(&m_metrics, &QTimer::timeout, this, &ModelPanel::showMetrics);
    connect(&m_shown, &ShownRun::replaced, this, &ModelPanel::showMetrics);
    connect(&m_document, &Document::sessionChanged, this, &ModelPanel::showMetrics);
    connect(&m_shown, &ShownRun::grew, this, &ModelPanel::onRunGrew);
    connect(&m_shown, &ShownRun::stepChanged, this, &ModelPanel::showMetrics);
    showMetrics();
    onModelReset();
    selectRow(firstChoice(*m_model));
    onEvent(this, {QEvent::FontChange}, [this] {
        if (m_columns)
            m_columns->fitText();
    });
}

void ModelPanel::setStale(bool isStale)
{
    m_model->setStale(isStale);
}

void ModelPanel::showMetrics()
{
    m_metrics.stop();
    m_model->showRun(runOfSession(), m_shown.pinnedStep());
    m_updates->setEnabled(update().has_value());
    const std::optional<std::int64_t> probed = m_model->probedStep();
    m_step->setRemark(!probed                ? tr("no metrics of layers yet")
            : probed == m_shown.pinnedStep() ? QString()
                                             : tr("layers: step %1").arg(countText(*probed)));
}

const RunHistory* ModelPanel::runOfSession() const
{
    const RunHistory* run = m_shown.run().get();
    return run && !isAnotherScene(run->session(), *m_document.session()) ? run : nullptr;
}

std::optional<TensorName> ModelPanel::update() const
{
    const RunHistory* run = runOfSession();
    const LayerNode* layer = m_model->node(m_proxy->mapToSource(m_view->currentIndex()));
    return run && layer ? worstUpdate(*run, layer->path, m_shown.pinnedStep()) : std::nullopt;
}

/// At the step that their metrics are of: between those that are looked at none are kept.
void ModelPanel::showUpdates()
{
    const std::optional<TensorName> tensor = update();
    if (!tensor)
        return;
    if (const std::optional<std::int64_t> probed = m_model->probedStep();
        probed && !m_shown.pinnedStep() && *probed < m_shown.run()->last().step)
        m_shown.step().pin(*probed);
    emit tensorRequested(*tensor);
}

void ModelPanel::onRunGrew()
{
    if (m_shown.run()->summary)
        showMetrics(); // the run has ended
    else if (!m_metrics.isActive())
        m_metrics.start();
}

void ModelPanel::setFormsShown(bool areShown)
{
    const bool hadFocus = m_forms->isAncestorOf(QApplication::focusWidget());
    const bool isFirst = areShown && m_splitter->sizes().back() == 0;
    m_forms->setVisible(areShown);
    if (isFirst)
        restoreSplitter();
    if (hadFocus && !areShown)
        m_view->setFocus();
}

void ModelPanel::openForms()
{
    m_showForms->setChecked(true);
    m_forms->setCurrentWidget(m_layerPage);
    m_layerPage->setFocus(Qt::ShortcutFocusReason);
    m_layerPage->nextInFocusChain()->setFocus(Qt::ShortcutFocusReason);
}

void ModelPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_forms->isVisible())
        m_showForms->setChecked(false);
    else
        QWidget::keyPressEvent(event);
}

/// Return on a layer, which no editor has taken.
bool ModelPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_view->hasFocus()) {
            openForms();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

QTabWidget* ModelPanel::makeForms()
{
    auto* trainingPage = new TrainingPage(m_document, this);
    auto* dataPage = new DataPage(m_document, this);
    auto* tabs = new QTabWidget(this);
    describe(tabs, {.name = "formTabs", .terms = "model", .guide = "window#forms"}, tr("Parameters"));
    new TabMenu(tabs);
    tabs->setDocumentMode(true);
    tabs->addTab(m_layerPage, tr("La&yer"));
    tabs->addTab(m_numericsPage, tr("Nu&merics"));
    tabs->addTab(m_palette, tr("Pol&icy list"));
    tabs->addTab(trainingPage, tr("Trai&ning"));
    tabs->addTab(dataPage, tr("Da&ta"));
    tabs->setTabToolTip(0, tr("Parameters of the selected layer"));
    tabs->setTabToolTip(
        1, tr("What the selected layer's products, sums and weights are rounded to, one by one"));
    tabs->setTabToolTip(2, tr("Policies by name, to be given to layers"));
    tabs->setTabToolTip(3, tr("Steps, batch size, seed, loss, optimizer and loss scale"));
    tabs->setTabToolTip(4, tr("What the model is trained on"));
    connect(dataPage, &DataPage::repairOffered, this, &ModelPanel::repairOffered);
    return tabs;
}

void ModelPanel::connectActions()
{
    connect(m_remove, &QAction::triggered, this, &ModelPanel::removeSelected);
    connect(m_up, &QAction::triggered, this, [this] { moveSelected(-1); });
    connect(m_down, &QAction::triggered, this, [this] { moveSelected(1); });
    connect(m_updates, &QAction::triggered, this, &ModelPanel::showUpdates);
    m_view->installEventFilter(this);
    connect(m_view, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.column() == LayerTreeModel::PolicyColumn)
            openCellEditor(*m_view, index);
        else
            openForms();
    });
    connect(m_view, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if (index.data(IsLinkRole).toBool() && QGuiApplication::keyboardModifiers() == Qt::NoModifier)
            m_updates->trigger();
    });
    connect(m_palette, &PolicyPalette::policyChosen, m_policies, &LayerPolicyActions::setPolicy);
    connect(m_policies, &LayerPolicyActions::noticed, this, &ModelPanel::noticed);
    connect(m_columns, &LayerColumns::tightened, m_model,
        [this](bool isTight) { m_model->setHeadsNameScope(!isTight); });
    connect(m_columns, &LayerColumns::widthWanted, this,
        [this](int width) { emit widthWanted(width + this->width() - m_view->viewport()->width()); });
    connect(m_columns, &LayerColumns::originShown, m_model,
        [this](bool isShown) { m_model->setShowsOriginWithPolicy(!isShown); });
    connect(m_model, &LayerTreeModel::editRefused, &m_document, [this](const QString& message) {
        m_document.refuse({"", message.toStdString()});
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, &ModelPanel::onModelReset);
    connect(m_model, &QAbstractItemModel::dataChanged, this, [this] { m_policies->refresh(); });
    connect(m_view, &QWidget::customContextMenuRequested, this, &ModelPanel::showContextMenu);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &ModelPanel::onSelectionChanged);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &ModelPanel::onSelectionChanged);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_proxy->setFilterFixedString(text);
        m_view->expandAll();
    });
}

QWidget* ModelPanel::makeList()
{
    m_proxy->setSourceModel(m_model);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy->setFilterKeyColumn(-1);
    m_proxy->setSortRole(SortRole);
    m_proxy->setRecursiveFilteringEnabled(true); // the layers around a match stay
    m_proxy->setAutoAcceptChildRows(true);
    describe(m_filter, {.name = "layerFilter", .terms = "layer"}, tr("Filter layers"));
    m_filter->setPlaceholderText(tr("Filter by name, class or policy"));
    m_filter->setToolTip(tr("Shows only layers whose name, class or policy contains this (Ctrl+F)"));
    m_filter->setClearButtonEnabled(true);

    describe(m_view,
        {.name = "layerView",
            .terms = "layer",
            .columns = {"layer layer_path", "layer_class", "dtype_policy policy_origin", "compute_dtype",
                "variable_dtype", "output_dtype", "quantization_mode", "policy_origin",
                "tensor:flushed_percent", "tensor:lost_percent", "tensor:accumulated_error"},
            .guide = "window#model",
            .lessons = {{"layer.policy", {}, LayerTreeModel::PolicyColumn}, {"tree"},
                {"tree.layer", {}, LayerTreeModel::NameColumn},
                {"tree.flushed", {}, LayerTreeModel::FlushedColumn},
                {"tree.error", {}, LayerTreeModel::ErrorColumn}}},
        tr("Layers"));
    m_view->setIconSize({kMarkWidth, kMarkHeight});
    m_view->setModel(m_proxy);
    m_view->setUniformRowHeights(true);
    m_view->setTextElideMode(Qt::ElideMiddle); // an exponent is the end of its number
    m_view->header()->setTextElideMode(Qt::ElideRight); // Qt would cut a title on the right at its left
    m_view->header()->setSortIndicator(
        -1, Qt::AscendingOrder); // no order: at first, and after a third click, rows stand as in the model
    m_view->header()->setSortIndicatorClearable(true);
    m_view->setSortingEnabled(true);
    m_view->setAllColumnsShowFocus(true);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setIndentation(14);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->setEditTriggers(QAbstractItemView::EditKeyPressed); // double clicks are shared out by column
    m_view->setExpandsOnDoubleClick(false);
    m_view->setItemDelegate(new CellDelegate(m_view));
    m_view->setDragDropMode(QAbstractItemView::DragDrop);
    m_view->setDefaultDropAction(Qt::CopyAction);
    m_view->setDropIndicatorShown(true);

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
    QBoxLayout* buttons = rowOf({{m_filter, 1}, add}, {.spacing = 4});
    auto* list = new QWidget(this);
    columnOf(list, {buttons, m_step, {m_view, 1}}, {.margins = {8, 8, 8, 4}, .spacing = 6});
    return list;
}

void ModelPanel::fillAddMenu()
{
    m_addMenu->setToolTipsVisible(true);
    m_addMenu->menuAction()->setObjectName(QStringLiteral("addLayerMenu"));
    m_addMenu->menuAction()->setToolTip(tr("Adds a layer after the selected one"));
    for (const LayerMenu& group : layerMenus()) {
        QMenu* menu = m_addMenu->addMenu(group.title);
        menu->setToolTipsVisible(true);
        for (const LayerClass* kind : group.classes) {
            QAction* action
                = menu->addAction(toQt(kind->name), this, [this, name = kind->name] { addLayer(name); });
            action->setObjectName(toQt("addLayer_" + kind->name));
            action->setToolTip(engineText(kind->description));
        }
    }
    m_addMenu->addSeparator();
    QAction* block = m_addMenu->addAction(tr("Transformer block"), this, &ModelPanel::addTransformerBlock);
    block->setObjectName(QStringLiteral("addTransformerBlock"));
    block->setToolTip(
        tr("Attention and a feed-forward network, each with a normalization and a residual sum: "
           "seven layers"));
}

QList<QAction*> ModelPanel::layerActions() const
{
    return {m_updates, m_showForms, m_remove, m_up, m_down};
}

QList<QAction*> ModelPanel::policyActions() const
{
    return m_policies->actions();
}

QMenu* ModelPanel::setPolicyMenu() const
{
    return m_policies->setMenu();
}

QMenu* ModelPanel::columnsMenu() const
{
    return m_columns->menu();
}

void ModelPanel::restoreSplitter()
{
    m_splitter->setSizes({kListShare * height(), kFormShare * height()});
}

void ModelPanel::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void ModelPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_columns)
        m_columns->fit();
}

int ModelPanel::selectedRow() const
{
    const LayerNode* layer = m_model->node(m_proxy->mapToSource(m_view->currentIndex()));
    return layer ? static_cast<int>(layer->place.layer) : -1;
}

std::vector<std::size_t> ModelPanel::selectedRows() const
{
    std::vector<std::size_t> rows;
    for (const QModelIndex& row : m_view->selectionModel()->selectedRows())
        if (const LayerNode* layer = m_model->node(m_proxy->mapToSource(row));
            layer && layer->place.child.empty())
            rows.push_back(layer->place.layer);
    std::sort(rows.begin(), rows.end());
    return rows;
}

void ModelPanel::selectRow(int row)
{
    row = std::min(row, m_model->rowCount() - 1);
    const QModelIndex index = m_proxy->mapFromSource(m_model->index(row, 0));
    m_view->setCurrentIndex(index);
    onSelectionChanged();
}

std::optional<LayerPlace> ModelPanel::placeOf(const std::string& path) const
{
    const std::vector<LayerNode> layers = layerNodes(*m_document.session());
    for (std::string wanted = path; !wanted.empty();
         wanted.resize(wanted.rfind('/') == std::string::npos ? 0 : wanted.rfind('/'))) {
        for (const LayerNode& layer : layers) {
            if (layer.path == wanted)
                return layer.place;
            for (const LayerNode& child : layer.children)
                if (child.path == wanted)
                    return child.place;
        }
    }
    return std::nullopt;
}

bool ModelPanel::selectLayer(const std::string& path)
{
    return selectLayers({path});
}

bool ModelPanel::selectLayers(const std::vector<std::string>& paths)
{
    std::vector<LayerPlace> places;
    for (const std::string& path : paths)
        if (const std::optional<LayerPlace> place = placeOf(path))
            places.push_back(*place);
    if (places.empty())
        return false;
    m_filter->clear(); // the filter may hide the new layers
    for (const LayerPlace& place : places) {
        const QModelIndex index = m_proxy->mapFromSource(m_model->indexOf(place));
        // The command is given, because otherwise a modifier key that is held would decide.
        if (&place == &places.front())
            m_view->selectionModel()->setCurrentIndex(
                index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        else
            m_view->selectionModel()->select(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    m_view->scrollTo(m_view->currentIndex());
    return true;
}

void ModelPanel::selectLayerByName(const QString& name)
{
    const std::string wanted = name.toStdString();
    for (const LayerNode& layer : layerNodes(*m_document.session())) {
        if (layer.name == wanted)
            selectLayer(layer.path);
        for (const LayerNode& child : layer.children)
            if (layer.name + "/" + child.name == wanted)
                selectLayer(child.path);
    }
}

void ModelPanel::onModelReset()
{
    bool hasChildren = false;
    // A layer that was renamed is where it was.
    int row = m_model->rowCount() == m_rowCount && m_currentRow >= 0 ? m_currentRow : firstChoice(*m_model);
    m_rowCount = m_model->rowCount();
    for (int i = 0; i < m_model->rowCount(); ++i) {
        const LayerNode* layer = m_model->node(m_model->index(i, 0));
        hasChildren = hasChildren || !layer->children.empty();
        if (toQt(layer->name) == m_currentName)
            row = i;
    }
    m_view->setRootIsDecorated(hasChildren);
    m_view->expandAll();
    m_columns->fit();
    selectRow(row);
}

void ModelPanel::onSelectionChanged()
{
    // A copy: what was typed into a form of another layer may be taken while this one's is shown, which makes the nodes anew.
    const LayerNode* shown = m_model->node(m_proxy->mapToSource(m_view->currentIndex()));
    const std::optional<LayerNode> layer = shown != nullptr ? std::optional(*shown) : std::nullopt;
    const int row = selectedRow();
    if (layer) {
        m_currentName = toQt(m_model->node(m_model->index(row, 0))->name);
        m_currentRow = row;
    }
    m_layerPage->showLayer(row, layer ? toQt(layer->place.child) : QString());
    m_numericsPage->showLayer(layer ? std::optional(layer->place) : std::nullopt);
    if (layer)
        emit layerSelected(layer->path);
    m_policies->refresh();
    m_palette->showTarget(m_policies->selectedText());
    m_updates->setEnabled(update().has_value());
    const std::vector<std::size_t> rows = selectedRows();
    m_remove->setEnabled(!rows.empty());
    m_up->setEnabled(rows.size() == 1 && row > 0);
    m_down->setEnabled(rows.size() == 1 && row + 1 < m_model->rowCount());
}

void ModelPanel::edit(const QString& text, const std::function<void(SessionSpec&)>& change, int rowAfter)
{
    if (m_document.tryEdit(text, change))
        selectRow(rowAfter);
}

void ModelPanel::addLayer(const std::string& className)
{
    const int row = selectedRow() < 0 ? m_model->rowCount() : selectedRow() + 1;
    edit(
        tr("Add %1").arg(toQt(className)),
        [&](SessionSpec& session) { insertLayer(session, className, static_cast<std::size_t>(row)); }, row);
}

void ModelPanel::addTransformerBlock()
{
    const int row = selectedRow() < 0 ? m_model->rowCount() : selectedRow() + 1;
    edit(
        tr("Add transformer block"),
        [&](SessionSpec& session) { insertTransformerBlock(session, static_cast<std::size_t>(row)); }, row);
}

void ModelPanel::removeSelected()
{
    const std::vector<std::size_t> rows = selectedRows();
    if (rows.empty())
        return;
    edit(
        rows.size() == 1 ? tr("Remove layer") : tr("Remove %1 layers").arg(rows.size()),
        [&](SessionSpec& session) {
            for (auto row = rows.rbegin(); row != rows.rend(); ++row)
                removeLayer(session, *row);
        },
        std::max(0, static_cast<int>(rows.front()) - 1));
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

void ModelPanel::showContextMenu(const QPoint& position)
{
    QMenu menu(this);
    menu.addMenu(m_policies->setMenu());
    menu.addActions(m_policies->actions());
    menu.addActions({m_updates, m_showForms});
    menu.addSeparator();
    menu.addMenu(m_addMenu);
    menu.addActions({m_remove, m_up, m_down});
    menu.exec(m_view->viewport()->mapToGlobal(position));
}

} // namespace ulpscope::ui
