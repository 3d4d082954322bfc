// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/task_bar.h"

#include "app/session/kept/aside.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>
#include <chrono>

namespace ulpscope::ui {

namespace {

constexpr std::chrono::milliseconds kTaskLook{100};
constexpr int kWholeBar = 1000;

} // namespace

TaskBar::TaskBar(const QString& id, const QString& begin, const QString& tip, QWidget* parent)
    : QWidget(parent)
    , m_hasButton(!begin.isEmpty())
    , m_begin(new QPushButton(begin, this))
    , m_stop(new QPushButton(tr("&Stop"), this))
    , m_bar(new QProgressBar(this))
    , m_said(proseLabel(this))
{
    setObjectName(id);
    m_begin->setObjectName(id + QStringLiteral("Begin"));
    m_begin->setToolTip(tip);
    m_stop->setObjectName(id + QStringLiteral("Stop"));
    m_stop->setToolTip(tr("Gives this up; what is known stays"));
    for (QPushButton* button : {m_begin, m_stop})
        button->setAutoDefault(false);
    describe(m_bar, id + QStringLiteral("Progress"), tr("Progress"));
    m_bar->setTextVisible(false);
    m_bar->setMaximumWidth(fontMetrics().averageCharWidth() * 20);
    m_said->setObjectName(id + QStringLiteral("Said"));
    auto* bar = new FlowLayout;
    for (QWidget* widget : std::initializer_list<QWidget*>{m_begin, m_stop, m_bar})
        bar->addWidget(widget);
    columnOf(this, {bar, m_said}, {.spacing = 4});
    m_look.setInterval(kTaskLook);
    connect(&m_look, &QTimer::timeout, this, &TaskBar::showProgress);
    connect(m_begin, &QPushButton::clicked, this, &TaskBar::beginWanted);
    connect(m_stop, &QPushButton::clicked, this, &TaskBar::stopWanted);
    say({});
    rest();
}

void TaskBar::follow(std::shared_ptr<const TaskProgress> progress)
{
    m_progress = std::move(progress);
    showBusy(true);
    showProgress();
}

void TaskBar::rest()
{
    m_progress.reset();
    showBusy(false);
}

void TaskBar::end(const QString& text)
{
    rest();
    say(text);
}

void TaskBar::serve(Aside& work, const QString& stopped)
{
    connect(this, &TaskBar::stopWanted, &work, [this, &work, stopped] {
        work.cancel();
        end(stopped);
    });
    connect(&work, &Aside::failed, this, &TaskBar::end);
}

void TaskBar::say(const QString& text)
{
    m_said->setText(text);
    m_said->setVisible(!text.isEmpty());
    setVisible(m_progress || m_hasButton || !text.isEmpty());
}

void TaskBar::showBusy(bool isBusy)
{
    const bool hadFocus = m_begin->hasFocus() || m_stop->hasFocus();
    QPushButton* next = isBusy ? m_stop : m_begin;
    next->setVisible(isBusy || m_hasButton);
    if (hadFocus && (isBusy || m_hasButton))
        next->setFocus(); // before the other goes, so that it does not wander off
    (isBusy ? m_begin : m_stop)->hide();
    m_bar->setVisible(isBusy);
    if (isBusy)
        m_look.start();
    else
        m_look.stop();
    setVisible(isBusy || m_hasButton || !m_said->text().isEmpty());
}

void TaskBar::showProgress()
{
    if (!m_progress)
        return;
    const std::size_t done = m_progress->done;
    const std::size_t all = m_progress->all;
    m_bar->setRange(0, all > 0 ? kWholeBar : 0); // a range of 0 shows a busy bar
    m_bar->setValue(all > 0 ? int(double(kWholeBar) * double(std::min(done, all)) / double(all)) : 0);
}

} // namespace ulpscope::ui
