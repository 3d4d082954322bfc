// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/local_errors_panel.h"

#include "ui/files/searched_list.h"
#include "ui/files/task_bar.h"
#include "ui/look/boxes.h"
#include "ui/look/models/display_text.h"
#include "ui/look/place.h"

#include <QLabel>
#include <QPushButton>

namespace ulpscope::ui {

LocalErrorsPanel::LocalErrorsPanel(std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_errors(new LocalErrors(std::move(kernels), this))
    , m_task(new TaskBar(QStringLiteral("localErrors"), tr("&Compute the layers again"),
          tr("Computes each layer whose input, weights and output are recorded again, in its own dtype and in float64, at every step"),
          this))
    , m_producersTitle(new QLabel(
          tr("Producers: layers that left the finite numbers, or erred by more than their dtype makes"),
          this))
    , m_producers(new LeadingTable(
          {.name = "localProducers", .terms = "error_vs_float64"}, m_producersTitle->text(), this))
    , m_othersTitle(new QLabel(
          tr("Propagators: layers that did what their dtype makes; what is wrong in them came in"), this))
    , m_others(
          new LeadingTable({.name = "localOthers", .terms = "error_vs_float64"}, m_othersTitle->text(), this))
    , m_leftAside(new QLabel(this))
{
    registerPlace(this, {.name = "localErrorsPanel", .terms = "error_vs_float64"});
    place();
    connect(m_task, &TaskBar::beginWanted, m_errors, &LocalErrors::start);
    connect(m_task, &TaskBar::stopWanted, m_errors, &LocalErrors::stop);
    connect(m_errors, &LocalErrors::changed, this, &LocalErrorsPanel::show);
    connect(m_errors, &LocalErrors::failed, m_task, &TaskBar::say);
    for (LeadingTable* table : {m_producers, m_others})
        connect(table, &LeadingTable::placeWanted, this, &LocalErrorsPanel::placeWanted);
    show();
}

void LocalErrorsPanel::place()
{
    m_leftAside->setObjectName(QStringLiteral("localLeftAside"));
    m_leftAside->setTextFormat(Qt::PlainText);
    m_leftAside->setWordWrap(true);
    m_leftAside->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont bold = font();
    bold.setBold(true);
    for (QLabel* title : {m_producersTitle, m_othersTitle}) {
        title->setFont(bold);
        title->setWordWrap(true);
    }
    columnOf(this, {m_task, m_producersTitle, m_producers, m_othersTitle, m_others, m_leftAside, Stretch{1}},
        {.margins = QMargins(0, 4, 4, 0), .spacing = 6});
}

void LocalErrorsPanel::setRecording(std::shared_ptr<const ShownRecording> recording)
{
    m_errors->setRecording(std::move(recording));
}

void LocalErrorsPanel::show()
{
    const bool isBusy = m_errors->isBusy();
    if (isBusy && !m_progress) {
        m_progress = std::make_shared<TaskProgress>();
        m_task->follow(m_progress);
    } else if (!isBusy && m_progress) {
        m_progress.reset();
        m_task->rest();
    }
    if (m_progress) {
        m_progress->all = m_errors->all();
        m_progress->done = m_errors->done();
    }
    const std::vector<LayerErrors>& layers = m_errors->layers();
    m_producers->setTable(localErrorMetrics(layers, true), placesOfLocalErrors(layers, true));
    m_others->setTable(localErrorMetrics(layers, false), placesOfLocalErrors(layers, false));
    m_producersTitle->setVisible(!m_producers->isHidden());
    m_othersTitle->setVisible(!m_others->isHidden());
    QStringList reasons;
    for (const auto& [why, steps] : m_errors->leftAside())
        reasons += tr("Not computed again, %1: %2")
                       .arg(countedText(std::int64_t(steps), tr("step"), tr("steps")), why);
    m_leftAside->setText(reasons.join(QLatin1Char('\n')));
    m_leftAside->setVisible(!reasons.isEmpty());
    const bool isBegun = m_errors->done() > 0 || isBusy;
    m_task->say(
        !isBegun ? tr(
            "Each layer's own error, with nothing of what came before it: its output against float64's and against what its dtype "
            "makes of the same inputs and weights. The button computes it.")
            : isBusy ? tr("Computing the layers again…")
            : layers.empty()
            ? tr(
                "No layer has its input, its weights and its output recorded, or none is of a class that can be computed again.")
            : m_errors->done() < m_errors->all() ? tr("Stopped: what is here is of the first steps.")
            : m_producers->isHidden()            ? tr("Every layer did what its dtype makes.")
                                                 : QString());
}

void LocalErrorsPanel::focusFirst()
{
    m_task->beginButton()->setFocus();
}

} // namespace ulpscope::ui
