// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/difference_panel.h"

#include "app/io/recordings/recording_files.h"
#include "ui/files/models/recording_metrics.h"
#include "ui/files/searched_list.h"
#include "ui/files/task_bar.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/translation.h"

#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>

namespace ulpscope::ui {

namespace {

constexpr double kMaxUlpsApart = 1e9;
constexpr int kRemarkColumn = 6; ///< the table's column of words

Result<RecordingDifference> differenceFrom(Recording& first, const std::string& path, double tolerance,
    const std::stop_token& stop, TaskProgress& progress)
{
    const Result<std::optional<NamePattern>> pattern = keptPattern(path);
    if (!pattern)
        return pattern.error();
    Result<Recording> second = Recording::open(path, *pattern, stop);
    if (!second)
        return second.error();
    return compareRecordings(first, *second, tolerance, {}, stop, [&](std::size_t done, std::size_t all) {
        progress.all = all;
        progress.done = done;
    });
}

} // namespace

DifferencePanel::DifferencePanel(std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_kernels(std::move(kernels))
    , m_withFolder(new QPushButton(tr("Compare with a f&older…"), this))
    , m_withFile(new QPushButton(tr("Compare with a f&ile…"), this))
    , m_withEmulated(new QPushButton(tr("Compare with what the &layers make here"), this))
    , m_tolerance(new QDoubleSpinBox(this))
    , m_task(new TaskBar(QStringLiteral("difference"), {}, {}, this))
    , m_table(new LeadingTable(
          {.name = "differenceTable", .terms = "ulp"}, tr("Tensors that are not alike"), this))
    , m_alone(proseLabel(this))
{
    registerPlace(this, {.name = "differencePanel", .terms = "ulp"});
    place();
    connect(m_withFolder, &QPushButton::clicked, this, [this] { ask(Other::Folder); });
    connect(m_withFile, &QPushButton::clicked, this, [this] { ask(Other::File); });
    connect(m_withEmulated, &QPushButton::clicked, this, &DifferencePanel::compareWithEmulated);
    connect(m_table, &LeadingTable::placeWanted, this, &DifferencePanel::placeWanted);
    m_task->serve(m_aside, tr("Stopped before the end."));
    setRecording(nullptr);
}

void DifferencePanel::place()
{
    m_withFolder->setObjectName(QStringLiteral("differenceFolder"));
    m_withFolder->setToolTip(tr(
        "Another recording of the same training, in a folder: tensors are aligned by step, layer and role"));
    m_withFile->setObjectName(QStringLiteral("differenceFile"));
    m_withFile->setToolTip(tr(
        "Another recording of the same training, in one file: tensors are aligned by step, layer and role"));
    m_withEmulated->setObjectName(QStringLiteral("differenceEmulated"));
    m_withEmulated->setToolTip(tr(
        "Each layer's recorded output against what its dtype makes here of its recorded input and weights"));
    for (QPushButton* button : {m_withFolder, m_withFile, m_withEmulated})
        button->setAutoDefault(false);
    describe(m_tolerance, QStringLiteral("differenceUlps"), tr("Ulps that are allowed"),
        tr("How far apart numbers may be, in units in the last place of the narrower of the two dtypes; counts from the next comparison on"));
    m_tolerance->setRange(0, kMaxUlpsApart);
    m_tolerance->setDecimals(2);
    auto* label = new QLabel(tr("Ulps &allowed"), this);
    label->setBuddy(m_tolerance);
    m_table->setLongColumn(kRemarkColumn);
    m_alone->setObjectName(QStringLiteral("differenceAlone"));
    auto* bar = new FlowLayout;
    for (QPushButton* button : {m_withFolder, m_withFile, m_withEmulated})
        bar->addWidget(button);
    bar->addPair(label, m_tolerance);
    columnOf(
        this, {bar, m_task, m_table, m_alone, Stretch{1}}, {.margins = QMargins(0, 4, 4, 0), .spacing = 6});
}

void DifferencePanel::setRecording(std::shared_ptr<const ShownRecording> recording)
{
    m_recording = std::move(recording);
    forget();
    m_task->say(
        tr("Which tensor differs first between two recordings of the same training? Choose the other one."));
}

void DifferencePanel::forget()
{
    m_aside.cancel();
    m_task->rest();
    m_table->setTable({}, {});
    m_alone->clear();
    m_alone->hide();
}

void DifferencePanel::ask(Other other)
{
    const FileQuestion question{.title = tr("The other recording")};
    const QString path = other == Other::Folder ? folderToOpen(this, question) : fileToOpen(this, question);
    if (!path.isEmpty() && m_recording)
        compareWith(path);
}

void DifferencePanel::compareWith(const QString& path)
{
    auto progress = std::make_shared<TaskProgress>();
    begin(
        [this, progress, recording = m_recording, tolerance = m_tolerance->value(),
            path = QFile::encodeName(path).toStdString()](const std::stop_token& stop) -> Aside::Answer {
            const auto difference = std::make_shared<Result<RecordingDifference>>(
                differenceFrom(*recording->recording, path, tolerance, stop, *progress));
            return [this, difference] { show(*difference); };
        },
        progress, QDir(path).dirName());
}

void DifferencePanel::compareWithEmulated()
{
    if (!m_recording)
        return;
    auto progress = std::make_shared<TaskProgress>();
    begin(
        [this, progress, recording = m_recording, kernels = m_kernels, tolerance = m_tolerance->value()](
            const std::stop_token& stop) -> Aside::Answer {
            const auto difference = std::make_shared<Result<RecordingDifference>>(compareWithEmulation(
                *recording->recording, *kernels, tolerance, stop, [&](std::size_t done, std::size_t all) {
                    progress->all = all;
                    progress->done = done;
                }));
            return [this, difference] { show(*difference); };
        },
        progress, tr("what the layers make here"));
}

void DifferencePanel::begin(
    const Aside::Work& work, const std::shared_ptr<TaskProgress>& progress, const QString& with)
{
    forget();
    m_task->say(tr("Comparing with %1…").arg(with));
    m_task->follow(progress);
    m_aside.ask(work);
}

void DifferencePanel::show(const Result<RecordingDifference>& difference)
{
    m_task->rest();
    if (!difference)
        return m_task->say(engineText(difference.error()));
    m_task->say(differenceSentence(*difference));
    m_table->setTable(differenceMetrics(*difference), placesOfDifferences(*difference));
    m_alone->setText(aloneText(*difference));
    m_alone->setVisible(!m_alone->text().isEmpty());
}

void DifferencePanel::focusFirst()
{
    m_withFolder->setFocus();
}

} // namespace ulpscope::ui
