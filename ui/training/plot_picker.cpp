// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/plot_picker.h"

#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/training/layer_plots.h"
#include "ui/training/operand_plots.h"
#include "ui/training/tensor_plots.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kIdRole = Qt::UserRole;

/// All plots that the run can have, by id; each once.
std::vector<PlotRow> offeredPlots(const RunHistory* run)
{
    std::vector<PlotRow> rows = plotCatalog();
    if (!run)
        return rows;
    if (const std::string layer = layerWithScales(*run, {}); !layer.empty())
        for (PlotRow& row : operandPlots(*run, layer)) {
            row.title = PlotPicker::tr("%1 (of the selected layer)").arg(row.title);
            rows.push_back(std::move(row));
        }
    for (PlotRow& row : layerPlots(*run, layerOf(*run, {}))) {
        row.title = PlotPicker::tr("%1 (of the selected layer)").arg(row.title);
        rows.push_back(std::move(row));
    }
    for (const RunHistory::NamedMetric& metric : run->metrics())
        rows.push_back(tensorPlot({run->paths()[metric.path.index()], metric.role, metric.metric}));
    return rows;
}

} // namespace

PlotPicker::PlotPicker(Document& document, const RunHistory* run, const QStringList& shown, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_words(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_count(new QLabel(this))
    , m_up(new QPushButton(tr("&Up"), this))
    , m_down(new QPushButton(tr("Dow&n"), this))
    , m_default(new QPushButton(tr("&Default plots"), this))
{
    registerPlace(this, {.name = "plotPicker", .guide = "window#plots"});
    setWindowTitle(tr("Choose plots"));
    describe(m_words, QStringLiteral("plotPickerWords"), tr("Find a metric"),
        tr("Parts of words, in any order: dense_1 grad amax. ↓ goes to the list."));
    m_words->setPlaceholderText(tr("parts of words: dense_1 grad amax"));
    m_words->setClearButtonEnabled(true);
    m_words->installEventFilter(this);
    describe(m_list, QStringLiteral("plotPickerList"), tr("Metrics"),
        tr("Space shows a metric as a plot or takes it away; Alt+↑ and Alt+↓ move it"));
    m_list->installEventFilter(this);
    m_list->setUniformItemSizes(true);
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
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_words);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_count);
    layout->addLayout(buttons);
    resize(620, 480);

    const std::vector<PlotRow> offered = offeredPlots(run);
    const auto rowOf = [&](const QString& id) {
        return std::find_if(offered.begin(), offered.end(), [&](const PlotRow& row) { return row.id == id; });
    };
    for (const QString& id : shown)
        if (const auto row = rowOf(id); row != offered.end())
            add(row->id, row->title, row->description, true);
        else
            add(id, id, tr("This run has not recorded it"), true);
    for (const PlotRow& row : offered)
        if (!shown.contains(row.id))
            add(row.id, row.title, row.description, false);
    m_list->setCurrentRow(0);

    connect(m_words, &QLineEdit::textChanged, this, &PlotPicker::filter);
    connect(m_list, &QListWidget::itemChanged, this, &PlotPicker::takeOver);
    connect(m_list, &QListWidget::currentRowChanged, this, &PlotPicker::refresh);
    connect(m_up, &QPushButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { move(1); });
    connect(m_default, &QPushButton::clicked, this, [this] {
        if (m_document.edit(tr("Default plots"), [](SessionSpec& session) { session.plots.clear(); }).ok())
            accept();
    });
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::reject);
    refresh();
}

void PlotPicker::add(const QString& id, const QString& title, const QString& tip, bool isShown)
{
    auto* item = new QListWidgetItem(title, m_list);
    item->setData(kIdRole, id);
    item->setToolTip(tip);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(isShown ? Qt::Checked : Qt::Unchecked);
}

void PlotPicker::filter(const QString& words)
{
    const QStringList parts = words.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (int row = 0; row < m_list->count(); ++row) {
        QListWidgetItem* item = m_list->item(row);
        item->setHidden(!std::all_of(parts.begin(), parts.end(),
            [&](const QString& part) { return item->text().contains(part, Qt::CaseInsensitive); }));
    }
    for (int row = 0; row < m_list->count(); ++row)
        if (!m_list->item(row)->isHidden()) {
            m_list->setCurrentRow(row);
            break;
        }
    refresh();
}

/// Among the plots that are shown, which are in the list's order.
void PlotPicker::move(int by)
{
    const int row = m_list->currentRow();
    const int other = row + by;
    const auto isShown = [this](int at) {
        const QListWidgetItem* item = m_list->item(at); // null beyond the ends
        return item && item->checkState() == Qt::Checked;
    };
    if (!isShown(row) || !isShown(other))
        return;
    {
        const QSignalBlocker blocker(m_list);
        m_list->insertItem(other, m_list->takeItem(row));
    }
    m_list->setCurrentRow(other);
    takeOver();
}

void PlotPicker::takeOver()
{
    std::vector<std::string> plots;
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->checkState() == Qt::Checked)
            plots.push_back(m_list->item(row)->data(kIdRole).toString().toStdString());
    if (plots.size() <= kMaxPlots) // none: the default ones
        (void)m_document.edit(tr("Change plots"), [&](SessionSpec& session) { session.plots = plots; });
    refresh();
}

void PlotPicker::refresh()
{
    int shown = 0;
    int found = 0;
    for (int row = 0; row < m_list->count(); ++row) {
        shown += m_list->item(row)->checkState() == Qt::Checked ? 1 : 0;
        found += m_list->item(row)->isHidden() ? 0 : 1;
    }
    if (shown > int(kMaxPlots))
        m_count->setText(tr("At most %1 plots: take some away.").arg(kMaxPlots));
    else if (shown == 0)
        m_count->setText(tr("None is chosen: the default plots are shown."));
    else
        m_count->setText(tr("%1 shown, %2 of %3 metrics found").arg(shown).arg(found).arg(m_list->count()));
    const QListWidgetItem* current = m_list->currentItem();
    const bool isShown = current && current->checkState() == Qt::Checked;
    const int row = m_list->currentRow();
    m_up->setEnabled(isShown && row > 0);
    m_down->setEnabled(
        isShown && row + 1 < m_list->count() && m_list->item(row + 1)->checkState() == Qt::Checked);
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
        if (QListWidgetItem* item = m_list->currentItem(); item && !item->isHidden())
            item->setCheckState(item->checkState() == Qt::Checked ? Qt::Unchecked : Qt::Checked);
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace ulpscope::ui
