// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/data_view.h"

#include "ui/data/data_panel.h"
#include "ui/data/panel_catalog.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kMinMs = 250; ///< between two questions
constexpr double kShare = 0.1; ///< of the run's time that questions may take

} // namespace

DataView::DataView(SessionRunner& runner, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_runner(runner)
    , m_shown(shown)
    , m_panels(panelCatalog().size())
    , m_sentence(new QLabel(this))
    , m_reading(new QLabel(this))
    , m_copy(new QPushButton(tr("Copy picture"), this))
    , m_place(new QVBoxLayout)
{
    registerPlace(this,
        {.name = "dataView",
            .terms = "data",
            .guide = "window#predictions",
            .lessons = {{"tab.predictions"}},
            .tab = {.title = tr("Predictions"),
                .tip = tr("The data, and what the model makes of them beside its float64 reference"),
                .isOfSession = true,
                .focus = [this] { focusPicture(); }}});
    describe(m_sentence, QStringLiteral("dataSentence"), tr("What the picture shows"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    describe(m_reading, QStringLiteral("dataReading"), tr("What the cursor reads"));
    m_reading->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_copy->setObjectName(QStringLiteral("dataCopy"));
    m_copy->setToolTip(tr("Puts the picture on the clipboard"));
    m_copy->setAccessibleDescription(m_copy->toolTip());
    m_copy->setAutoDefault(false);
    auto* line = new QHBoxLayout;
    line->addWidget(m_reading, 1);
    line->addWidget(m_copy);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_sentence);
    layout->addLayout(m_place, 1);
    layout->addLayout(line);
    layout->addStretch(0);
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &DataView::ask);
    connect(m_copy, &QPushButton::clicked, this, [this] { m_panel->copyPicture(); });
    connect(&shown, &ShownRun::replaced, this, &DataView::follow);
    connect(&shown, &ShownRun::stepChanged, this, &DataView::ask);
    connect(&runner, &SessionRunner::stateChanged, this, &DataView::follow);
    connect(&runner, &SessionRunner::evaluationReady, this, &DataView::take);
    say({});
}

void DataView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    follow();
}

void DataView::choose()
{
    m_run = m_shown.run();
    const std::span<const PanelClass> catalog = panelCatalog();
    const auto row = std::size_t(std::ranges::find_if(catalog, [&](const PanelClass& each) {
        return each.fits(m_run->sample());
    }) - catalog.begin());
    if (m_panels[row] == nullptr) {
        m_panels[row] = catalog[row].make(this);
        m_panels[row]->hide();
        m_place->addWidget(m_panels[row]);
        connect(m_panels[row], &DataPanel::read, m_reading, &QLabel::setText);
    }
    if (m_chosen != m_panels[row])
        m_reading->clear(); // of what the panel before has pointed at
    m_chosen = m_panels[row];
    m_question = m_chosen->question(m_run->sample());
}

void DataView::follow()
{
    if (!isVisible() || !m_shown.run())
        return; // when it is seen
    if (!m_runner.hasTensorsOf(m_shown.run().get())) {
        if (m_run == m_shown.run())
            return; // while another loads, and when that fails, its picture stays
        m_run.reset();
        if (m_panel != nullptr)
            m_panel->hide();
        m_panel = nullptr;
        say({});
        return;
    }
    if (m_run != m_shown.run())
        choose();
    ask();
}

void DataView::ask()
{
    m_again.stop();
    if (isVisible() && m_run && m_run == m_shown.run())
        m_runner.askForEvaluation(m_run.get(), m_question, m_shown.pinnedStep());
}

void DataView::take(const std::shared_ptr<const Evaluation>& evaluation)
{
    if (evaluation->examples != m_question.examples || m_run != m_shown.run())
        return; // the answer about a run that is no longer shown
    const bool isOther = m_panel != m_chosen;
    if (m_panel != nullptr && isOther)
        m_panel->hide();
    m_panel = m_chosen;
    const QString sentence = m_panel->present(evaluation, *m_run);
    if (isOther)
        m_panel->show();
    say((evaluation->stepsDone == 0 ? tr("Before the first step. ")
                                    : tr("After step %1. ").arg(evaluation->stepsDone - 1))
        + sentence
        + (evaluation->reference
                ? QString()
                : tr(" There is no float64 reference to compare with: the run is in step watch.")));
    if (m_runner.state() == SessionRunner::State::Running) {
        m_again.setInterval(std::max(kMinMs, int(1000 * evaluation->seconds * (1 - kShare) / kShare)));
        m_again.start();
    }
}

void DataView::say(const QString& sentence)
{
    m_sentence->setText(sentence.isEmpty() ? noTensorsText(m_shown.run().get(), m_runner.isTraining(),
                            tr("its data and what the model makes of them are here"))
                                           : sentence);
    m_copy->setEnabled(m_panel != nullptr);
    if (m_panel != nullptr)
        m_panel->setAccessibleDescription(m_sentence->text());
}

void DataView::focusPicture()
{
    if (m_panel != nullptr)
        m_panel->setFocus();
}

} // namespace ulpscope::ui
