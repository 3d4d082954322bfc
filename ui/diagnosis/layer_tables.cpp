// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnosis/layer_tables.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QHeaderView>
#include <QLabel>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <functional>

namespace ulpscope::ui {

namespace {

SessionSpec inFloat32(SessionSpec session)
{
    for (std::size_t layer = 0; layer < session.model.layers.size(); ++layer)
        if (session.model.layers[layer].className != "InputLayer")
            session = withFloat32Layer(std::move(session), layer);
    return session;
}

} // namespace

CostPanel::CostPanel(Document& document, std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_kernels(std::move(kernels))
    , m_bytes(new MetricTableModel(this))
    , m_products(new MetricTableModel(this))
    , m_bytesView(new MetricView(m_bytes, this))
    , m_productsView(new MetricView(m_products, this))
    , m_message(new QLabel(this))
{
    registerPlace(this,
        {.name = "costPanel", .terms = "ledger", .guide = "window#costs", .lessons = {{"diagnosis.cost"}}});
    describe(m_bytesView, {.name = "byteTable", .terms = "ledger"}, tr("Bytes by what they hold"));
    describe(
        m_productsView, {.name = "multiplyAddTable", .terms = "multiply_add"}, tr("Multiply-adds by format"));
    m_message->setObjectName(QStringLiteral("costMessage"));
    m_message->setWordWrap(true);
    auto* tables = new FlowLayout(nullptr, 12);
    tables->addWidget(m_bytesView);
    tables->addWidget(m_productsView);
    columnOf(this, {m_message, tables}, {.spacing = 4});
    connect(&document, &Document::sessionChanged, this, &CostPanel::count);
}

void CostPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    count();
}

void CostPanel::count()
{
    if (!isVisible())
        return; // when it is shown again
    const SessionSpec& session = *m_document.session();
    const Result<Ledger> ledger = ledgerOf(session, *m_kernels);
    const Result<Ledger> before = ledgerOf(inFloat32(session), *m_kernels);
    const bool isCounted = ledger.ok() && before.ok();
    m_bytesView->setVisible(isCounted);
    m_productsView->setVisible(isCounted && !ledger->multiplyAdds.empty());
    if (!isCounted) {
        m_message->setText(tr("This session cannot be counted: %1")
                               .arg(engineText(ledger.ok() ? before.error() : ledger.error())));
        return;
    }
    m_message->setText(
        tr("A batch of %1 takes %2 of memory and %3 multiply-adds a step. Change a policy and watch.")
            .arg(countedText(session.training.batchSize, tr("example"), tr("examples")),
                bytesText(ledger->bytes.total()), countText(qRound64([&] {
                    double sum = 0;
                    for (const auto& [formats, count] : ledger->multiplyAdds)
                        sum += count;
                    return sum;
                }()))));
    m_bytes->setTable(byteMetrics(ledger->bytes, before->bytes));
    m_products->setTable(multiplyAddMetrics(ledger->multiplyAdds));
}

namespace {

/// Every operand's history is looked through: often enough for the eye is enough.
constexpr std::chrono::milliseconds kInterval{250};
constexpr std::size_t kMaxRows = 40; // a page is read, not searched

} // namespace

SaturationPanel::SaturationPanel(const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_shown(shown)
    , m_soon(new QTimer(this))
    , m_message(new QLabel(this))
    , m_model(new MetricTableModel(this))
    , m_view(new MetricView(m_model, this))
{
    registerPlace(this, {.name = "saturationPanel", .terms = "saturation", .guide = "window#saturation"});
    m_message->setObjectName(QStringLiteral("saturationMessage"));
    m_message->setWordWrap(true);
    describe(m_view, {.name = "saturationTable", .terms = "saturation"},
        tr("Steps in which operands saturate"),
        tr("Return or a click pins the step in which the most elements saturated"));
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    columnOf(this, {m_message, m_view}, {.spacing = 4});
    m_soon->setSingleShot(true);
    m_soon->setInterval(kInterval);
    connect(m_soon, &QTimer::timeout, this, &SaturationPanel::refresh);
    connect(m_view, &QTableView::clicked, this, &SaturationPanel::pin);
    connect(m_view, &QTableView::activated, this, &SaturationPanel::pin);
    connect(&shown, &ShownRun::replaced, this, &SaturationPanel::refresh);
    connect(&shown, &ShownRun::grew, this, [this] {
        if (!m_soon->isActive())
            m_soon->start();
    });
    m_view->hide();
}

void SaturationPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void SaturationPanel::refresh()
{
    if (!isVisible())
        return; // when it is shown again
    const RunHistory* run = m_shown.run().get();
    std::vector<Saturation> rows = run ? saturations(*run) : std::vector<Saturation>();
    const std::size_t all = rows.size();
    if (all > kMaxRows) {
        std::ranges::stable_sort(rows, std::greater(), &Saturation::most);
        rows.resize(kMaxRows);
    }
    QString text;
    if (!run || !hasLaggingScales(*run))
        text = tr("No operand of this run has a scale that comes from earlier steps.");
    else if (all == 0)
        text = tr("No element of a scaled operand was beyond the limit of its scale.");
    else
        text = tr(
            "%1 of the elements of scaled operands were beyond the limit of their scale, and were clipped to it.")
                   .arg(percentText(run->totals().counts.saturatedPercent()));
    if (all > rows.size())
        text += QLatin1Char(' ')
            + tr("Of %1 stretches of steps those with the most elements:").arg(countText(std::int64_t(all)));
    m_message->setText(text);
    if (rows == m_rows)
        return; // the table keeps what is chosen in it
    m_rows = std::move(rows);
    m_model->setTable(saturationMetrics(m_rows));
    m_view->setVisible(!m_rows.empty());
}

void SaturationPanel::pin(const QModelIndex& row)
{
    if (row.isValid() && std::size_t(row.row()) < m_rows.size())
        m_shown.step().pin(m_rows[std::size_t(row.row())].mostAt);
}

} // namespace ulpscope::ui
