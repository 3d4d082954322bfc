// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/tensor_details.h"

#include "app/judge/arithmetic/would_lose.h"
#include "engine/dtype/formats.h"
#include "ui/diagnosis/models/diagnosis_tables.h"
#include "ui/files/models/tensor_tables.h"
#include "ui/files/task_bar.h"
#include "ui/files/tensor_pictures.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/display_text.h"
#include "ui/look/table_look.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QTableView>

#include <utility>

namespace ulpscope::ui {

namespace {

/// Whether an element can be of another type than the file says, which says only how many bits it has.
bool asksForType(const TensorEntry& entry)
{
    return entry.type == nullptr || entry.type->kind == ElementKind::Unsigned;
}

} // namespace

TensorDetails::TensorDetails(
    const QString& id, FileNumbers& numbers, std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_id(id)
    , m_numbers(numbers)
    , m_kernels(std::move(kernels))
    , m_said(proseLabel(this))
    , m_asLabel(new QLabel(tr("Read &as"), this))
    , m_as(new QComboBox(this))
    , m_orders(new QPushButton(tr("&Orders of its sum…"), this))
    , m_pages(new QTabWidget(this))
    , m_elements(new ElementTableModel(this))
    , m_table(new QTableView(this))
    , m_notFinite(new QPushButton(tr("Next &NaN or ∞"), this))
    , m_format(new QComboBox(this))
    , m_range(new QLabel(this))
    , m_plot(new ExponentBarPlot(id + QStringLiteral("Exponents"), this))
    , m_lossTask(new TaskBar(id + QStringLiteral("Loss"), tr("&Round again"),
          tr("Rounds the tensor to each of the formats again"), this))
    , m_losses(new MetricTableModel(this))
    , m_lossView(new MetricView(m_losses, this))
{
    setObjectName(QStringLiteral("tensorDetails"));
    m_said->setObjectName(m_id + QStringLiteral("TensorSaid"));
    m_asLabel->setBuddy(m_as);
    describe(m_as, {.name = m_id.toUtf8() + "TensorAs", .terms = "number_format"}, tr("Read as"),
        tr("NumPy writes bfloat16 and float8 without saying so: choose what the elements are"));
    m_orders->setObjectName(m_id + QStringLiteral("TensorOrders"));
    m_orders->setToolTip(
        tr("Adds its elements up in the orders that libraries choose between, side by side"));
    for (QPushButton* button : {m_orders, m_notFinite})
        button->setAutoDefault(false);
    registerPlace(m_pages, {.name = m_id.toUtf8() + "TensorPages", .terms = "tensor"});
    m_pages->setAccessibleName(tr("What there is to see of the tensor"));
    m_pages->setDocumentMode(true);
    m_pages->addTab(makeNumbers(), tr("Numbers"));
    m_pages->setTabToolTip(0, tr("Its elements, with the bits that the file has"));
    m_pages->addTab(makeExponents(), tr("Exponents"));
    m_pages->setTabToolTip(1, tr("Its magnitudes beside the range of a format"));
    m_pages->addTab(makeFormats(), tr("Would lose"));
    m_pages->setTabToolTip(2, tr("What it would lose in other formats, from its values as they are"));
    auto* bar = new FlowLayout;
    bar->addPair(m_asLabel, m_as);
    bar->addWidget(m_orders);
    columnOf(this, {m_said, bar, {m_pages, 1}}, {.spacing = 4});
    connect(m_as, &QComboBox::activated, this, &TensorDetails::read);
    connect(m_orders, &QPushButton::clicked, this, [this] {
        if (m_numbers.chosen())
            emit ordersWanted(m_numbers.chosen());
    });
    connect(&numbers, &FileNumbers::chosenRead, this, [this] { show(m_numbers.chosen()); });
    connect(&numbers, &FileNumbers::refused, this, &TensorDetails::say);
    connect(m_lossTask, &TaskBar::beginWanted, this, [this] { compareFormats(m_numbers.chosen()); });
    m_lossTask->serve(m_aside, tr("Stopped."));
    choose(std::nullopt);
}

QWidget* TensorDetails::makeNumbers()
{
    describe(
        m_table, {.name = m_id.toUtf8() + "Elements", .terms = "tensor code"}, tr("Elements of the tensor"));
    m_table->setModel(m_elements);
    lookAsTable(*m_table, RowHeight::Metrics);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_notFinite->setObjectName(m_id + QStringLiteral("NotFinite"));
    m_notFinite->setToolTip(tr("Goes to the next element that is NaN or infinite"));
    connect(m_table, &QTableView::activated, this,
        [this](const QModelIndex& index) { openElement(index.row()); });
    connect(m_notFinite, &QPushButton::clicked, this, &TensorDetails::showNotFinite);
    auto* page = new QWidget(this);
    auto* bar = new FlowLayout;
    bar->addWidget(m_notFinite);
    columnOf(page, {bar, {m_table, 1}}, {.margins = QMargins(0, 4, 0, 0)});
    return page;
}

QWidget* TensorDetails::makeExponents()
{
    auto* page = new QWidget(this);
    auto* label = new QLabel(tr("&Beside"), page);
    label->setBuddy(m_format);
    describe(m_format, {.name = m_id.toUtf8() + "Format", .terms = "number_format exponent"}, tr("Format"),
        tr("The format whose range the lines show"));
    for (const std::string& name : formatNames())
        m_format->addItem(toQt(name));
    m_format->setCurrentText(QStringLiteral("float16"));
    connect(m_format, &QComboBox::activated, this, &TensorDetails::showRange);
    m_range->setObjectName(m_id + QStringLiteral("Range"));
    m_range->setWordWrap(true);
    auto* bar = new FlowLayout;
    bar->addPair(label, m_format);
    columnOf(page, {bar, m_range, {m_plot, 1}}, {.margins = QMargins(0, 4, 0, 0)});
    return page;
}

QWidget* TensorDetails::makeFormats()
{
    describe(m_lossView, {.name = m_id.toUtf8() + "Losses", .terms = "number_format"},
        tr("What the tensor would lose in other formats"));
    auto* page = new QWidget(this);
    columnOf(page, {m_lossTask, m_lossView, Stretch{1}}, {.margins = QMargins(0, 4, 0, 0)});
    auto* area = new QScrollArea(this);
    area->setWidget(page);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    return area;
}

void TensorDetails::insertPage(int place, QWidget* page, const QString& title, const QString& tip)
{
    m_pages->insertTab(place, page, title);
    m_pages->setTabToolTip(place, tip);
    m_pages->setCurrentIndex(0);
}

void TensorDetails::showPage(QWidget* page, bool isWanted)
{
    const int place = m_pages->indexOf(page);
    if (m_pages->isTabVisible(place) == isWanted)
        return;
    m_pages->setTabVisible(place, isWanted);
    if (isWanted)
        m_pages->setCurrentIndex(place);
}

std::uint64_t TensorDetails::bytes() const
{
    const std::shared_ptr<const ReadTensor>& chosen = m_numbers.chosen();
    return chosen ? chosen->stored.bytes.size() + chosen->stored.size() * sizeof(double) : 0;
}

void TensorDetails::setFile(std::shared_ptr<const TensorFile> file)
{
    m_file = std::move(file);
    choose(std::nullopt);
}

void TensorDetails::choose(std::optional<std::size_t> tensor)
{
    m_tensor = tensor;
    listTypes();
    show(nullptr);
    if (m_tensor)
        read();
    else
        say(tr("Choose a tensor of the list."));
}

void TensorDetails::listTypes()
{
    m_as->clear();
    const bool asks = m_tensor && asksForType(m_file->tensors()[*m_tensor]);
    m_as->setVisible(asks);
    m_asLabel->setVisible(asks);
    if (!asks)
        return;
    const TensorEntry& entry = m_file->tensors()[*m_tensor];
    m_as->addItem(toQt(entry.type ? entry.type->name : std::string_view(entry.storedAs)));
    for (const ElementType& type : elementTypes())
        if (&type != entry.type && type.kind == ElementKind::Float
            && type.bytes(entry.elements()) == entry.bytes)
            m_as->addItem(toQt(type.name));
}

void TensorDetails::read()
{
    say(tr("Reading %1…").arg(toQt(m_file->tensors()[*m_tensor].name)));
    m_numbers.choose(
        *m_tensor, m_as->currentIndex() > 0 ? findElementType(m_as->currentText().toStdString()) : nullptr);
}

void TensorDetails::say(const QString& message)
{
    m_said->setText(message);
}

void TensorDetails::show(const std::shared_ptr<const ReadTensor>& tensor)
{
    m_aside.cancel();
    m_elements->setTensor(tensor);
    m_losses->setTable({});
    m_lossView->hide();
    m_lossTask->end({});
    m_lossTask->beginButton()->setEnabled(tensor && tensor->summary.elements > 0);
    m_bars = tensor ? tensor->bars : nullptr;
    m_orders->setEnabled(tensor && tensor->summary.elements > 0);
    m_notFinite->setEnabled(tensor && tensor->summary.notFinite() > 0);
    showRange();
    if (!tensor)
        return;
    const ValueSummary& summary = tensor->summary;
    say(tr("%1: %2 of shape %3, %4 zeros, %5 NaN, %6 infinite; magnitudes from %7 to %8, mean %9")
            .arg(toQt(tensor->snapshot.name.name), toQt(tensor->stored.type->name),
                shapeText(tensor->stored.shape), countText(std::int64_t(summary.zeros)),
                countText(std::int64_t(summary.nans)), countText(std::int64_t(summary.infinities)),
                numberText(summary.least), numberText(summary.largest), numberText(summary.mean)));
    if (summary.elements > 0)
        compareFormats(tensor);
}

void TensorDetails::compareFormats(const std::shared_ptr<const ReadTensor>& tensor)
{
    const auto progress = std::make_shared<TaskProgress>();
    progress->all = commonTrainingFormats().size();
    m_lossTask->say(tr("Rounding to each format…"));
    m_lossTask->follow(progress);
    m_aside.ask([this, tensor, progress, kernels = m_kernels](const std::stop_token& stop) -> Aside::Answer {
        std::vector<WouldLose> losses;
        for (const std::string& format : commonTrainingFormats()) {
            if (!stop.stop_requested())
                if (Result<WouldLose> loss = wouldLose(tensor->snapshot, format, *kernels))
                    losses.push_back(std::move(loss).value());
            ++progress->done;
        }
        return [this, losses = std::move(losses)] {
            m_losses->setTable(lossMetrics(losses));
            m_lossView->show();
            m_lossTask->end(tr("The values as they are, rounded once to each format."));
        };
    });
}

void TensorDetails::showRange()
{
    const Format* format = findFormat(m_format->currentText().toStdString());
    m_range->setText(m_bars && m_bars->values > 0 ? rangeSentence(*m_bars, *format) : QString());
    m_plot->show(m_bars, *format, m_tensor ? toQt(m_file->tensors()[*m_tensor].name) : QString());
}

void TensorDetails::openElement(int row)
{
    const std::shared_ptr<const ReadTensor>& tensor = m_elements->tensor();
    if (tensor && row >= 0 && row < m_elements->rowCount())
        emit numberWanted({tensor->snapshot.values[std::size_t(row)], tensor->stored.type->format,
            toQt(tensor->snapshot.name.name) + QLatin1Char(' ') + m_elements->indexText(row)});
}

void TensorDetails::showNotFinite()
{
    const int row = m_elements->notFiniteFrom(m_table->currentIndex().row() + 1);
    if (row < 0)
        return;
    m_table->setFocus();
    m_table->setCurrentIndex(m_elements->index(row, ElementTableModel::ValueColumn));
    m_table->scrollTo(m_table->currentIndex(), QAbstractItemView::PositionAtCenter);
}

} // namespace ulpscope::ui
