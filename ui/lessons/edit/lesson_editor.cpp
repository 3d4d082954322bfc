// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/edit/lesson_editor.h"

#include "app/io/session/session_file.h"
#include "app/lesson/lesson_file.h"
#include "ui/lessons/edit/part_form.h"
#include "ui/lessons/models/lesson_part_text.h"
#include "ui/look/boxes.h"
#include "ui/look/buttons.h"
#include "ui/look/describe.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>
#include <chrono>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr std::chrono::milliseconds kJudgeDelay{250};
constexpr int kOutlineRows = 6;
constexpr double kBandWidening = 1; ///< bands are widened as `lessons --measure --write` does

/// The problem, with its place as the form names it.
QString problemText(const Error& problem)
{
    Error inForm = problem;
    inForm.place.clear();
    const QString text = engineText(inForm);
    return problem.place.empty() ? text : lessonPartText(toQt(problem.place)) + QStringLiteral(": ") + text;
}

/// The lesson with what the views had before the recording, where nothing in it says that yet: its first page would begin at the
/// end.
void beginAsBefore(Lesson& lesson, int step, const LessonRecorder& recorder)
{
    std::vector<std::string> said;
    const auto note = [&](const std::vector<LessonAction>& actions) {
        for (const LessonAction& action : actions)
            if (action.kind == LessonAction::Kind::Set)
                said.push_back(action.place);
    };
    note(lesson.view);
    for (int before = 0; before < step; ++before)
        note(lesson.steps[std::size_t(before)].actions);
    for (const LessonAction& action : recorder.actions()) {
        const std::optional<ControlValue> value
            = action.kind == LessonAction::Kind::Set ? recorder.viewBefore(action.place) : std::nullopt;
        if (!value || std::find(said.begin(), said.end(), action.place) != said.end())
            continue;
        LessonAction begin;
        begin.place = action.place;
        begin.value = *value;
        lesson.view.push_back(begin);
        said.push_back(action.place);
    }
}

} // namespace

LessonEditor::LessonEditor(Parts parts, Lesson lesson, const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_parts(std::move(parts))
    , m_draft(std::move(lesson))
    , m_name(name)
    , m_outline(new QListWidget(this))
    , m_area(new QScrollArea(this))
    , m_problem(new LinkButton(this))
    , m_recording(new QLabel(this))
    , m_checkPanel(new LessonCheckPanel(m_parts.kernels, m_parts.scenes, this))
    , m_undo(addTool(QStringLiteral("editUndo"), tr("Undo"), tr("Takes the last change of the lesson back")))
    , m_redo(addTool(QStringLiteral("editRedo"), tr("Redo"), tr("Does it again")))
    , m_preview(addTool(QStringLiteral("editPreview"), tr("Preview"),
          tr("Plays the lesson as it is now, from the step that is chosen; later changes are seen at once")))
    , m_check(addTool(
          QStringLiteral("editCheck"), tr("Check now"), tr("Measures each number that the lesson promises")))
    , m_save(addTool(QStringLiteral("editSave"), tr("Save…"), tr("Saves the lesson to a file (.ulpslesson)")))
    , m_close(addTool(QStringLiteral("editClose"), tr("Close"),
          tr("Ends editing; asks first if something would be lost")))
    , m_add(
          addTool(QStringLiteral("editAddStep"), tr("Add step"), tr("A step behind the one that is chosen")))
    , m_remove(addTool(
          QStringLiteral("editRemoveStep"), tr("Remove"), tr("The chosen step goes; Undo brings it back")))
    , m_up(addTool(
          QStringLiteral("editStepUp"), tr("Up"), tr("The chosen step comes before the one above it")))
    , m_down(addTool(
          QStringLiteral("editStepDown"), tr("Down"), tr("The chosen step goes behind the one below it")))
    , m_stop(new QPushButton(tr("&Stop recording"), this))
{
    registerPlace(this, {.name = "lessonEditor", .terms = "lesson_editor lesson"});
    describe(
        m_outline, QStringLiteral("editOutline"), tr("Parts of the lesson"), tr("Choose what to edit below"));
    m_area->setObjectName(QStringLiteral("editArea"));
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_problem->setObjectName(QStringLiteral("editProblem"));
    m_recording->setObjectName(QStringLiteral("editRecording"));
    m_recording->setWordWrap(true);
    m_recording->setTextFormat(Qt::PlainText);
    m_recording->hide();
    describe(m_stop, QStringLiteral("editStopRecording"), tr("Stop recording"),
        tr("What was recorded becomes the actions of the step"));
    m_stop->hide();
    auto* tools = new QWidget(this);
    auto* line = new FlowLayout(tools, 2);
    for (QToolButton* tool : {m_undo, m_redo, m_preview, m_check, m_save, m_close})
        line->addWidget(tool);
    auto* steps = new QWidget(this);
    auto* stepLine = new FlowLayout(steps, 2);
    for (QToolButton* tool : {m_add, m_remove, m_up, m_down})
        stepLine->addWidget(tool);
    columnOf(this, {tools, m_outline, steps, m_recording, m_stop, {m_area, 1}, m_checkPanel, m_problem},
        {.margins = QMargins(8, 4, 8, 8), .spacing = 4});

    m_later.setSingleShot(true);
    m_later.setInterval(kJudgeDelay);
    connect(&m_later, &QTimer::timeout, this, [this] {
        judge();
        emit revised();
    });
    connect(&m_draft, &LessonDraft::changed, this, &LessonEditor::onDraftChanged);
    connect(m_outline, &QListWidget::currentRowChanged, this, [this] {
        showForm();
        emit stepChosen(chosenStep());
    });
    m_undo->setEnabled(false);
    m_redo->setEnabled(false);
    connect(&m_draft.undoStack(), &QUndoStack::canUndoChanged, m_undo, &QToolButton::setEnabled);
    connect(&m_draft.undoStack(), &QUndoStack::canRedoChanged, m_redo, &QToolButton::setEnabled);
    connect(m_undo, &QToolButton::clicked, &m_draft.undoStack(), &QUndoStack::undo);
    connect(m_redo, &QToolButton::clicked, &m_draft.undoStack(), &QUndoStack::redo);
    connect(m_preview, &QToolButton::clicked, this, &LessonEditor::previewWanted);
    connect(m_check, &QToolButton::clicked, this, &LessonEditor::check);
    connect(m_save, &QToolButton::clicked, this, &LessonEditor::save);
    connect(m_close, &QToolButton::clicked, this, &LessonEditor::closeWanted);
    connect(m_add, &QToolButton::clicked, this, &LessonEditor::insertStep);
    connect(m_remove, &QToolButton::clicked, this, &LessonEditor::removeStep);
    connect(m_up, &QToolButton::clicked, this, [this] { moveStep(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { moveStep(1); });
    connect(m_stop, &QPushButton::clicked, this, &LessonEditor::toggleRecording);
    connect(m_problem, &QPushButton::clicked, this, [this] {
        if (const std::optional<Error> problem = m_draft.problem())
            showPlace(toQt(problem->place));
    });
    connect(m_checkPanel, &LessonCheckPanel::placeWanted, this, &LessonEditor::showPlace);
    connect(m_checkPanel, &LessonCheckPanel::bandsWanted, this, &LessonEditor::takeBands);
    connect(m_checkPanel, &LessonCheckPanel::started, this, [this] { m_check->setEnabled(false); });
    connect(m_checkPanel, &LessonCheckPanel::finished, this, [this] {
        if (std::exchange(m_isFilling, false) && m_checkPanel->report()) {
            const LessonReport report = *m_checkPanel->report();
            const Lesson filled
                = withMeasuredPromise(m_draft.lesson(), report.expectations.front(), kBandWidening);
            m_draft.edit(tr("Fill by measuring"), [&](Lesson& edited) { edited = filled; });
            m_checkPanel->tellPromised(report);
        }
        judge();
    });
    connect(&m_parts.recorder, &LessonRecorder::recorded, this, [this] {
        m_recording->setText(
            tr("Recording step %1: %2 so far.")
                .arg(m_recordedStep + 1)
                .arg(countedText(qint64(m_parts.recorder.actions().size()), tr("action"), tr("actions"))));
    });
    showOutline();
    m_outline->setCurrentRow(0);
    judge();
}

QToolButton* LessonEditor::addTool(const QString& id, const QString& text, const QString& tip)
{
    auto* tool = new QToolButton(this);
    describe(tool, id, text, tip);
    tool->setText(text);
    tool->setFocusPolicy(Qt::StrongFocus);
    return tool;
}

QString LessonEditor::name() const
{
    return m_path.isEmpty() ? m_name : QFileInfo(m_path).completeBaseName();
}

int LessonEditor::chosenStep() const
{
    return m_outline->currentRow() - 1;
}

void LessonEditor::showOutline()
{
    const auto& steps = lesson().steps;
    QStringList parts{tr("The lesson")};
    for (std::size_t i = 0; i < steps.size(); ++i)
        parts += QStringLiteral("%1. %2").arg(i + 1).arg(toQt(steps[i].title));
    parts += tr("Check");
    while (m_outline->count() > parts.size())
        delete m_outline->takeItem(m_outline->count() - 1);
    while (m_outline->count() < parts.size())
        m_outline->addItem(QString());
    for (int row = 0; row < m_outline->count(); ++row)
        m_outline->item(row)->setText(parts[row]);
    const int shown = std::min<int>(m_outline->count(), kOutlineRows);
    m_outline->setFixedHeight(shown * m_outline->sizeHintForRow(0) + 6);
}

void LessonEditor::showForm()
{
    const int step = chosenStep();
    if (step < -1)
        return;
    const bool isStep = step >= 0 && std::size_t(step) < lesson().steps.size()
        && !m_parts.recorder.isRecording(); // the recorded step keeps its number
    m_add->setEnabled(!m_parts.recorder.isRecording());
    m_remove->setEnabled(isStep && lesson().steps.size() > 1);
    m_up->setEnabled(isStep && step > 0);
    m_down->setEnabled(isStep && std::size_t(step) + 1 < lesson().steps.size());
    const QString shape = PartForm::shapeOf(lesson(), step);
    if (m_form != nullptr && shape == m_shape) {
        m_form->refresh();
        return;
    }
    // One of its widgets may be what led here.
    if (QWidget* before = m_area->takeWidget()) {
        before->hide();
        before->setObjectName({});
        for (QWidget* inside : before->findChildren<QWidget*>())
            inside->setObjectName({});
        disconnect(before, nullptr, this, nullptr);
        before->deleteLater();
    }
    m_shape = shape;
    m_form = new PartForm(m_draft, step, m_parts.sceneNames, m_area);
    connect(m_form, &PartForm::sessionWanted, this, &LessonEditor::takeSession);
    connect(m_form, &PartForm::recordWanted, this, &LessonEditor::toggleRecording);
    connect(m_form, &PartForm::measureWanted, this, &LessonEditor::fillByMeasuring);
    m_area->setWidget(m_form);
}

void LessonEditor::onDraftChanged()
{
    m_checkPanel->outdate();
    showOutline();
    showForm();
    m_later.start();
}

void LessonEditor::judge()
{
    const std::optional<Error> problem = m_draft.problem();
    m_problem->setVisible(problem.has_value());
    if (problem) {
        m_problem->setText(tr("Not complete: %1").arg(problemText(*problem)));
        m_problem->setAccessibleName(m_problem->text());
        m_problem->setToolTip(tr("Goes to the field (%1)").arg(toQt(problem->place)));
        m_problem->updateGeometry();
    }
    m_preview->setEnabled(!problem);
    m_check->setEnabled(!problem && !m_checkPanel->isChecking());
}

void LessonEditor::showPlace(const QString& place)
{
    int row = 0;
    if (place.startsWith(QLatin1String("check")))
        row = int(lesson().steps.size()) + 1;
    else if (place.startsWith(QLatin1String("steps[")))
        row = place.section(QLatin1Char('['), 1).section(QLatin1Char(']'), 0, 0).toInt() + 1;
    m_outline->setCurrentRow(std::clamp(row, 0, m_outline->count() - 1));
    if (m_form->focusPlace(place))
        m_area->ensureWidgetVisible(m_area->focusWidget() != nullptr ? m_area->focusWidget() : m_form);
}

void LessonEditor::insertStep()
{
    const auto at = std::size_t(std::clamp(chosenStep() + 1, 0, int(lesson().steps.size())));
    m_draft.edit(tr("Add a step"),
        [&](Lesson& lesson) { lesson.steps.insert(lesson.steps.begin() + std::ptrdiff_t(at), freshStep()); });
    m_outline->setCurrentRow(int(at) + 1);
}

void LessonEditor::removeStep()
{
    const int at = chosenStep();
    m_draft.edit(tr("Remove a step"), [&](Lesson& lesson) { lesson.steps.erase(lesson.steps.begin() + at); });
}

void LessonEditor::moveStep(int by)
{
    const int at = chosenStep();
    m_draft.edit(tr("Move a step"), [&](Lesson& lesson) {
        std::swap(lesson.steps[std::size_t(at)], lesson.steps[std::size_t(at + by)]);
    });
    m_outline->setCurrentRow(at + by + 1);
}

void LessonEditor::toggleRecording()
{
    LessonRecorder& recorder = m_parts.recorder;
    if (!recorder.isRecording()) {
        m_recordedStep = chosenStep();
        emit recordingChanged(true);
        recorder.start();
        showForm();
        m_recording->setText(
            tr("Recording step %1: set, train, pick and open in the window.").arg(m_recordedStep + 1));
    } else {
        endRecording();
        const std::vector<LessonAction>& actions = recorder.actions();
        emit noticed(recorder.unnamed() == 0
                ? tr("Recorded: %1.").arg(countedText(qint64(actions.size()), tr("action"), tr("actions")))
                : tr(
                    "Recorded: %1. Of %2 of the session no lesson knows the control; write it as \"change\".")
                      .arg(countedText(qint64(actions.size()), tr("action"), tr("actions")),
                          countedText(recorder.unnamed(), tr("change"), tr("changes"))));
        emit recordingChanged(false);
    }
    m_recording->setVisible(recorder.isRecording());
    m_stop->setVisible(recorder.isRecording());
}

void LessonEditor::endRecording()
{
    m_parts.recorder.stop();
    m_draft.edit(tr("Record"), [&](Lesson& lesson) {
        if (std::size_t(m_recordedStep) < lesson.steps.size()) {
            // Undo brings those back that there were.
            const std::vector<LessonAction>& actions = m_parts.recorder.actions();
            if (actions.empty())
                return;
            lesson.steps[std::size_t(m_recordedStep)].actions = actions;
            beginAsBefore(lesson, m_recordedStep, m_parts.recorder);
        }
    });
    m_recording->hide();
    m_stop->hide();
    showForm();
}

void LessonEditor::takeSession()
{
    const std::string session = writeSession(*m_parts.document.session());
    m_draft.edit(tr("Take the session"), [&](Lesson& lesson) { lesson.session = {{}, session, {}}; });
}

void LessonEditor::check()
{
    if (!m_draft.problem())
        m_checkPanel->check(lesson());
}

void LessonEditor::fillByMeasuring(const QString& place)
{
    if (const std::optional<Error> problem = m_draft.problem()) {
        showPlace(toQt(problem->place));
        return;
    }
    if (m_checkPanel->isChecking())
        return;
    m_isFilling = true;
    m_checkPanel->check(lesson(), place);
}

void LessonEditor::takeBands()
{
    if (!m_checkPanel->report())
        return;
    const LessonReport report = *m_checkPanel->report();
    const Lesson banded = withMeasuredBands(lesson(), report, kBandWidening);
    m_draft.edit(tr("Promise what was measured"), [&](Lesson& lesson) { lesson = banded; });
    m_checkPanel->tellPromised(report);
}

bool LessonEditor::save()
{
    if (const std::optional<Error> problem = m_draft.problem()) {
        judge();
        showPlace(toQt(problem->place));
        emit noticed(tr("A lesson that is not complete cannot be saved: %1").arg(problemText(*problem)));
        return false;
    }
    const QString suffix = toQt(kLessonFileSuffix);
    const QString path = fileToSave(this,
        {.title = tr("Save lesson"),
            .path = m_path.isEmpty() ? m_name + QLatin1Char('.') + suffix : m_path,
            .filters = tr("Lessons (*.%1);;All files (*)").arg(suffix)});
    if (path.isEmpty())
        return false;
    if (const Status saved = saveLesson(QFile::encodeName(path).toStdString(), lesson()); !saved) {
        emit noticed(engineText(saved.error()));
        return false;
    }
    m_path = path;
    m_draft.undoStack().setClean();
    emit noticed(tr("The lesson is in %1").arg(QFileInfo(path).fileName()));
    return true;
}

bool LessonEditor::mayClose()
{
    if (m_parts.recorder.isRecording())
        endRecording();
    if (m_draft.undoStack().isClean())
        return true;
    QMessageBox question(QMessageBox::Question, tr("Unsaved lesson"),
        tr("The lesson \"%1\" has changes that are not saved.").arg(toQt(lesson().title)),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    question.setObjectName(QStringLiteral("unsavedLesson"));
    question.setTextFormat(Qt::PlainText);
    question.setDefaultButton(QMessageBox::Save);
    const int answer = question.exec();
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save());
}

} // namespace ulpscope::ui
