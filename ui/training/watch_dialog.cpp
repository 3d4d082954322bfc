// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/watch_dialog.h"

#include "engine/session/watch.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/training/models/watch_curve.h"
#include "ui/tree/models/layer_tensor.h"

#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace ulpscope::ui {

namespace {

/// The error's place, counted from 0; -1: it has none.
int columnOf(const Error& error)
{
    const QString place = toQt(error.place);
    return place.startsWith(QStringLiteral("column ")) ? place.mid(7).toInt() - 1 : -1;
}

QString metricNames()
{
    QStringList names;
    for (const NamedMeaning& metric : watchMetrics())
        names += toQt(metric.name);
    return names.join(QStringLiteral(", "));
}

} // namespace

WatchDialog::WatchDialog(
    Document& document, std::shared_ptr<const RunHistory> run, const std::string& layer, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_run(std::move(run))
    , m_expression(new FaultField(this))
    , m_add(new QPushButton(tr("&Add"), this))
    , m_message(new QLabel(this))
    , m_list(new QListWidget(this))
    , m_remove(new QPushButton(tr("&Remove"), this))
{
    registerPlace(this, {.name = "watchDialog", .terms = "watch_expression", .guide = "numbers#watches"});
    setWindowTitle(tr("Watches"));
    const QString example = QStringLiteral("amax(%1.output)/65504 > 0.9")
                                .arg(layer.empty() ? QStringLiteral("dense_2") : layerText(layer));
    auto* intro = new QLabel(
        tr("A metric made of recorded ones, as a curve below the plots. With a comparison it is an alarm too: where it "
           "becomes true, a triangle marks the step, and a ticked one pauses the run there."),
        this);
    intro->setWordWrap(true);
    describe(m_expression, QStringLiteral("watchExpression"), tr("Expression"),
        tr("Metrics of a step: %1. Metrics of a tensor: amax, rms, flushed_percent, local_error and all others of "
           "tensors.csv, of (layer.output), (layer.output_gradient), (layer.kernel), (layer.kernel_gradient).")
            .arg(metricNames()));
    m_expression->setPlaceholderText(tr("such as %1").arg(example));
    m_expression->setMaxLength(int(kLongestWatch));
    FieldGuard::keepFocusIn(*m_expression);
    m_add->setObjectName(QStringLiteral("watchAdd"));
    m_add->setToolTip(tr("Draws the expression's curve, and marks where it becomes true (Return)"));
    m_add->setAutoDefault(false); // Return in the field is its own
    m_message->setObjectName(QStringLiteral("watchMessage"));
    m_message->setWordWrap(true);
    describe(m_list, QStringLiteral("watchList"), tr("Watches"),
        tr("Ticked: a run pauses where it becomes true. Space ticks, Delete removes."));
    m_list->installEventFilter(this);
    m_remove->setObjectName(QStringLiteral("watchRemove"));
    m_remove->setToolTip(tr("Takes the watch away (Delete)"));
    m_remove->setAutoDefault(false);
    auto* close = new QDialogButtonBox(QDialogButtonBox::Close, this);
    close->button(QDialogButtonBox::Close)->setAutoDefault(false);
    close->button(QDialogButtonBox::Close)->setToolTip(tr("The watches stay as they are (Escape)"));
    QBoxLayout* line = rowOf({{m_expression, 1}, m_add});
    auto* stops = new QLabel(tr("Ticked: &pauses the run where it becomes true"), this);
    stops->setBuddy(m_list);
    QBoxLayout* buttons = rowOf({m_remove, Stretch{1}, close});
    columnOf(this, {intro, line, m_message, stops, {m_list, 1}, buttons}, {.hasStyleMargins = true});
    resize(620, 420);
    connect(m_expression, &QLineEdit::textChanged, this, &WatchDialog::check);
    connect(m_expression, &QLineEdit::returnPressed, m_add, &QPushButton::click);
    connect(m_add, &QPushButton::clicked, this, &WatchDialog::add);
    connect(m_remove, &QPushButton::clicked, this, &WatchDialog::remove);
    connect(m_list, &QListWidget::itemChanged, this, &WatchDialog::setStops);
    connect(
        m_list, &QListWidget::currentRowChanged, this, [this](int row) { m_remove->setEnabled(row >= 0); });
    // Later: the item that was ticked is still at work.
    connect(&document, &Document::sessionChanged, this, &WatchDialog::list, Qt::QueuedConnection);
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::reject);
    list();
    check();
    m_expression->setFocus();
}

void WatchDialog::list()
{
    const QSignalBlocker blocker(m_list);
    const bool hasMore = m_document.session()->watches.size() > std::size_t(m_list->count());
    const int row = hasMore ? int(m_document.session()->watches.size()) - 1 : m_list->currentRow();
    m_list->clear();
    for (const WatchSpec& watch : m_document.session()->watches) {
        auto* item = new QListWidgetItem(toQt(watch.expression), m_list);
        const Result<Watch> parsed = Watch::parse(watch.expression);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        if (parsed && parsed->isCondition())
            item->setCheckState(watch.stops ? Qt::Checked : Qt::Unchecked);
        item->setToolTip(parsed && !parsed->isCondition()
                ? tr("A curve; without a comparison it stops nothing")
                : tr("Ticked: the run pauses where it becomes true"));
        if (m_run)
            if (const Result<Watch> found = watchOf(*m_run, watch.expression); !found)
                item->setToolTip(engineText(found.error()));
    }
    m_list->setCurrentRow(std::min(row, m_list->count() - 1));
    m_remove->setEnabled(m_list->currentRow() >= 0);
}

/// Checks the text; an error is underlined and explained below.
void WatchDialog::check()
{
    const std::string typed
        = typedExpression(m_expression->text()).toStdString(); // columns count what is seen
    const std::string text = typedExpression(m_expression->text()).trimmed().toStdString();
    m_expression->setErrorPosition(-1);
    m_add->setEnabled(false);
    if (text.empty()) {
        m_message->setText(
            tr("Type a metric, such as loss or amax(dense_1.output), and what to compare it with."));
        return;
    }
    const auto& watches = m_document.session()->watches;
    const Result<Watch> watch
        = m_run && !m_run->metrics().empty() ? watchOf(*m_run, typed) : Watch::parse(typed);
    if (!watch) {
        m_expression->setErrorPosition(columnOf(watch.error()));
        m_message->setText(tr("✕ %1").arg(engineText(watch.error())));
    } else if (watches.size() >= kMaxWatches) {
        m_message->setText(tr("At most %1 watches: remove one first.").arg(kMaxWatches));
    } else if (std::any_of(watches.begin(), watches.end(),
                   [&](const WatchSpec& other) { return other.expression == text; })) {
        m_message->setText(tr("This is watched already."));
    } else {
        m_add->setEnabled(true);
        m_message->setText(watch->isCondition()
                ? tr("A curve, its limit, and a mark where it becomes true.")
                : tr("A curve. With a comparison, such as > 0.9, it is an alarm too."));
    }
}

void WatchDialog::change(const QString& text, const std::function<void(std::vector<WatchSpec>&)>& edit)
{
    if (const Status done = m_document.edit(text, [&](SessionSpec& session) { edit(session.watches); });
        !done)
        m_message->setText(engineText(done.error()));
}

void WatchDialog::add()
{
    const std::string text = typedExpression(m_expression->text()).trimmed().toStdString();
    change(tr("Watch %1").arg(toQt(text)), [&](std::vector<WatchSpec>& watches) {
        watches.push_back({text, false});
    });
    m_expression->clear();
    m_expression->setFocus();
}

void WatchDialog::remove()
{
    const int row = m_list->currentRow(); // the row of a list that may be older than the watches
    if (row >= 0 && row < int(m_document.session()->watches.size()))
        change(tr("Remove watch"),
            [row](std::vector<WatchSpec>& watches) { watches.erase(watches.begin() + row); });
}

void WatchDialog::setStops()
{
    std::vector<bool> stops;
    for (int row = 0; row < m_list->count(); ++row)
        stops.push_back(m_list->item(row)->checkState() == Qt::Checked);
    change(tr("Stop at a watch"), [&](std::vector<WatchSpec>& watches) {
        for (std::size_t i = 0; i < std::min(stops.size(), watches.size()); ++i)
            watches[i].stops = stops[i];
    });
}

bool WatchDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
        remove();
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace ulpscope::ui
