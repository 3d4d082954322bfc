// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/run_page.h"

#include "ui/look/action.h"
#include "ui/look/place.h"
#include "ui/look/tabs.h"
#include "ui/picture/overview.h"
#include "ui/training/health_strip.h"
#include "ui/training/run_plots.h"
#include "ui/training/scene_strip.h"
#include "ui/training/training_view.h"

#include <QAction>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace ulpscope::ui {

RunPage::RunPage(
    HealthStrip& health, SceneStrip& scene, TrainingView& training, Overview& overview, QWidget* parent)
    : QWidget(parent)
    , m_training(training)
    , m_overview(overview)
    , m_faces(new QStackedWidget(this))
    , m_showPlots(makeAction(this, QStringLiteral("showPlots"), tr("All num&bers and plots"),
          tr("All numbers and plots of the run, or its overview in pictures (P)"), Qt::Key_P))
{
    registerPlace(this,
        {.name = "trainingPage",
            .terms = "run training",
            .guide = "window#run",
            .lessons = {{"tab.run"}},
            .tab
            = {.title = tr("Overview"), .tip = tr("What the run loses, in pictures"), .isOfSession = true}});
    auto* plots = new QWidget(m_faces);
    auto* plotsLayout = new QVBoxLayout(plots);
    plotsLayout->setContentsMargins(0, 0, 0, 0);
    plotsLayout->setSpacing(8);
    plotsLayout->addWidget(&scene);
    plotsLayout->addWidget(health.tileBar());
    plotsLayout->addWidget(&training, 1);
    m_faces->setObjectName(QStringLiteral("runFaces"));
    m_faces->addWidget(&overview);
    m_faces->addWidget(plots);
    m_showPlots->setCheckable(true);
    m_showPlots->setIconText(tr("All plots"));
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("showPlotsButton"));
    button->setDefaultAction(m_showPlots);
    button->setFocusPolicy(Qt::TabFocus);
    health.addControl(button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(&health);
    layout->addWidget(m_faces, 1);
    connect(m_showPlots, &QAction::triggered, this, [this](bool isWanted) {
        bringToFront(
            isWanted ? static_cast<QWidget&>(m_training) : m_overview); // a key reaches it from anywhere
        focusRun();
    });
    connect(m_faces, &QStackedWidget::currentChanged, this, &RunPage::showFace);
    showFace(m_faces->currentIndex());
}

void RunPage::showPlots(bool areShown)
{
    m_faces->setCurrentIndex(areShown ? 1 : 0);
}

bool RunPage::showsPlots() const
{
    return m_faces->currentIndex() == 1;
}

/// The page needs the room of the face that is seen, not of the larger one.
void RunPage::showFace(int face)
{
    for (int i = 0; i < m_faces->count(); ++i) {
        const auto policy = i == face ? QSizePolicy::Preferred : QSizePolicy::Ignored;
        m_faces->widget(i)->setSizePolicy(policy, policy);
    }
    m_showPlots->setChecked(face != 0);
}

int RunPage::heightForWidth(int width) const
{
    return layout()->minimumHeightForWidth(width);
}

void RunPage::focusRun()
{
    if (m_faces->currentWidget() == &m_overview)
        m_overview.lossPlot().setFocus();
    else
        m_training.plot().setFocus();
}

} // namespace ulpscope::ui
