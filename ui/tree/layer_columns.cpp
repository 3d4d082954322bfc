// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/layer_columns.h"

#include "ui/look/action.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/tree/models/layer_tree_model.h"

#include <QAction>
#include <QActionGroup>
#include <QHeaderView>
#include <QMenu>
#include <QTreeView>

#include <algorithm>
#include <array>

namespace ulpscope::ui {

namespace {

using Tree = LayerTreeModel;

struct ColumnRow
{
    const char* id; ///< in the settings and of the action; changing one forgets what people chose
    const char* widest; ///< a text that the column has room for
};
constexpr std::array<ColumnRow, Tree::ColumnCount> kRows{{
    {"layer", "input_layer__"},
    {"class", "EinsumDense__"},
    {"policy", "mixed_bfloat16 · global_"},
    {"compute", "bfloat16___"},
    {"variable", "bfloat16___"},
    {"output", "bfloat16___"},
    {"quantization", "Quantization__"},
    {"origin", "passed on by mha__"},
    {"flushed", "Flushed, step_"},
    {"lost", "100.0 %___"},
    {"error", "5.4×10⁻⁶__"},
}};

/// Always there: without these the tree says nothing.
const QList<int> kFewest{Tree::NameColumn, Tree::PolicyColumn, Tree::FlushedColumn};

/// Columns in the order in which a wider panel adds them.
const QList<int> kByImportance{Tree::ErrorColumn, Tree::LostColumn, Tree::ClassColumn, Tree::OriginColumn,
    Tree::ComputeColumn, Tree::VariableColumn, Tree::OutputColumn, Tree::QuantizationColumn};

constexpr double kMinOfNames
    = 0.35; ///< smallest share of the longest name's width: losses say more than a whole name
constexpr double kMinBesideError = 0.5; ///< part of the policy's width that is left where the error is shown
/// Smallest share of a policy's width beside the losses, which matter as much.
constexpr double kMinOfPolicy = 0.67;

QList<int> allColumns()
{
    QList<int> columns;
    for (int column = 0; column < Tree::ColumnCount; ++column)
        columns += column;
    return columns;
}

} // namespace

LayerColumns::LayerColumns(QTreeView& view, Settings& settings, QWidget* parent)
    : QObject(parent)
    , m_view(view)
    , m_settings(settings)
    , m_menu(new QMenu(tr("L&ayer columns"), parent))
    , m_all(makeAction(this, QStringLiteral("showAllColumns"), tr("Show &all policy columns"),
          tr("Shows everything about each layer's policy; the panel scrolls sideways if it is narrow")))
    , m_automatic(makeAction(this, QStringLiteral("automaticColumns"), tr("As many as &fit"),
          tr("Shows the most important columns, and more where the panel is wide")))
{
    m_menu->setToolTipsVisible(true);
    m_menu->menuAction()->setObjectName(QStringLiteral("layerColumns"));
    m_menu->menuAction()->setToolTip(tr("Which columns the list of layers shows"));
    m_automatic->setCheckable(true);
    m_menu->addAction(m_automatic);
    m_menu->addSeparator();
    QMenu* ofPolicy = addSubmenu(m_menu, QStringLiteral("policyColumns"), tr("&More of the policy"),
        tr("Columns about where a policy comes from and what it says"));
    ofPolicy->addAction(m_all);
    ofPolicy->addSeparator();
    for (const int column : allColumns()) {
        const QAbstractItemModel* model = view.model();
        QAction* action = makeAction(this,
            QStringLiteral("column_") + QString::fromLatin1(kRows[static_cast<std::size_t>(column)].id),
            model->headerData(column, Qt::Horizontal).toString(),
            model->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString());
        action->setCheckable(true);
        action->setEnabled(column != Tree::NameColumn);
        connect(action, &QAction::triggered, this, [this, column](bool isOn) { choose(column, isOn); });
        (column >= Tree::ComputeColumn && column <= Tree::OriginColumn ? ofPolicy : m_menu)
            ->addAction(action);
        m_columns += action;
    }
    makeSortMenu();
    connect(m_all, &QAction::triggered, this, &LayerColumns::chooseAll);
    connect(m_automatic, &QAction::triggered, this, &LayerColumns::chooseAutomatically);

    QHeaderView* header = view.header();
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this,
        [this, header](const QPoint& at) { m_menu->popup(header->mapToGlobal(at)); });
    header->setStretchLastSection(false);
    header->setSectionsMovable(false);
    header->setMinimumSectionSize(30);

    const QStringList chosen = settings.layerColumns();
    m_isAutomatic = chosen.isEmpty();
    connect(header, &QHeaderView::sortIndicatorChanged, this, &LayerColumns::fit);
    connect(view.model(), &QAbstractItemModel::headerDataChanged, this, [this] {
        // "Lost" becomes "Lost, run" with the first run. A hint of the header would have room for an arrow too.
        for (const int column : {int(Tree::FlushedColumn), int(Tree::LostColumn)}) {
            const QString title = m_view.model()->headerData(column, Qt::Horizontal).toString();
            const int width = m_view.fontMetrics().horizontalAdvance(title + QStringLiteral("__"));
            if (m_view.header()->sectionSize(column) < width)
                m_view.header()->resizeSection(column, width);
        }
        fit();
    });
    if (!m_isAutomatic) {
        QList<int> columns{Tree::NameColumn};
        for (const int column : allColumns())
            if (column != Tree::NameColumn
                && chosen.contains(QLatin1String(kRows[static_cast<std::size_t>(column)].id)))
                columns += column;
        show(columns);
    }
    fitText();
}

void LayerColumns::fitText()
{
    for (const int column : allColumns())
        m_view.header()->resizeSection(column, wantedWidth(column));
    m_nameWidth = 0;
    m_isTight = false;
    fit();
}

/// Menu for sorting, which a click on a heading does as well.
void LayerColumns::makeSortMenu()
{
    QMenu* menu = addSubmenu(m_menu, QStringLiteral("sortLayers"), tr("S&ort by"),
        tr("In which order the list of layers has them"));
    auto* orders = new QActionGroup(menu);
    for (const int column : {-1, int(Tree::FlushedColumn), int(Tree::LostColumn), int(Tree::ErrorColumn)}) {
        const bool isOwn = column < 0;
        QAction* action = makeAction(this,
            isOwn ? QStringLiteral("sort_model")
                  : QStringLiteral("sort_") + QLatin1String(kRows[static_cast<std::size_t>(column)].id),
            isOwn ? tr("&Order of the model") : m_view.model()->headerData(column, Qt::Horizontal).toString(),
            isOwn ? tr("As data goes through them") : tr("The largest first"));
        action->setCheckable(true);
        action->setChecked(column == m_view.header()->sortIndicatorSection());
        menu->addAction(orders->addAction(action));
        connect(action, &QAction::triggered, this, [this, column] {
            m_view.sortByColumn(column, column < 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
        });
        connect(m_view.header(), &QHeaderView::sortIndicatorChanged, action,
            [action, column](int sorted, Qt::SortOrder) { action->setChecked(sorted == column); });
    }
}

int LayerColumns::nameWidth() const
{
    // Names are of all lengths, and those of layers inside others are indented.
    const QAbstractItemModel* model = m_view.model();
    const QFontMetrics metrics = m_view.fontMetrics();
    const int margins = metrics.horizontalAdvance(QStringLiteral("__"));
    int widest = metrics.horizontalAdvance(QStringLiteral("dense_1__"));
    const auto take = [&](const QModelIndex& index, int depth) {
        widest = std::max(widest,
            metrics.horizontalAdvance(index.data().toString()) + margins + depth * m_view.indentation());
    };
    for (int row = 0; row < model->rowCount(); ++row) {
        const QModelIndex layer = model->index(row, Tree::NameColumn);
        take(layer, m_view.rootIsDecorated() ? 1 : 0);
        for (int child = 0; child < model->rowCount(layer); ++child)
            take(model->index(child, Tree::NameColumn, layer), 2);
    }
    return std::min(widest, metrics.horizontalAdvance(QStringLiteral("attention_output_________")));
}

int LayerColumns::wantedWidth(int column) const
{
    if (column == Tree::NameColumn)
        return nameWidth();
    const bool hasMark
        = column == Tree::ComputeColumn || column == Tree::VariableColumn || column == Tree::OutputColumn;
    const char* widest = kRows[static_cast<std::size_t>(column)].widest;
    // The header's text is bold and has margins of its own.
    return std::max(
        m_view.fontMetrics().horizontalAdvance(QString::fromUtf8(widest)) + (hasMark ? kMarkWidth : 0),
        m_view.header()->sectionSizeHint(column));
}

QList<int> LayerColumns::fitting() const
{
    const int room = m_view.viewport()->width();
    const auto fits = [&](const QList<int>& columns, double shareOfPolicy) {
        int width = 0;
        for (const int column : columns)
            width += column == Tree::PolicyColumn ? int(wantedWidth(column) * shareOfPolicy)
                                                  : wantedWidth(column);
        return width <= room;
    };
    QList<int> columns = kFewest;
    if (const int sorted = m_view.header()->sortIndicatorSection(); sorted >= 0 && !columns.contains(sorted))
        columns += sorted;
    for (const int next : kByImportance) {
        if (columns.contains(next))
            continue;
        const double policy = next == Tree::ErrorColumn ? kMinBesideError
            : next == Tree::LostColumn                  ? kMinOfPolicy
                                                        : 1;
        if (!fits(columns + QList<int>{next}, policy))
            break;
        columns += next;
    }
    return columns;
}

void LayerColumns::fit()
{
    if (m_isAutomatic)
        show(fitting());
    QHeaderView& header = *m_view.header();
    const int whole = m_view.viewport()->width();
    const int wanted = nameWidth();
    const int least = m_view.fontMetrics().horizontalAdvance(QStringLiteral("mix_bf16__"));
    const auto wide
        = [this](const char* text) { return m_view.fontMetrics().horizontalAdvance(QLatin1String(text)); };
    const int leastMetric = wide("100.0 %__");
    if (const bool isTight
        = m_isAutomatic && wanted + least + wide(kRows[Tree::FlushedColumn].widest) > whole;
        isTight != m_isTight) {
        m_isTight = isTight; // a name says more than the rest of a heading
        emit tightened(isTight);
        header.resizeSection(Tree::FlushedColumn, isTight ? leastMetric : wantedWidth(Tree::FlushedColumn));
    }
    if (m_isAutomatic)
        emit widthWanted(wanted + least + leastMetric);
    int others = 0;
    for (const int column : allColumns())
        if (column != Tree::NameColumn && column != Tree::PolicyColumn && !m_view.isColumnHidden(column))
            others += header.sectionSize(column);
    // The policy takes what is left; where that is too little, names give a part of theirs, else the view scrolls.
    const int policy
        = std::max(least, std::min(wantedWidth(Tree::PolicyColumn) / 2, whole - others - wanted));
    const int room = whole - others - policy;
    if (const int width = room >= wanted * kMinOfNames ? std::min(room, wanted) : wanted;
        width != m_nameWidth) {
        m_nameWidth = width;
        header.resizeSection(Tree::NameColumn, width);
    }
    const bool hasRoom = header.sectionSize(Tree::NameColumn) <= room;
    header.setSectionResizeMode(
        Tree::PolicyColumn, hasRoom ? QHeaderView::Stretch : QHeaderView::Interactive);
    if (!hasRoom) // an abbreviated policy rather than metrics out of sight, unless the columns were chosen
        header.resizeSection(Tree::PolicyColumn, m_isAutomatic ? policy : wantedWidth(Tree::PolicyColumn));
}

void LayerColumns::show(const QList<int>& columns)
{
    for (const int column : allColumns())
        m_view.setColumnHidden(column, !columns.contains(column));
    refresh();
}

void LayerColumns::refresh()
{
    m_automatic->setChecked(m_isAutomatic);
    for (const int column : allColumns())
        m_columns[column]->setChecked(!m_view.isColumnHidden(column));
    emit originShown(!m_view.isColumnHidden(Tree::OriginColumn));
}

void LayerColumns::choose(int column, bool isShown)
{
    m_isAutomatic = false;
    m_view.setColumnHidden(column, !isShown);
    QStringList names;
    for (const int shown : allColumns())
        if (!m_view.isColumnHidden(shown))
            names += QString::fromLatin1(kRows[static_cast<std::size_t>(shown)].id);
    m_settings.setLayerColumns(names);
    refresh();
    fit();
}

void LayerColumns::chooseAll()
{
    for (const int column : allColumns())
        m_view.setColumnHidden(column, false);
    choose(Tree::OriginColumn, true);
}

void LayerColumns::chooseAutomatically()
{
    m_isAutomatic = true;
    m_settings.setLayerColumns({});
    fit();
}

} // namespace ulpscope::ui
