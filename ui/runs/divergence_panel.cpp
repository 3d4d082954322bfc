// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/divergence_panel.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/runs/models/first_difference.h"

#include <QComboBox>
#include <QLabel>

#include <algorithm>

namespace ulpscope::ui {

DivergencePanel::DivergencePanel(const KeptRuns& kept, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_kept(kept)
    , m_shown(shown)
    , m_runs{new QComboBox(this), new QComboBox(this)}
    , m_text(new QLabel(this))
{
    describe(this, QStringLiteral("divergencePanel"), tr("First difference of two runs"));
    describe(m_runs[0], {.name = "divergenceFirst", .terms = "compare"}, tr("The one run"),
        tr("Of the runs that are compared: the one whose numbers are told first"));
    describe(m_runs[1], {.name = "divergenceSecond", .terms = "compare"}, tr("The other run"),
        tr("Of the runs that are compared: the one that it is held against"));
    m_text->setObjectName(QStringLiteral("firstDifferenceText"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* label = new QLabel(tr("Where do they part?"), this);
    label->setObjectName(QStringLiteral("divergenceLabel"));
    label->setBuddy(m_runs[0]);
    auto* from = new QLabel(tr("from"), this);
    from->setObjectName(QStringLiteral("divergenceFrom"));
    QBoxLayout* line = rowOf({label, {m_runs[0], 1}, from, {m_runs[1], 1}});
    columnOf(this, {line, m_text}, {.margins = {0, 4, 0, 0}, .spacing = 4});
    for (std::size_t side = 0; side < m_runs.size(); ++side) {
        m_runs[side]->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        connect(m_runs[side], &QComboBox::activated, this, [this, side](int row) {
            m_chosen[side] = m_ids[std::size_t(row)];
            compare();
        });
    }
}

void DivergencePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void DivergencePanel::refresh()
{
    if (!isVisible())
        return; // when it is shown again
    const std::vector<const KeptRun*> runs = m_kept.compared();
    m_ids.clear();
    for (QComboBox* box : m_runs)
        box->clear();
    int shown = -1;
    int ghost = -1;
    for (const KeptRun* run : runs) {
        const int row = int(m_ids.size());
        shown = run->run == m_shown.run() ? row : shown;
        ghost = run->run == m_shown.ghost() ? row : ghost;
        m_ids.push_back(run->id);
        for (QComboBox* box : m_runs)
            box->addItem(run->name());
    }
    const std::array<int, 2> usual{shown, ghost >= 0 ? ghost : shown == 0 ? 1 : 0};
    for (std::size_t side = 0; side < m_runs.size(); ++side) {
        const auto chosen = std::find_if(m_ids.begin(), m_ids.end(),
            [&](KeptRunId id) { return m_chosen[side] && id == *m_chosen[side]; });
        m_runs[side]->setCurrentIndex(chosen == m_ids.end() ? usual[side] : int(chosen - m_ids.begin()));
        m_runs[side]->setEnabled(m_ids.size() > 1);
    }
    compare();
}

void DivergencePanel::compare()
{
    std::array<const KeptRun*, 2> runs{};
    for (std::size_t side = 0; side < runs.size(); ++side)
        if (const int row = m_runs[side]->currentIndex(); row >= 0 && std::size_t(row) < m_ids.size())
            runs[side] = m_kept.find(m_ids[std::size_t(row)]);
    if (runs[0] == nullptr || runs[1] == nullptr)
        m_text->setText(
            tr("Two runs are wanted: train again with other settings, or tick another run above."));
    else if (runs[0] == runs[1])
        m_text->setText(tr("These are the same run: choose another one."));
    else
        m_text->setText(
            differenceText(firstDifference(*runs[0]->run, *runs[1]->run), runs[0]->name(), runs[1]->name()));
}

} // namespace ulpscope::ui
