// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/plot_picker.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/training/run_plots.h"
#include "ui/training/tensor_plots.h"
#include "ui/tree/models/layer_tensor.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>

#include <algorithm>
#include <iterator>

namespace ulpscope::ui {

namespace {

constexpr int kIdRole = Qt::UserRole;

struct OfferedPlot
{
    PlotRow row;
    QString group; ///< layer on the model's top level, or what else has it
};

/// All plots that the run can have, by id; each once.
std::vector<OfferedPlot> offeredPlots(const RunHistory* run)
{
    std::vector<OfferedPlot> plots;
    for (PlotRow& row : plotCatalog())
        plots.push_back({std::move(row), PlotPicker::tr("The run")});
    if (!run)
        return plots;
    std::vector<PlotRow> ofLayer = layerPlots(*run, layerOf(*run, {}));
    if (const std::string layer = layerWithScales(*run, {}); !layer.empty())
        std::ranges::move(operandPlots(*run, layer), std::inserter(ofLayer, ofLayer.begin()));
    for (PlotRow& row : ofLayer) {
        row.title = PlotPicker::tr("%1 (of the selected layer)").arg(row.title);
        plots.push_back({std::move(row), PlotPicker::tr("The selected layer")});
    }
    for (const RunHistory::NamedMetric& metric : run->metrics()) {
        const std::string& path = run->paths()[metric.path.index()];
        plots.push_back({tensorPlot({path, metric.role, metric.metric}),
            layerText(path).section(QStringLiteral(" / "), 0, 0)}); // without its weights or parts
    }
    return plots;
}

bool isShown(const QTreeWidgetItem* item)
{
    return item && item->parent() && item->checkState(0) == Qt::Checked;
}

} // namespace

PlotPicker::PlotPicker(Document& document, const RunHistory* run, const QStringList& shown, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_words(new QLineEdit(this))
    , m_list(new QTreeWidget(this))
    , m_count(new QLabel(this))
    , m_up(new QPushButton(tr("&Up"), this))
    , m_down(new QPushButton(tr("Dow&n"), this))
    , m_default(new QPushButton(tr("&Default plots"), this))
{
    registerPlace(this, {.name = "plotPicker", .guide = "window#plots"});
    setWindowTitle(tr("Choose plots"));
    describe(m_words, QStringLiteral("plotPickerWords"), tr("Find a metric"),
        tr("Parts of words, in any order: dense_1 grad amax. ↓ goes to the list, Return shows the first."));
    m_words->setPlaceholderText(tr("parts of words: dense_1 grad amax"));
    m_words->setClearButtonEnabled(true);
    m_words->installEventFilter(this);
    describe(m_list, QStringLiteral("plotPickerList"), tr("Metrics"),
        tr("Layers with their metrics. Space shows a metric as a plot or takes it away; Alt+↑ and Alt+↓ move it"));
    m_list->installEventFilter(this);
    m_list->setHeaderHidden(true);
    m_list->setUniformRowHeights(true);
    m_count->setObjectName(QStringLiteral("plotPickerCount"));
    describe(m_up, QStringLiteral("plotPickerUp"), tr("Move the plot up"), tr("Nearer to the top (Alt+↑)"));
    describe(m_down, QStringLiteral("plotPickerDown"), tr("Move the plot down"),
        tr("Nearer to the bottom (Alt+↓)"));
    describe(m_default, QStringLiteral("plotPickerDefault"), tr("Default plots"),
        tr("The plots that the session's policy asks for"));
    for (QPushButton* button : {m_up, m_down, m_default})
        button->setAutoDefault(false);
    auto* close = new QDialogButtonBox(QDialogButtonBox::Close, this);
    close->button(QDialogButtonBox::Close)->setObjectName(QStringLiteral("plotPickerClose"));
    close->button(QDialogButtonBox::Close)->setToolTip(tr("The plots stay as they are chosen (Escape)"));
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_up, m_down, m_default})
        buttons->addWidget(button);
    buttons->addStretch(1);
    buttons->addWidget(close);
    columnOf(this, {m_words, {m_list, 1}, m_count, buttons}, {.hasStyleMargins = true});
    resize(620, 480);

    const std::vector<OfferedPlot> offered = offeredPlots(run);
    const auto group = [this](const QString& text) {
        const QList<QTreeWidgetItem*> found = m_list->findItems(text, Qt::MatchExactly);
        if (!found.isEmpty())
            return found.first();
        auto* item = new QTreeWidgetItem(m_list, {text});
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        return item;
    };
    QTreeWidgetItem* first = group(tr("Shown now, from the top"));
    for (const QString& id : shown)
        if (const auto plot
            = std::ranges::find(offered, id, [](const OfferedPlot& each) { return each.row.id; });
            plot != offered.end())
            add(*first, id, plot->row.title, plot->row.description, true);
        else
            add(*first, id, id, tr("This run has not recorded it"), true);
    for (const OfferedPlot& plot : offered)
        if (!shown.contains(plot.row.id))
            add(*group(plot.group), plot.row.id, plot.row.title, plot.row.description, false);
    filter({});

    connect(m_words, &QLineEdit::textChanged, this, &PlotPicker::filter);
    connect(m_list, &QTreeWidget::itemChanged, this, &PlotPicker::takeOver);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &PlotPicker::refresh);
    connect(m_up, &QPushButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { move(1); });
    connect(m_default, &QPushButton::clicked, this, [this] {
        if (m_document.edit(tr("Default plots"), [](SessionSpec& session) { session.plots.clear(); }).ok())
            accept();
    });
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::reject);
    refresh();
}

void PlotPicker::add(
    QTreeWidgetItem& group, const QString& id, const QString& title, const QString& tip, bool isShown)
{
    auto* item = new QTreeWidgetItem(&group, {title});
    item->setData(0, kIdRole, id);
    item->setToolTip(0, tip);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(0, isShown ? Qt::Checked : Qt::Unchecked);
}

QList<QTreeWidgetItem*> PlotPicker::items() const
{
    QList<QTreeWidgetItem*> items;
    for (int group = 0; group < m_list->topLevelItemCount(); ++group)
        for (int at = 0; at < m_list->topLevelItem(group)->childCount(); ++at)
            items += m_list->topLevelItem(group)->child(at);
    return items;
}

/// Unfolds the plots that were found; without search words, those that are shown.
void PlotPicker::filter(const QString& words)
{
    const QStringList parts = words.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QTreeWidgetItem* first = nullptr;
    for (int at = 0; at < m_list->topLevelItemCount(); ++at)
        m_list->topLevelItem(at)->setHidden(true);
    for (QTreeWidgetItem* item : items()) {
        const QString text = item->parent()->text(0) + QLatin1Char(' ') + item->text(0);
        const bool isFound = std::ranges::all_of(
            parts, [&text](const QString& part) { return text.contains(part, Qt::CaseInsensitive); });
        item->setHidden(!isFound);
        if (!isFound)
            continue;
        first = first ? first : item;
        item->parent()->setHidden(false);
        item->parent()->setExpanded(!parts.isEmpty() || item->parent() == m_list->topLevelItem(0));
    }
    m_list->setCurrentItem(first);
    refresh();
}

/// Among the plots that are shown, which are in the list's order.
void PlotPicker::move(int by)
{
    QTreeWidgetItem* item = m_list->currentItem();
    if (!isShown(item))
        return;
    QTreeWidgetItem* group = item->parent();
    const int other = group->indexOfChild(item) + by;
    if (!isShown(group->child(other))) // there is no entry beyond the ends
        return;
    {
        const QSignalBlocker blocker(m_list);
        group->insertChild(other, group->takeChild(other - by));
    }
    m_list->setCurrentItem(item);
    takeOver();
}

void PlotPicker::takeOver()
{
    std::vector<std::string> plots;
    for (const QTreeWidgetItem* item : items())
        if (isShown(item))
            plots.push_back(item->data(0, kIdRole).toString().toStdString());
    if (plots.size() <= kMaxPlots) // none: the default ones
        (void)m_document.edit(tr("Change plots"), [&](SessionSpec& session) { session.plots = plots; });
    refresh();
}

void PlotPicker::refresh()
{
    const QList<QTreeWidgetItem*> all = items();
    const auto shown = std::ranges::count_if(all, isShown);
    const auto found = std::ranges::count_if(all, [](const auto* item) { return !item->isHidden(); });
    if (shown > qsizetype(kMaxPlots))
        m_count->setText(tr("At most %1 plots: take some away.").arg(kMaxPlots));
    else if (shown == 0)
        m_count->setText(tr("None is chosen: the default plots are shown."));
    else
        m_count->setText(tr("%1 shown, %2 of %3 metrics found").arg(shown).arg(found).arg(all.size()));
    const QTreeWidgetItem* current = m_list->currentItem();
    const QTreeWidgetItem* group = isShown(current) ? current->parent() : nullptr;
    const int row = group ? group->indexOfChild(const_cast<QTreeWidgetItem*>(current)) : 0;
    m_up->setEnabled(group && isShown(group->child(row - 1)));
    m_down->setEnabled(group && isShown(group->child(row + 1)));
    m_default->setEnabled(!m_document.session()->plots.empty());
}

bool PlotPicker::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isVertical = key->key() == Qt::Key_Up || key->key() == Qt::Key_Down;
    if (watched == m_list && isVertical && key->modifiers() & Qt::AltModifier) {
        move(key->key() == Qt::Key_Up ? -1 : 1);
        return true;
    }
    if (watched == m_words && key->key() == Qt::Key_Down) {
        m_list->setFocus();
        return true;
    }
    if (watched == m_words && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
        if (QTreeWidgetItem* item = m_list->currentItem(); item && item->parent())
            item->setCheckState(0, isShown(item) ? Qt::Unchecked : Qt::Checked);
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace ulpscope::ui
