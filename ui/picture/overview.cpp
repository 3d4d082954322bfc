// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/overview.h"

#include "app/session/document.h"
#include "app/session/shown_run.h"
#include "ui/data/field_picture.h"
#include "ui/diagnosis/exponent_plot.h"
#include "ui/look/link_button.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/look/place.h"
#include "ui/picture/model_picture.h"
#include "ui/picture/step_grid.h"
#include "ui/training/stacked_plot.h"

#include <QGridLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kExponentDrawings = 32; ///< drawings of a run that doubles its steps

} // namespace

Overview::Overview(Document& document, SessionRunner& runner, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_shown(shown)
    , m_model(new ModelPicture(document, shown, this))
    , m_grid(new StepGrid(shown, this))
    , m_exponentTitle(new LinkButton(this))
    , m_exponents(new ExponentPlot(this))
    , m_loss(new StackedPlot(QStringLiteral("overviewLoss"), tr("Loss"), shown.step(), this))
    , m_field(new FieldPicture(runner, shown, this))
{
    registerPlace(this, {.name = "overview", .terms = "run", .guide = "window#run"});
    registerPlace(m_exponentTitle, {.name = "overviewTensor", .terms = "tensor exponent"});
    m_exponentTitle->setToolTip(
        tr("The tensor that was clicked in the picture of the model: how large its values are at each "
           "step, beside the range of its format. Shows its elements."));
    m_exponentTitle->setAutoDefault(false);
    connect(m_exponentTitle, &QPushButton::clicked, this, &Overview::openTensor);
    // The diagnosis has one too.
    m_exponents->setObjectName(QStringLiteral("overviewExponentPlot"));
    m_exponents->findChild<QWidget*>(QStringLiteral("exponentCanvas"))
        ->setObjectName(QStringLiteral("overviewExponentCanvas"));
    m_exponents->setMinimumSize(160, 96);
    std::vector<PlotRow> rows = plotCatalog();
    std::erase_if(rows, [](const PlotRow& row) { return row.id != QLatin1String("loss"); });
    m_loss->setRows(std::move(rows));
    m_loss->setMinimumHeight(96);

    auto* exponentPart = new QWidget(this);
    exponentPart->setObjectName(QStringLiteral("overviewExponents"));
    auto* exponents = new QVBoxLayout(exponentPart);
    exponents->setContentsMargins(0, 0, 0, 0);
    exponents->setSpacing(2);
    exponents->addWidget(m_exponentTitle);
    exponents->addWidget(m_exponents, 1);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(8);
    middle->addWidget(m_grid, 1);
    middle->addWidget(exponentPart, 1);
    auto* bottom = new QHBoxLayout;
    bottom->setSpacing(8);
    bottom->addWidget(m_loss, 1);
    bottom->addWidget(m_field);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_model, 5);
    layout->addLayout(middle, 5);
    layout->addLayout(bottom, 4);

    connect(m_model, &ModelPicture::tensorChosen, this, [this](const LayerTensor& tensor) {
        choose(tensor);
        emit layerChosen(tensor.path);
    });
    connect(m_model, &ModelPicture::layerOpened, this, &Overview::layerOpened);
    connect(m_model, &ModelPicture::editRefused, this, &Overview::editRefused);
    connect(m_grid, &StepGrid::chosen, this,
        [this](const QString& path) { emit layerChosen(path.toStdString()); });
    connect(m_field, &FieldPicture::opened, this, &Overview::dataOpened);
    connect(&shown, &ShownRun::replaced, this, &Overview::replaceRun);
    connect(&shown, &ShownRun::grew, this, &Overview::growRun);
    connect(&shown, &ShownRun::stepChanged, this, [this] { m_exponents->setStep(m_shown.pinnedStep()); });
    replaceRun();
}

void Overview::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    drawExponents();
}

void Overview::followLayer(const std::string& path)
{
    m_grid->chooseLayer(path);
    if (m_tensor.path != path && !m_tensor.path.starts_with(path + '/'))
        choose({path,
            m_tensor.path.empty() ? TensorRole::WeightGradient : m_tensor.role}); // there it is lost first
}

void Overview::choose(const LayerTensor& tensor)
{
    m_tensor = tensor;
    m_model->choose(tensor);
    m_grid->chooseLayer(tensor.path);
    drawExponents();
}

void Overview::replaceRun()
{
    m_loss->setGrowing(m_shown.isGrowing());
    const std::shared_ptr<const RunHistory> ghost = m_shown.ghost();
    QString name = m_shown.chosenGhost() ? m_shown.ghostName() : QString();
    if (ghost && name.isEmpty())
        name = ghostLabel(m_shown.run()->session(), ghost->session());
    m_loss->setRuns({{.run = m_shown.run()}, {.run = ghost, .name = name, .setsSteps = false}});
    drawExponents();
}

void Overview::growRun()
{
    m_loss->setGrowing(m_shown.isGrowing());
    m_loss->grow();
    const std::int64_t steps = m_shown.run()->stepsDone();
    if (m_shown.run()->summary || steps >= m_drawnSteps + m_drawnSteps / kExponentDrawings)
        drawExponents();
}

void Overview::drawExponents()
{
    if (!isVisible())
        return; // when it is seen
    const RunHistory* run = m_shown.run().get();
    const std::vector<ExponentKey> keys = run ? exponentKeys(*run) : std::vector<ExponentKey>();
    m_drawnSteps = run ? run->stepsDone() : 0;
    if (keys.empty()) {
        m_exponentTitle->setText(tr("Exponents"));
        m_exponentTitle->setEnabled(false);
        m_exponents->setMap({});
        return;
    }
    std::vector<LayerTensor> tensors;
    for (const ExponentKey& key : keys)
        tensors.push_back(key.tensor);
    const auto exact = std::ranges::find(tensors, m_tensor);
    // At first a gradient: there it is lost first.
    int index
        = int(std::ranges::find(tensors, TensorRole::WeightGradient, &LayerTensor::role) - tensors.begin());
    if (exact != tensors.end())
        index = int(exact - tensors.begin());
    else if (!m_tensor.path.empty())
        index = tensorOfLayer(tensors, index < int(tensors.size()) ? index : -1, m_tensor.path);
    const ExponentKey& key = keys[std::size_t(std::clamp(index, 0, int(keys.size()) - 1))];
    m_exponentTitle->setText(tr("Exponents of %1").arg(key.text));
    m_exponentTitle->setEnabled(true);
    m_drawnTensor = key.tensor;
    m_exponents->setStep(m_shown.pinnedStep());
    m_exponents->setMap(exponentMap(*run, key),
        tr("%1 – exponents of %2").arg(engineText(run->session().title), key.text), {runFacts(*run)});
}

void Overview::openTensor()
{
    const std::vector<std::string>& paths = m_shown.run()->paths();
    const auto path = std::ranges::find(paths, m_drawnTensor.path);
    if (path != paths.end())
        emit tensorOpened(tensorNameOf(paths, PathId(std::size_t(path - paths.begin())), m_drawnTensor.role));
}

} // namespace ulpscope::ui
