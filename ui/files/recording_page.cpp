// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/recording_page.h"

#include "ui/files/difference_panel.h"
#include "ui/files/local_errors_panel.h"
#include "ui/files/models/shown_recording.h"
#include "ui/files/origins_panel.h"
#include "ui/files/recording_tensors.h"
#include "ui/look/boxes.h"
#include "ui/look/page_area.h"
#include "ui/look/place.h"

#include <QTabWidget>

namespace ulpscope::ui {

namespace {

PageArea* scrolledPart(QWidget* part, QWidget* parent)
{
    auto* area = new PageArea(parent);
    area->setWidget(part);
    return area;
}

} // namespace

RecordingPage::RecordingPage(std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_parts(new QTabWidget(this))
    , m_tensors(new RecordingTensors(kernels, this))
    , m_origins(new OriginsPanel(kernels, this))
    , m_errors(new LocalErrorsPanel(kernels, this))
    , m_difference(new DifferencePanel(kernels, this))
{
    registerPlace(this, {.name = "recordingPage", .terms = "tensor layer", .guide = "files#recording"});
    m_parts->setObjectName(QStringLiteral("recordingParts"));
    m_parts->setAccessibleName(tr("What there is to see of the recording"));
    m_parts->setDocumentMode(true);
    const auto add = [this](QWidget* part, const QString& title, const QString& tip) {
        m_parts->setTabToolTip(m_parts->addTab(part, title), tip);
    };
    add(m_tensors, tr("Tensors"), tr("Each tensor over its steps, and its numbers at one of them"));
    add(scrolledPart(m_origins, m_parts), tr("First NaN or ∞"),
        tr("Where the first number that is not finite came from"));
    add(scrolledPart(m_errors, m_parts), tr("Local errors"),
        tr("What each layer's own arithmetic did, computed again from its recorded input and weights"));
    add(scrolledPart(m_difference, m_parts), tr("Compare"),
        tr("The first difference from another recording, or from what the layers make here"));
    columnOf(this, {{m_parts, 1}});
    connect(m_origins, &OriginsPanel::placeWanted, this, &RecordingPage::goTo);
    connect(m_errors, &LocalErrorsPanel::placeWanted, this, &RecordingPage::goTo);
    connect(m_difference, &DifferencePanel::placeWanted, this, &RecordingPage::goTo);
}

void RecordingPage::setRecording(const std::shared_ptr<const ShownRecording>& recording)
{
    m_tensors->setRecording(recording);
    m_origins->setRecording(recording);
    m_errors->setRecording(recording);
    m_difference->setRecording(recording);
    m_parts->setCurrentIndex(0);
}

TensorDetails& RecordingPage::details() const
{
    return m_tensors->details();
}

void RecordingPage::goTo(const RecordedPlace& place)
{
    m_parts->setCurrentWidget(m_tensors);
    m_tensors->goTo(place);
}

void RecordingPage::focusPage()
{
    switch (m_parts->currentIndex()) {
    case 1:
        return m_origins->focusFirst();
    case 2:
        return m_errors->focusFirst();
    case 3:
        return m_difference->focusFirst();
    default:
        return m_tensors->focusSearch();
    }
}

bool RecordingPage::isIdle() const
{
    return m_tensors->isIdle() && m_origins->isIdle() && m_errors->isIdle() && m_difference->isIdle();
}

} // namespace ulpscope::ui
