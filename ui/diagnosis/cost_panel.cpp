// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnosis/cost_panel.h"

#include "ui/diagnosis/models/diagnosis_tables.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QHeaderView>
#include <QLabel>

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

} // namespace ulpscope::ui
