// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/data_view.h"

#include "engine/data/data_sample.h"
#include "ui/data/curve_panel.h"
#include "ui/data/data_panel.h"
#include "ui/data/example_panels.h"
#include "ui/data/field_panel.h"
#include "ui/data/models/data_kind.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ulpscope::ui {

namespace {

/// A way to show data, and the data that it is for.
struct PanelClass
{
    bool (*fits)(const DataSample& sample) = nullptr;
    DataPanel* (*make)(QWidget* parent) = nullptr;
};

template <class Panel>
DataPanel* makePanel(QWidget* parent)
{
    return new Panel(parent);
}

/// The first that fits is shown; the last fits all data.
constexpr std::array kPanels{
    PanelClass{isPlane, makePanel<FieldPanel>},
    PanelClass{isCurve, makePanel<CurvePanel>},
    PanelClass{arePictures, makePanel<PicturePanel>},
    PanelClass{[](const DataSample&) { return true; }, makePanel<ExamplePanel>},
};

} // namespace

DataView::DataView(SessionRunner& runner, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_runner(runner)
    , m_shown(shown)
    , m_panels(kPanels.size())
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
    auto* line = rowOf({{m_reading, 1}, m_copy});
    columnOf(
        this, {m_sentence, {m_place, 1}, line, Stretch{}}, {.margins = QMargins(0, 6, 0, 0), .spacing = 6});
    auto* feed = new EvaluationFeed(
        runner, shown, *this, [this](const DataSample& sample) { return choose(sample); }, this);
    connect(feed, &EvaluationFeed::answered, this, &DataView::take);
    connect(feed, &EvaluationFeed::silent, this, &DataView::clear);
    connect(m_copy, &QPushButton::clicked, this, [this] { m_panel->copyPicture(); });
    say({});
}

std::optional<EvaluationQuestion> DataView::choose(const DataSample& sample)
{
    const auto row = std::size_t(std::ranges::find_if(kPanels, [&](const PanelClass& each) {
        return each.fits(sample);
    }) - kPanels.begin());
    if (m_panels[row] == nullptr) {
        m_panels[row] = kPanels[row].make(this);
        m_panels[row]->hide();
        m_place->addWidget(m_panels[row]);
        connect(m_panels[row], &DataPanel::read, m_reading, &QLabel::setText);
    }
    if (m_chosen != m_panels[row])
        m_reading->clear(); // of what the panel before has pointed at
    m_chosen = m_panels[row];
    return m_chosen->question(sample);
}

void DataView::clear()
{
    if (m_panel != nullptr)
        m_panel->hide();
    m_panel = nullptr;
    say({});
}

void DataView::take(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run)
{
    const bool isOther = m_panel != m_chosen;
    if (m_panel != nullptr && isOther)
        m_panel->hide();
    m_panel = m_chosen;
    const QString sentence = m_panel->present(evaluation, run);
    if (isOther)
        m_panel->show();
    say((evaluation->stepsDone == 0 ? tr("Before the first step. ")
                                    : tr("After step %1. ").arg(evaluation->stepsDone - 1))
        + sentence
        + (evaluation->reference
                ? QString()
                : tr(" There is no float64 reference to compare with: the run is in step watch.")));
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
