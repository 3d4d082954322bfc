// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/tensor_browser.h"

#include "ui/look/action.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/reaction.h"
#include "ui/look/step_chip.h"
#include "ui/look/table_look.h"
#include "ui/numbers/models/tensor_table_model.h"
#include "ui/tree/models/layer_tensor.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QRandomGenerator>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr int kFollowMs = 250;

/// Keeps what was chosen if it is still there.
void fill(QComboBox& box, const QStringList& items)
{
    const QString before = box.currentText();
    box.clear();
    box.addItems(items);
    box.setCurrentIndex(std::max(0, int(items.indexOf(before))));
}

} // namespace

TensorBrowser::TensorBrowser(NumberLab& lab, SessionRunner& runner, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_lab(lab)
    , m_runner(runner)
    , m_shown(shown)
    , m_model(new TensorTableModel(this))
    , m_layer(new QComboBox(this))
    , m_tensor(new QComboBox(this))
    , m_follow(new QCheckBox(tr("follow the run"), this))
    , m_random(new QPushButton(tr("Random element"), this))
    , m_worst(new QPushButton(tr("&Worst element"), this))
    , m_followNumber(new QPushButton(tr("Follow this number"), this))
    , m_step(new StepChip(shown, QStringLiteral("tensorStep"), this))
    , m_about(new QLabel(this))
    , m_table(new QTableView(this))
{
    registerPlace(this, {.name = "tensorBrowser", .terms = "tensor", .lessons = {{"number-lab.tensor"}}});
    place();
    m_again.setSingleShot(true);
    m_again.setInterval(kFollowMs);
    connect(&m_again, &QTimer::timeout, this, &TensorBrowser::ask);
    connect(m_layer, &QComboBox::activated, this, &TensorBrowser::listTensors);
    connect(m_tensor, &QComboBox::activated, this, &TensorBrowser::ask);
    connect(m_random, &QPushButton::clicked, this, &TensorBrowser::openRandom);
    connect(m_worst, &QPushButton::clicked, this, &TensorBrowser::openWorst);
    connect(m_followNumber, &QPushButton::clicked, this, &TensorBrowser::follow);
    QAction* followAction = makeAction(m_table, QStringLiteral("followNumber"), m_followNumber->text(),
        tr("Shows what each operation of the step does to this element (Ctrl+Return)"),
        Qt::CTRL | Qt::Key_Return);
    followAction->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(followAction);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_followNumber->setToolTip(followAction->toolTip());
    connect(followAction, &QAction::triggered, this, &TensorBrowser::follow);
    const auto open = [this](const QModelIndex& index) { openElement(index.row()); };
    connect(m_table, &QTableView::clicked, this, open);
    connect(m_table, &QTableView::activated, this, open);
    connect(&shown, &ShownRun::replaced, this, &TensorBrowser::listLayers);
    connect(&shown, &ShownRun::stepChanged, this, &TensorBrowser::ask);
    connect(&runner, &SessionRunner::stateChanged, this, &TensorBrowser::ask);
    connect(&runner, &SessionRunner::tensorReady, this, &TensorBrowser::take);
    take(nullptr);
    onEvent(this, {QEvent::Show}, [this] { listLayers(); });
}

void TensorBrowser::place()
{
    describe(m_layer, {.name = "tensorLayer", .terms = "layer"}, tr("Layer"),
        tr("The layer whose tensors are listed"));
    describe(m_tensor, QStringLiteral("tensorName"), tr("Tensor"),
        tr("Inputs and outputs are those of the last batch; weights are after its update; gradients carry "
           "the loss scale"));
    m_follow->setObjectName(QStringLiteral("followRun"));
    m_follow->setChecked(true);
    m_follow->setToolTip(tr("Shows newer values while the run trains"));
    m_random->setObjectName(QStringLiteral("randomElement"));
    m_random->setToolTip(tr("Opens an element by chance in the lab"));
    m_worst->setObjectName(QStringLiteral("worstElement"));
    m_worst->setToolTip(
        tr("Opens the element that is furthest from float64 in ulps, or the first that is not finite"));
    registerPlace(m_followNumber, {.name = "followNumberButton", .terms = "tensor"});
    m_about->setObjectName(QStringLiteral("tensorAbout"));
    m_about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    for (QPushButton* button : {m_random, m_worst, m_followNumber}) {
        button->setAutoDefault(false);
        button->setAccessibleDescription(button->toolTip());
    }
    for (QComboBox* box : {m_layer, m_tensor}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(12);
    }
    describe(m_table, {.name = "tensorTable", .terms = "tensor"}, tr("Elements of the tensor"));
    m_table->setModel(m_model);
    lookAsTable(*m_table, RowHeight::Metrics);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);

    auto* bar = new FlowLayout(nullptr, 6);
    for (QWidget* widget :
        std::initializer_list<QWidget*>{m_layer, m_tensor, m_follow, m_random, m_worst, m_followNumber})
        bar->addWidget(widget);
    columnOf(this, {bar, m_step, m_about, {m_table, 1}}, {.margins = {0, 4, 0, 0}, .spacing = 4});
}

void TensorBrowser::listLayers()
{
    if (!m_shown.run())
        return;
    QStringList layers;
    for (const TensorName& tensor : m_shown.run()->tensors())
        if (const QString layer = layerText(tensor.layer); !layers.contains(layer))
            layers += layer;
    const bool isFirst = m_layer->count() == 0;
    fill(*m_layer, layers);
    if (isFirst && layers.size() > 1)
        m_layer->setCurrentIndex(1); // the first with weights, after the input
    listTensors();
}

void TensorBrowser::listTensors()
{
    if (!m_shown.run())
        return;
    QStringList names;
    for (const TensorName& tensor : m_shown.run()->tensors())
        if (layerText(tensor.layer) == m_layer->currentText())
            names += toQt(tensor.name);
    const bool isFirst = m_tensor->count() == 0;
    fill(*m_tensor, names);
    if (isFirst && names.size() > 1)
        m_tensor->setCurrentIndex(1);
    ask();
}

void TensorBrowser::choose(const TensorName& tensor)
{
    listLayers();
    m_layer->setCurrentText(layerText(tensor.layer));
    listTensors();
    m_tensor->setCurrentText(toQt(tensor.name));
    ask();
    focusTable();
}

void TensorBrowser::focusTable()
{
    m_table->setFocus();
}

std::optional<TensorName> TensorBrowser::chosen() const
{
    if (m_shown.run())
        for (const TensorName& tensor : m_shown.run()->tensors())
            if (layerText(tensor.layer) == m_layer->currentText()
                && toQt(tensor.name) == m_tensor->currentText())
                return tensor;
    return std::nullopt;
}

void TensorBrowser::ask()
{
    m_again.stop();
    // While another run loads, what is shown stays.
    const bool stays = m_runner.state() == SessionRunner::State::Loading && m_model->rowCount() > 0;
    if (!stays && !m_runner.hasTensorsOf(m_shown.run().get()))
        return take(nullptr);
    const std::optional<TensorName> tensor = chosen();
    if (tensor && isVisible())
        m_runner.askForTensor(m_shown.run().get(), *tensor, m_shown.pinnedStep());
}

void TensorBrowser::take(const std::shared_ptr<const TensorSnapshot>& snapshot)
{
    const std::optional<TensorName> wanted = chosen();
    if (snapshot && !(wanted && snapshot->name == *wanted))
        return; // the answer to another question
    m_model->setSnapshot(snapshot);
    m_table->setColumnHidden(TensorTableModel::WeightColumn, !m_model->isUpdate());
    const std::optional<std::int64_t> pinned = m_shown.pinnedStep();
    m_step->setRemark(!snapshot || snapshot->step == pinned ? QString()
            : m_runner.state() == SessionRunner::State::Running
            ? tr("elements of the newest step until the run pauses")
            : tr("elements of step %1; Back to step (B) goes to the other").arg(countText(snapshot->step)));
    const bool hasElements = m_model->rowCount() > 0;
    m_random->setEnabled(hasElements);
    m_worst->setEnabled(hasElements);
    m_followNumber->setEnabled(hasElements);
    if (!snapshot) {
        m_about->setText(
            noTensorsText(m_shown.run().get(), m_runner.isTraining(), tr("its tensors are here")));
    } else if (!hasElements) {
        m_about->setText(noValuesText(*m_shown.run(), snapshot->name.role, snapshot->step));
    } else {
        QString text = m_model->isUpdate()
            ? tr("%1 of shape %2, of step %3. Click an element to see the bits of its weight.")
                  .arg(toQt(snapshot->name.name), toQt(snapshot->shape.text()))
                  .arg(snapshot->step)
            : tr("%1 of shape %2 in %3, after step %4. Click an element to see its bits.")
                  .arg(toQt(snapshot->name.name), toQt(snapshot->shape.text()),
                      toQt(std::string(snapshot->format->name)))
                  .arg(snapshot->step);
        if (m_model->isUpdate() && !snapshot->reference.empty())
            text += QLatin1Char(' ')
                + tr("Did not move, although float64's did: %1 of %2.")
                      .arg(countText(m_model->unmoved()), countText(m_model->rowCount()));
        if (snapshot->scale != 1)
            text += tr(" Times the loss scale, %1.").arg(scaleText(snapshot->scale));
        m_about->setText(text);
    }
    if (m_follow->isChecked() && m_runner.state() == SessionRunner::State::Running)
        m_again.start();
    emit tensorShown();
    if (const QString index = hasElements ? std::exchange(m_wanted, {}) : QString(); !index.isEmpty())
        for (int row = 0; row < m_model->rowCount(); ++row)
            if (m_model->indexText(row) == index) {
                m_table->selectRow(row);
                return follow();
            }
}

void TensorBrowser::followElement(const TensorName& tensor, const QString& index)
{
    m_wanted = index;
    choose(tensor);
}

void TensorBrowser::openElement(int row)
{
    const TensorSnapshot* snapshot = m_model->snapshot();
    if (!snapshot || row < 0 || row >= m_model->rowCount())
        return;
    emit elementOpened({snapshot->name, row}, m_model->indexText(row));
    NumberOrigin origin{elementText(*snapshot, m_model->indexText(row)), {}};
    if (m_model->isUpdate()) {
        origin.place = tr("%1, the weight before it").arg(origin.place);
        m_lab.addFormat(*snapshot->weightFormat);
        m_lab.setValue(m_model->weight(row), origin);
        return;
    }
    if (!snapshot->reference.empty())
        origin.reference = m_model->reference(row);
    m_lab.addFormat(*snapshot->format);
    m_lab.setValue(m_model->value(row), origin);
}

/// Follows the worst element where none was chosen.
void TensorBrowser::follow()
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        m_table->selectRow(m_model->worstRow());
    openElement(m_table->currentIndex().row());
    if (m_model->rowCount() > 0)
        emit followRequested();
}

void TensorBrowser::openRandom()
{
    const int row = int(QRandomGenerator::global()->bounded(quint32(std::max(1, m_model->rowCount()))));
    m_table->selectRow(row);
    openElement(row);
}

void TensorBrowser::openWorst()
{
    const int row = m_model->worstRow();
    m_table->selectRow(row);
    openElement(row);
}

} // namespace ulpscope::ui
