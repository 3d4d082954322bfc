// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/overview.h"

#include "app/session/document.h"
#include "app/session/shown_run.h"
#include "engine/train/lane_tensors.h"
#include "ui/data/field_picture.h"
#include "ui/diagnosis/exponent_panel.h"
#include "ui/look/action.h"
#include "ui/look/boxes.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/place.h"
#include "ui/look/reaction.h"
#include "ui/look/tabs.h"
#include "ui/picture/model_picture.h"
#include "ui/picture/operations_view.h"
#include "ui/picture/step_grid.h"
#include "ui/training/stacked_plot.h"

#include <QAction>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kExponentLines = 11; ///< of text: less, and the names of a format's limits lie on each other

} // namespace

Overview::Overview(Document& document, SessionRunner& runner, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_shown(shown)
    , m_model(new ModelPicture(document, shown, this))
    , m_grid(new StepGrid(shown, this))
    , m_exponents(new ExponentPanel(shown, ExponentPanel::Size::Small, QStringLiteral("overviewExponent"),
          this)) // the diagnosis has one too
    , m_loss(new StackedPlot(QStringLiteral("overviewLoss"), tr("Loss"), shown.step(), this))
    , m_field(new FieldPicture(runner, shown, this))
    , m_operations(new OperationsView(document, runner, shown, this))
    , m_showOperations(makeAction(this, QStringLiteral("showOperations"), tr("&Operations of the layer"),
          tr("The operations of the chosen layer in a step, or the pictures of the run (O)"), Qt::Key_O))
    , m_faces(new QStackedWidget(this))
{
    registerPlace(this, {.name = "overview", .terms = "run", .guide = "window#run"});
    QAction* elements = makeAction(this, QStringLiteral("showElements"), tr("Show &elements"),
        tr("Shows the elements of this tensor in the number lab, where one of them can be followed through the step"));
    connect(elements, &QAction::triggered, this, &Overview::openTensor);
    m_exponents->addEntries({elements});
    m_model->setElementsAction(elements);
    std::vector<PlotRow> rows = plotCatalog();
    std::erase_if(rows, [](const PlotRow& row) { return row.id != QLatin1String("loss"); });
    m_loss->setRows(std::move(rows));
    const auto makeRoom = [this] { m_exponents->setMinimumHeight(kExponentLines * fontMetrics().height()); };
    makeRoom();
    onEvent(this, {QEvent::FontChange}, makeRoom);

    auto* middle = new QHBoxLayout;
    middle->setSpacing(8);
    middle->addWidget(m_grid, 1);
    middle->addWidget(m_exponents, 1);
    auto* bottom = new QHBoxLayout;
    bottom->setSpacing(8);
    bottom->addWidget(m_loss, 1);
    bottom->addWidget(m_field);
    auto* pictures = new QWidget(m_faces);
    auto* layout = new QVBoxLayout(pictures);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_model); // as high as its picture: what is left is the grids' and the plot's
    layout->addLayout(middle, 5);
    layout->addLayout(bottom, 4);
    m_faces->setObjectName(QStringLiteral("overviewFaces"));
    m_faces->addWidget(pictures);
    m_faces->addWidget(m_operations);
    columnOf(this, {m_faces});
    m_showOperations->setCheckable(true);
    m_model->setOperationsAction(m_showOperations);

    connect(m_showOperations, &QAction::triggered, this, [this](bool areShown) {
        bringToFront(*this); // a key reaches it from anywhere
        showOperations(areShown);
    });
    connect(m_operations, &OperationsView::left, this, [this] { showOperations(false); });
    connect(m_model, &ModelPicture::tensorChosen, this, &Overview::take);
    connect(m_model, &ModelPicture::layerOpened, this, &Overview::layerOpened);
    connect(m_model, &ModelPicture::editRefused, this, &Overview::editRefused);
    connect(m_grid, &StepGrid::chosen, this,
        [this](const QString& path) { emit layerChosen(path.toStdString()); });
    connect(m_field, &FieldPicture::opened, this, &Overview::dataOpened);
    connect(&shown, &ShownRun::replaced, this, &Overview::replaceRun);
    connect(&shown, &ShownRun::grew, this, &Overview::growRun);
    connect(m_exponents, &ExponentPanel::chosen, this, &Overview::take);
    replaceRun();
}

void Overview::followLayer(const std::string& path)
{
    m_grid->chooseLayer(path);
    if (m_showOperations->isChecked())
        m_operations->showLayer(path);
    const LayerTensor before = tensor();
    if (before.path != path && !before.path.starts_with(path + '/'))
        choose({path, before.role});
}

void Overview::showOperations(bool areShown)
{
    m_showOperations->setChecked(areShown);
    if (areShown)
        m_operations->showLayer(m_model->chosenLayer());
    m_faces->setCurrentIndex(areShown ? 1 : 0);
    if (areShown)
        m_operations->picture().setFocus();
    else {
        m_model->setCurrent(m_model->drawing().itemOf({m_operations->layer(), TensorRole::Output}));
        m_model->setFocus();
    }
}

void Overview::choose(const LayerTensor& tensor)
{
    m_model->choose(tensor);
    m_grid->chooseLayer(tensor.path);
    m_exponents->choose(tensor);
}

void Overview::take(const LayerTensor& tensor)
{
    choose(tensor);
    emit layerChosen(tensor.path);
    emit tensorChosen(tensor);
}

void Overview::replaceRun()
{
    m_loss->setGrowing(m_shown.isGrowing());
    const std::shared_ptr<const RunHistory> ghost = m_shown.ghost();
    QString name = m_shown.chosenGhost() ? m_shown.ghostName() : QString();
    if (ghost && name.isEmpty())
        name = ghostLabel(m_shown.run()->session(), ghost->session());
    m_loss->setRuns({{.run = m_shown.run()}, {.run = ghost, .name = name, .setsSteps = false}});
}

void Overview::growRun()
{
    m_loss->setGrowing(m_shown.isGrowing());
    m_loss->grow();
}

LayerTensor Overview::tensor() const
{
    return m_exponents->tensor();
}

void Overview::openTensor()
{
    const std::vector<std::string>& paths = m_shown.run()->paths();
    const LayerTensor shown = tensor();
    const auto path = std::ranges::find(paths, shown.path);
    if (path != paths.end())
        emit tensorOpened(tensorNameOf(paths, PathId(std::size_t(path - paths.begin())), shown.role));
}

} // namespace ulpscope::ui
