// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/orders_dialog.h"

#include "engine/dtype/formats.h"
#include "engine/tensor/ops.h"
#include "ui/files/models/recording_metrics.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/display_text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>

#include <utility>

namespace ulpscope::ui {

namespace {

/// Rounded once, to nearest.
void roundAll(Arithmetic& arithmetic, std::vector<double>& values, const Format& format)
{
    const auto size = static_cast<Index>(values.size());
    Tensor exact(Shape{1, size}, float64Format());
    for (Index i = 0; i < size; ++i)
        exact.set(i, values[std::size_t(i)]);
    Tensor rounded;
    cast(arithmetic, exact, format, rounded);
    for (Index i = 0; i < size; ++i)
        values[std::size_t(i)] = rounded.at(i);
}

} // namespace

OrdersDialog::OrdersDialog(std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QDialog(parent)
    , m_kernels(std::move(kernels))
    , m_of(new QLabel(this))
    , m_terms(new QLineEdit(QStringLiteral("1 x6000"), this))
    , m_factors(new QLineEdit(this))
    , m_said(new QLabel(this))
    , m_model(new MetricTableModel(this))
    , m_view(new MetricView(m_model, this))
{
    registerPlace(this, {.name = "ordersDialog", .terms = "accumulator"});
    setWindowTitle(tr("Orders of a sum"));
    m_operands = addFormats(QStringLiteral("ordersOperands"), tr("Terms in"),
        tr("The format to which the terms, or the factors, are rounded first"), QStringLiteral("bfloat16"));
    m_sums = addFormats(QStringLiteral("ordersSums"), tr("Sums in"),
        tr("The format to which partial sums are rounded, in the orders that are no tensor core's"),
        QStringLiteral("bfloat16"));
    m_output = addFormats(QStringLiteral("ordersOutput"), tr("Result in"),
        tr("The format to which the sum is rounded at last, in whose ulps the errors are"),
        QStringLiteral("bfloat16"));
    place();
    for (QLineEdit* field : {m_terms, m_factors})
        connect(field, &QLineEdit::editingFinished, this, &OrdersDialog::ask);
    connect(&m_aside, &Aside::failed, this, &OrdersDialog::refuse);
}

QComboBox* OrdersDialog::addFormats(
    const QString& id, const QString& name, const QString& tip, const QString& chosen)
{
    auto* box = new QComboBox(this);
    describe(box, id, name, tip);
    for (const std::string& format : formatNames())
        box->addItem(toQt(format));
    box->setCurrentText(chosen);
    connect(box, &QComboBox::activated, this, &OrdersDialog::ask);
    return box;
}

void OrdersDialog::place()
{
    m_of->setObjectName(QStringLiteral("ordersOf"));
    m_of->setWordWrap(true);
    describe(m_terms, QStringLiteral("ordersTerms"), tr("Terms"),
        tr("Numbers with spaces between them; x6000 behind one has it as often: 1 x6000 2^-24"));
    describe(m_factors, QStringLiteral("ordersFactors"), tr("Factors"),
        tr("As many numbers again: then the dot product of both is formed. Empty: the sum of the terms"));
    m_factors->setPlaceholderText(tr("none: the sum of the terms"));
    m_said->setObjectName(QStringLiteral("ordersSaid"));
    m_said->setWordWrap(true);
    describe(m_view, QStringLiteral("ordersTable"), tr("The sum in each order"));
    auto* form = new QFormLayout;
    form->addRow(m_of);
    form->addRow(tr("&Terms"), m_terms);
    form->addRow(tr("&Factors"), m_factors);
    form->addRow(tr("Terms &in"), m_operands);
    form->addRow(tr("&Sums in"), m_sums);
    form->addRow(tr("&Result in"), m_output);
    auto* page = new QWidget(this);
    columnOf(page, {form, m_said, m_view, Stretch{1}});
    auto* area = new QScrollArea(this);
    area->setWidget(page);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    columnOf(this, {{area, 1}, buttons}, {.hasStyleMargins = true});
    resize(fontMetrics().averageCharWidth() * 124, fontMetrics().height() * 30);
}

void OrdersDialog::present()
{
    m_tensor.reset();
    show();
    raise();
    activateWindow();
    m_terms->setFocus();
    ask();
}

void OrdersDialog::present(std::shared_ptr<const ReadTensor> tensor)
{
    m_tensor = std::move(tensor);
    if (const Format* format = m_tensor->stored.type->format) {
        m_operands->setCurrentText(toQt(format->name));
        m_output->setCurrentText(m_operands->currentText());
    }
    show();
    raise();
    activateWindow();
    m_operands->setFocus();
    ask();
}

void OrdersDialog::refuse(const QString& message)
{
    m_aside.cancel();
    m_view->hide();
    m_said->setText(message);
}

void OrdersDialog::ask()
{
    m_terms->setEnabled(!m_tensor);
    m_of->setText(m_tensor
            ? tr("The elements of %1, in the order of the file").arg(toQt(m_tensor->snapshot.name.name))
            : tr("Of typed numbers"));
    Result<std::vector<double>> terms
        = m_tensor ? Result(m_tensor->snapshot.values) : typedNumbers(m_terms->text());
    Result<std::vector<double>> factors = typedNumbers(m_factors->text());
    for (const auto* each : {&terms, &factors})
        if (!*each)
            return refuse(toQt(each->error().text()));
    if (terms->empty())
        return refuse(tr("There are no terms to add up."));
    if (!factors->empty() && factors->size() != terms->size())
        return refuse(tr("%1, but %2: a dot product needs as many of both.")
                          .arg(countedText(std::int64_t(terms->size()), tr("term"), tr("terms")),
                              countedText(std::int64_t(factors->size()), tr("factor"), tr("factors"))));
    const Format* operands = findFormat(m_operands->currentText().toStdString());
    const Format* sums = findFormat(m_sums->currentText().toStdString());
    const Format* output = findFormat(m_output->currentText().toStdString());
    m_said->setText(tr("Adding up…"));
    m_aside.ask([this, kernels = m_kernels, a = std::move(terms).value(), b = std::move(factors).value(),
                    operands, sums, output](const std::stop_token&) mutable -> Aside::Answer {
        Arithmetic arithmetic(*kernels);
        roundAll(arithmetic, a, *operands);
        roundAll(arithmetic, b, *operands);
        return [this, output, found = sumOrders(*kernels, *operands, *sums, *output, a, b)] {
            m_model->setTable(orderMetrics(found, *output));
            m_view->show();
            m_said->setText(orderSentence(found, *output));
        };
    });
}

} // namespace ulpscope::ui
