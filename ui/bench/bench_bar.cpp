// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bench/bench_bar.h"

#include "engine/dtype/formats.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/numbers/models/tensor_table_model.h"
#include "ui/tree/models/layer_tensor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kMaxTerms = 1'000'000;
constexpr int kFirstTerms = 8192;

} // namespace

BenchBar::BenchBar(QWidget* parent)
    : QWidget(parent)
    , m_operation(new QComboBox(this))
    , m_data(new QComboBox(this))
    , m_count(new QSpinBox(this))
    , m_inputs(new QComboBox(this))
    , m_quantity(new QComboBox(this))
    , m_log(new QCheckBox(tr("lo&garithmic"), this))
{
    setObjectName(QStringLiteral("benchBar"));
    place();
    setTensors({});
    beginAfresh();
}

void BenchBar::beginAfresh()
{
    m_operation->setCurrentIndex(0);
    m_data->setCurrentIndex(0);
    m_count->setValue(kFirstTerms);
    m_inputs->setCurrentText(QStringLiteral("float16"));
    m_quantity->setCurrentIndex(0);
    m_log->setChecked(true);
    emit questionChanged();
    emit pictureChanged();
}

void BenchBar::place()
{
    auto* line = new FlowLayout(this);
    const auto add = [&](const QString& caption, QWidget* widget, const Place& about, const QString& tip) {
        auto* label = new QLabel(caption, this);
        label->setBuddy(widget);
        line->addPair(label, widget);
        describe(widget, about, QString(caption).remove(QLatin1Char('&')), tip);
    };
    m_operation->addItems({tr("Sum of"), tr("Dot product of")});
    describe(m_operation, {.name = "benchOperation", .terms = "accumulator multiply_add"}, tr("Operation"),
        tr("A sum, or the dot product of the numbers with themselves: the sum of their squares"));
    line->addWidget(m_operation);
    describe(m_data, {.name = "benchData", .terms = "accumulators_tab", .lessons = {{"bench.series"}}},
        tr("Numbers to add up"), tr("What is added up: made numbers, or a tensor of the run on the screen"));
    m_data->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_data->setMinimumContentsLength(18);
    line->addWidget(m_data);
    m_count->setRange(1, kMaxTerms);
    m_count->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_count->setKeyboardTracking(false);
    add(tr("Terms"), m_count,
        {.name = "benchCount", .terms = "accumulators_tab", .lessons = {{"bench.count"}}},
        tr("How many numbers are added, one to a million"));
    for (const Format& format : formats()) {
        m_inputs->addItem(toQt(format.name));
        m_inputs->setItemData(m_inputs->count() - 1, toQt(format.source), Qt::ToolTipRole);
    }
    m_inputs->setEditable(true);
    m_inputs->setInsertPolicy(QComboBox::NoInsert);
    m_inputs->lineEdit()->setAccessibleName(tr("Input format"));
    m_inputs->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_inputs->setMinimumContentsLength(13);
    add(tr("in"), m_inputs, {.name = "benchInputs", .terms = "number_format", .lessons = {{"bench.inputs"}}},
        tr("The format that the numbers are rounded to first. Accumulators that name no format add in it."));
    m_quantity->addItem(tr("Sums"), QStringLiteral("sum"));
    m_quantity->addItem(tr("Relative errors"), QStringLiteral("error"));
    add(tr("Sho&w"), m_quantity,
        {.name = "benchQuantity", .terms = "accumulators_tab", .lessons = {{"bench.quantity"}}},
        tr("The sums themselves, or how far off they are"));
    registerPlace(m_log, {.name = "benchLog", .terms = "exponent"});
    m_log->setToolTip(tr("Logarithmic axes; what is not positive has no place on them"));
    line->addWidget(m_log);

    connect(m_operation, &QComboBox::activated, this, &BenchBar::questionChanged);
    connect(m_data, &QComboBox::activated, this, &BenchBar::questionChanged);
    connect(m_count, &QSpinBox::valueChanged, this, &BenchBar::questionChanged);
    connect(m_inputs, &QComboBox::activated, this, &BenchBar::questionChanged);
    connect(m_inputs->lineEdit(), &QLineEdit::editingFinished, this, &BenchBar::questionChanged);
    connect(m_quantity, &QComboBox::activated, this, &BenchBar::pictureChanged);
    connect(m_log, &QCheckBox::toggled, this, &BenchBar::pictureChanged);
}

void BenchBar::setTensors(const std::vector<TensorName>& tensors)
{
    m_tensors = tensors;
    const QString before = m_data->currentText();
    m_data->clear();
    for (const NumberSeries& series : numberSeries()) {
        m_data->addItem(engineText(series.name), toQt(series.name)); // a lesson sets the box by this name
        m_data->setItemData(m_data->count() - 1, engineText(series.summary), Qt::ToolTipRole);
    }
    for (const TensorName& tensor : m_tensors)
        m_data->addItem(tensorText(tensor));
    m_data->setCurrentIndex(std::max(0, m_data->findText(before)));
}

bool BenchBar::isDot() const
{
    return m_operation->currentIndex() == 1;
}

std::size_t BenchBar::count() const
{
    return static_cast<std::size_t>(m_count->value());
}

QString BenchBar::inputsName() const
{
    return m_inputs->currentText().trimmed();
}

bool BenchBar::showsSums() const
{
    return m_quantity->currentIndex() == 0;
}

bool BenchBar::isLogarithmic() const
{
    return m_log->isChecked();
}

const NumberSeries& BenchBar::series() const
{
    const int last = int(numberSeries().size()) - 1;
    return numberSeries()[static_cast<std::size_t>(std::clamp(m_data->currentIndex(), 0, last))];
}

const TensorName* BenchBar::tensor() const
{
    const int index = m_data->currentIndex() - int(numberSeries().size());
    return index >= 0 && index < int(m_tensors.size()) ? &m_tensors[static_cast<std::size_t>(index)]
                                                       : nullptr;
}

} // namespace ulpscope::ui
