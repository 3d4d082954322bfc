// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_layer_list.h"

#include "ui/look/boxes.h"
#include "ui/look/cell_delegate.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/table_look.h"
#include "ui/map/models/policy_map_edits.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr double kPathShare = 0.36; ///< of the width, at least
constexpr double kPolicyShare = 0.34;

} // namespace

MapLayerList::MapLayerList(PolicyMapModel& map, QWidget* parent)
    : QWidget(parent)
    , m_map(map)
    , m_model(new MapLayersModel(map, this))
    , m_table(new QTableView(this))
    , m_caption(new QLabel(this))
    , m_all(new QToolButton(this))
    , m_make(new QToolButton(this))
    , m_makeExact(new QAction(this))
    , m_makePattern(new QAction(this))
{
    setObjectName(QStringLiteral("mapLayerList"));
    describe(m_table, {.name = "mapLayers", .columns = {"layer_path", "dtype_policy", "policy_origin"}},
        tr("Layers and what decides their policy"),
        tr("Choose layers, with Shift or Ctrl for several, and make a key from them."));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new RemarkDelegate(m_table));
    lookAsTable(*m_table, RowHeight::Choices);
    m_table->setIconSize({kMarkWidth, kMarkHeight});
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->horizontalHeader()->setSectionResizeMode(MapLayersModel::DeciderColumn, QHeaderView::Stretch);
    m_caption->setObjectName(QStringLiteral("mapLayersCaption"));
    m_caption->setTextFormat(Qt::PlainText);
    QFont bold = m_caption->font();
    bold.setBold(true);
    m_caption->setFont(bold);

    m_all->setObjectName(QStringLiteral("mapShowAll"));
    m_all->setText(tr("Show all"));
    m_all->setAccessibleName(m_all->text());
    m_all->setToolTip(tr("Shows every layer and what decides for it"));
    m_all->setFocusPolicy(Qt::TabFocus);
    m_make->setObjectName(QStringLiteral("mapMakeKey"));
    m_make->setText(tr("Make key"));
    m_make->setIcon(glyphIcon(Glyph::Add));
    m_make->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_make->setAccessibleName(tr("Make key from the chosen layers"));
    m_make->setToolTip(tr("Writes a key for the layers chosen below"));
    m_make->setPopupMode(QToolButton::InstantPopup);
    m_make->setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(m_make);
    menu->setToolTipsVisible(true);
    menu->menuAction()->setToolTip(m_make->toolTip());
    menu->menuAction()->setText(m_make->text());
    m_makeExact->setObjectName(QStringLiteral("makeExactKeys"));
    m_makeExact->setToolTip(tr("Each chosen layer's path as a key: nothing else matches it"));
    m_makePattern->setObjectName(QStringLiteral("makePatternKey"));
    m_makePattern->setToolTip(tr("A regular expression that matches the chosen layers and no other"));
    for (QAction* action : {m_makeExact, m_makePattern}) {
        action->setText(tr("Key"));
        action->setStatusTip(action->toolTip());
    }
    menu->addActions({m_makeExact, m_makePattern});
    m_make->setMenu(menu);

    auto* head = new FlowLayout(nullptr, 4);
    head->addWidget(m_caption);
    head->addWidget(m_all);
    head->addWidget(m_make);
    columnOf(this, {head, {m_table, 1}}, {.spacing = 6});

    connect(m_all, &QToolButton::clicked, this, &MapLayerList::allRequested);
    connect(m_makeExact, &QAction::triggered, this, [this] {
        std::vector<std::string> keys;
        for (const std::string& path : chosenPaths())
            keys.push_back(exactKey(path));
        emit keysRequested(keys);
    });
    connect(m_makePattern, &QAction::triggered, this,
        [this] { emit keysRequested({patternFor(chosenPaths(), m_model->allPaths())}); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &MapLayerList::refresh);
    connect(m_model, &QAbstractItemModel::modelReset, this, &MapLayerList::refresh);
    connect(m_model, &QAbstractItemModel::modelReset, this, &MapLayerList::fitColumns);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &MapLayerList::fitColumns); // signs have come
    refresh();
}

void MapLayerList::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

/// A path and a policy have the room that they need, as far as what decides leaves some.
void MapLayerList::fitColumns()
{
    const QAbstractItemView& view = *m_table; // in which it is public
    const auto wanted = [&view](int column, const QString& usual) {
        return std::max(view.fontMetrics().horizontalAdvance(usual), view.sizeHintForColumn(column));
    };
    int left = m_table->viewport()->width() - view.sizeHintForColumn(MapLayersModel::DeciderColumn);
    const int path = std::min(wanted(MapLayersModel::PathColumn, QStringLiteral("sequential/dense_12____")),
        std::max(left / 2, int(kPathShare * width())));
    left -= path;
    m_table->setColumnWidth(MapLayersModel::PathColumn, path);
    m_table->setColumnWidth(MapLayersModel::PolicyColumn,
        std::min(wanted(MapLayersModel::PolicyColumn, QStringLiteral("mixed_bfloat16____")) + kMarkWidth,
            std::max(left, int(kPolicyShare * width()))));
}

void MapLayerList::showKey(int row)
{
    m_model->showKey(row);
    refresh();
}

std::vector<std::string> MapLayerList::chosenPaths() const
{
    QList<int> rows;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        rows += index.row();
    std::sort(rows.begin(), rows.end());
    std::vector<std::string> paths;
    for (const int row : rows)
        paths.push_back(m_model->pathAt(row));
    return paths;
}

void MapLayerList::refresh()
{
    const int key = m_model->shownKey();
    const int count = m_model->rowCount();
    m_caption->setText(key < 0 ? tr("Every layer, and what decides") : tr("Its layers (%1)").arg(count));
    m_caption->setToolTip(m_caption->text());
    m_all->setEnabled(key >= 0);
    const std::vector<std::string> paths = chosenPaths();
    m_make->setEnabled(!paths.empty());
    m_makePattern->setVisible(paths.size() > 1);
    if (paths.empty())
        return;
    m_makeExact->setText(paths.size() == 1 ? tr("Key \"%1\"").arg(toQt(exactKey(paths.front())))
                                           : tr("%1 keys, one a layer").arg(paths.size()));
    constexpr qsizetype kShown = 70;
    const QString pattern = toQt(patternFor(paths, m_model->allPaths()));
    m_makePattern->setText(
        tr("One key for all: \"%1\"")
            .arg(pattern.size() > kShown ? pattern.left(kShown) + QStringLiteral("…") : pattern));
}

} // namespace ulpscope::ui
