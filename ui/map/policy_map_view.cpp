// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/policy_map_view.h"

#include "ui/look/accessible_role.h"
#include "ui/look/boxes.h"
#include "ui/look/cell_delegate.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/flow_layout.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/reaction.h"
#include "ui/look/table_look.h"
#include "ui/look/theme.h"
#include "ui/map/map_key_list.h"
#include "ui/map/models/map_layers_model.h"
#include "ui/map/models/policy_map_edits.h"
#include "ui/map/models/surprises.h"

#include <QAction>
#include <QCheckBox>
#include <QEvent>
#include <QFontDatabase>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace ulpscope::ui {

// The layers that the selected key matches, or every layer with what decides; makes keys from chosen layers.
class MapLayerList : public QWidget
{
    Q_OBJECT
public:
    /// `map` must outlive the panel.
    explicit MapLayerList(PolicyMapModel& map, QWidget* parent = nullptr);

    /// The row of a key; -1: every layer.
    void showKey(int row);

signals:
    void allRequested();
    void keysRequested(const std::vector<std::string>& keys);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();
    std::vector<std::string> chosenPaths() const;
    void refresh();

    PolicyMapModel& m_map;
    MapLayersModel* m_model;
    QTableView* m_table;
    QLabel* m_caption;
    QToolButton* m_all;
    QToolButton* m_make;
    QAction* m_makeExact;
    QAction* m_makePattern;
};

namespace {

constexpr double kPathShare = 0.36; ///< share of the width that paths have at least
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
    const QAbstractItemView& view = *m_table; // the base class makes this function public
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

// Type any path and see which key decides for it, with which policy, or what Keras raises.
class PathTester : public QWidget
{
    Q_OBJECT
public:
    /// `map` must outlive the panel.
    explicit PathTester(PolicyMapModel& map, QWidget* parent = nullptr);

private:
    void tryPath(const QString& path);
    void refresh();

    PolicyMapModel& m_map;
    QLineEdit* m_path;
    QLabel* m_result;
};

namespace {

/// A line edit lays its whole text out at every key press.
constexpr int kLongestPath = 4096;

} // namespace

PathTester::PathTester(PolicyMapModel& map, QWidget* parent)
    : QWidget(parent)
    , m_map(map)
    , m_path(new QLineEdit(this))
    , m_result(new QLabel(this))
{
    setObjectName(QStringLiteral("pathTester"));
    describe(m_path, {.name = "triedPath", .terms = "layer_path map_key"}, tr("Path to try"));
    m_path->setPlaceholderText(tr("sequential/dense"));
    m_path->setToolTip(tr("Any layer path, also of a layer that this model does not have"));
    m_path->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_path->setClearButtonEnabled(true);
    FieldGuard::keepFocusIn(*m_path);
    m_path->setMaxLength(kLongestPath + 1);
    m_path->setMinimumWidth(fontMetrics().averageCharWidth() * 30);
    describe(m_result, QStringLiteral("triedResult"), tr("What decides for the path"),
        tr("Follows the path as it is typed, and the keys as they are"));
    m_result->setWordWrap(true);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_result->setMinimumHeight(2 * fontMetrics().lineSpacing());
    auto* label = new QLabel(tr("Try a path"), this);
    label->setBuddy(m_path);
    label->setToolTip(m_path->toolTip());
    rowOf(this, {label, {m_path, 2}, {m_result, 3}}, {.spacing = 8});
    connect(m_path, &QLineEdit::textChanged, this, &PathTester::tryPath);
    connect(&m_map, &PolicyMapModel::judged, this, &PathTester::refresh);
    refresh();
    onEvent(this, {QEvent::PaletteChange}, [this] { refresh(); });
}

void PathTester::tryPath(const QString& path)
{
    m_map.setTriedPath(path.size() > kLongestPath ? QString() : path);
    refresh();
}

void PathTester::refresh()
{
    const std::shared_ptr<const MapAnswer> answer = m_map.analyst().answer();
    const QString path = m_path->text();
    QString text;
    bool isWrong = false;
    if (path.isEmpty()) {
        text = tr("Which key decides for it, and what Keras raises if none can.");
    } else if (path.size() > kLongestPath) {
        text = tr("A path of more than %1 characters is not tried here.").arg(kLongestPath);
        isWrong = true;
    } else if (!answer || !answer->findings.tried || answer->question.triedPath != path.toStdString()) {
        return; // the answer comes
    } else if (const PathFinding& found = *answer->findings.tried; found.error) {
        text = toQt(std::string(kindName(found.error->kind)) + ": " + found.error->text()).toHtmlEscaped();
        isWrong = true;
    } else {
        text = tr("→ <b>%1</b>, by %2")
                   .arg(toQt(found.policy.name).toHtmlEscaped(), deciderText(found).toHtmlEscaped());
        for (const PolicyHolder& layer : answer->question.layers)
            if (layer.path == answer->question.triedPath && layer.own)
                text = tr("→ <b>%1</b>, set on the layer itself; the map, which is not asked, has %2")
                           .arg(toQt(layer.own->name).toHtmlEscaped(),
                               toQt(found.policy.name).toHtmlEscaped());
    }
    QPalette colors = palette();
    const QColor ink = isWrong ? severityColor(Severity::Failure, palette())
        : path.isEmpty()       ? mutedText(palette())
                               : palette().color(QPalette::WindowText);
    colors.setColor(QPalette::WindowText, ink);
    m_result->setPalette(colors);
    m_result->setText(text);
}

GoodToKnow::GoodToKnow(PolicyMapModel& map, QWidget* parent)
    : QWidget(parent)
    , m_map(map)
    , m_caption(new QLabel(this))
    , m_text(new QLabel)
    , m_area(new QScrollArea(this))
{
    registerPlace(this, {.name = "goodToKnow", .terms = "good_to_know"});
    describe(m_text, QStringLiteral("goodToKnowText"), tr("Good to know"),
        tr("What Keras would do with this session that few expect"));
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_area->setWidget(m_text);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setAccessibleName(tr("Good to know"));
    m_area->setToolTip(m_text->toolTip());
    setAccessibleRole(*m_area, QAccessible::Grouping);
    m_area->setFocusPolicy(Qt::TabFocus); // arrows scroll it
    columnOf(this, {m_caption, {m_area, 1}}, {.spacing = 4});
    connect(&m_map, &PolicyMapModel::judged, this, &GoodToKnow::refresh);
    refresh();
    onEvent(this, {QEvent::PaletteChange}, [this] { refresh(); });
}

void GoodToKnow::refresh()
{
    const std::shared_ptr<const MapAnswer> answer = m_map.analyst().answer();
    QString items;
    std::size_t count = 0;
    if (answer)
        for (const Surprise& surprise : surprises(m_map.session(), answer->question, answer->findings)) {
            items += QStringLiteral("<li>%1</li>").arg(surprise.sentence.toHtmlEscaped());
            ++count;
        }
    m_caption->setText(count > 0 ? tr("<b>Good to know</b> (%1)").arg(count) : tr("<b>Good to know</b>"));
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, mutedText(palette()));
    m_text->setPalette(colors);
    const QString text = count > 0 ? QStringLiteral("<ul style=\"margin-left:-22px\">%1</ul>").arg(items)
                                   : tr("Nothing of what surprises in Keras applies to this session.");
    if (text != m_text->text())
        m_text->setText(text);
}

PolicyMapView::PolicyMapView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_model(new PolicyMapModel(document, this))
    , m_keys(new MapKeyList(*m_model, this))
    , m_older(new QCheckBox(tr("Match keys any&where in the path (older Keras)"), this))
{
    registerPlace(this,
        {.name = "policyMapView",
            .terms = "policy_map",
            .guide = "window#policy-map",
            .lessons = {{"tab.policy-map"}},
            .tab = {.title = tr("Policy map"),
                .tip = tr("Which policy each layer gets, and which key of the map decides"),
                .isOfSession = true,
                .focus = [this] { focusKeys(); }}});
    auto* rule = new QLabel(
        tr("A layer without a policy of its own takes that of the key that <b>is</b> its path, else of the "
           "<b>one</b> key that matches its whole path as a regular expression, else the default. Two matching "
           "keys are an error, and a key that is there is never overwritten."),
        this);
    describe(rule, QStringLiteral("mapRule"), tr("How Keras' DTypePolicyMap finds a policy"));
    rule->setWordWrap(true);
    describe(m_older, {.name = "mapSearch", .terms = "map_key"}, m_older->text().remove(QLatin1Char('&')),
        tr("Keras before August 2025 tried keys with re.search: a key was for every "
           "path that contains a match. Since then the whole path has to match."));
    auto* layers = new MapLayerList(*m_model, this);
    constexpr int kBesideCharacters = 112; // characters that two lists need beside each other
    auto* lists = new TurningSplitter(QStringLiteral("mapSplitter"), kBesideCharacters, this);
    lists->setHandleWidth(12);
    lists->addWidget(m_keys);
    lists->addWidget(layers);
    lists->setStretchFactor(0, 1);
    lists->setStretchFactor(1, 1);
    columnOf(this,
        {rule, m_older, {lists, 3}, new PathTester(*m_model, this), {new GoodToKnow(*m_model, this), 1}},
        {.margins = QMargins(0, 8, 0, 0), .spacing = 10});

    connect(&m_model->analyst(), &MapAnalyst::failed, this, &PolicyMapView::failed);
    connect(m_keys, &MapKeyList::rowSelected, layers, &MapLayerList::showKey);
    connect(layers, &MapLayerList::allRequested, m_keys, [this] { m_keys->selectRow(-1); });
    connect(layers, &MapLayerList::keysRequested, m_keys, &MapKeyList::addKeys);
    connect(m_older, &QCheckBox::clicked, this, [this](bool isOlder) {
        m_model->edit(tr("Change matching of keys"), [isOlder](PolicySettings& policies) {
            policies.mapMatching = isOlder ? MapMatching::Search : MapMatching::FullMatch;
        });
    });
    const auto showMatching
        = [this] { m_older->setChecked(m_model->policies().mapMatching == MapMatching::Search); };
    connect(m_model, &QAbstractItemModel::dataChanged, this, showMatching);
    connect(m_model, &QAbstractItemModel::modelReset, this, showMatching);
    showMatching();
    connect(m_model, &PolicyMapModel::noticed, this, &PolicyMapView::noticed);
}

void PolicyMapView::focusKeys()
{
    m_keys->focusTable();
}

bool PolicyMapView::event(QEvent* event)
{
    // The window's keys for layers must not reach a layer from here.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto& key = static_cast<QKeyEvent&>(*event);
        const bool movesLayer
            = key.modifiers() == Qt::AltModifier && (key.key() == Qt::Key_Up || key.key() == Qt::Key_Down);
        if (key.key() == Qt::Key_Delete || movesLayer) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

} // namespace ulpscope::ui

#include "policy_map_view.moc"
