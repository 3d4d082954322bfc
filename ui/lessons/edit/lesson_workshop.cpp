// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/edit/lesson_workshop.h"

#include "app/desktop/resources.h"
#include "ui/lessons/edit/lesson_editor.h"
#include "ui/look/action.h"
#include "ui/look/models/display_text.h"
#include "ui/look/place.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kEditorWidth = 400;

} // namespace

LessonWorkshop::LessonWorkshop(Parts parts, QObject* parent)
    : QObject(parent)
    , m_parts(std::move(parts))
    , m_recorder(m_parts.world.document, m_parts.world.controller, m_parts.world.shown, m_parts.hands)
    , m_newAction(makeAction(this, QStringLiteral("newLesson"), tr("Ne&w lesson…"),
          tr("Begins a lesson of your own with the session as it is now: its texts and steps are written in a form")))
    , m_copyAction(makeAction(this, QStringLiteral("editLesson"), tr("Duplicate and &edit…"),
          tr("Makes a copy of this lesson that can be changed, tried, measured and saved")))
{
    connect(m_newAction, &QAction::triggered, this, &LessonWorkshop::makeNew);
    connect(m_copyAction, &QAction::triggered, this, &LessonWorkshop::copy);
}

LessonWorkshop::~LessonWorkshop()
{
    delete m_dock;
}

bool LessonWorkshop::showsEdited()
{
    if (m_editor == nullptr)
        return false;
    m_dock->show();
    m_dock->raise();
    m_editor->setFocus();
    emit noticed(tr("A lesson is being edited already: close it to edit another."));
    return true;
}

void LessonWorkshop::makeNew()
{
    if (showsEdited())
        return;
    edit(freshLesson(*m_parts.world.document.session()), tr("new-lesson"));
    emit noticed(tr("The lesson begins with the session as it is now, before its training."));
}

void LessonWorkshop::copy()
{
    if (showsEdited())
        return;
    const auto [name, chosen] = m_parts.chosen();
    if (chosen == nullptr) {
        emit failed(tr("There is no lesson to make a copy of: choose one in the list of lessons."));
        return;
    }
    Lesson copy = *chosen;
    copy.title = tr("%1 (copy)").arg(toQt(copy.title)).toStdString();
    edit(std::move(copy), name + QStringLiteral("-copy"));
}

void LessonWorkshop::edit(Lesson lesson, const QString& name)
{
    QStringList scenes;
    for (const Scene& scene : findScenes(m_parts.resources))
        scenes += scene.name;
    m_dock = new QDockWidget(tr("Lesson editor"), &m_parts.window);
    registerPlace(m_dock, {.name = "lessonEditorDock", .terms = "lesson_editor"});
    m_dock->setFont(m_parts.beside.font()); // a title as the other docks have it
    m_editor = new LessonEditor(
        {m_parts.world.document, m_recorder, m_parts.world.kernels, m_parts.world.scenes, scenes},
        std::move(lesson), name, m_dock);
    m_editor->setFont(m_parts.beside.widget()->font());
    m_dock->setWidget(m_editor);
    m_parts.window.addDockWidget(Qt::LeftDockWidgetArea, m_dock);
    if (m_parts.beside.isVisible() && !m_parts.beside.isFloating())
        m_parts.window.tabifyDockWidget(&m_parts.beside, m_dock);
    m_dock->show();
    m_dock->raise();
    m_parts.window.resizeDocks(
        {m_dock}, {std::min(kEditorWidth, m_parts.window.width() / 3)}, Qt::Horizontal);
    connect(m_editor, &LessonEditor::previewWanted, this, &LessonWorkshop::preview);
    connect(m_editor, &LessonEditor::revised, this, [this] {
        if (isPreviewed() && !m_editor->draft().problem())
            m_parts.player.revise(m_editor->lesson());
    });
    connect(m_editor, &LessonEditor::stepChosen, this, [this](int step) {
        if (isPreviewed())
            goTo(step);
    });
    connect(m_editor, &LessonEditor::recordingChanged, this, [this](bool isRecording) {
        if (isRecording) {
            m_wasPreviewed = isPreviewed();
            m_parts.player.leave(); // the lesson's locks would be in the way
        } else if (m_wasPreviewed) {
            preview();
        }
    });
    connect(m_editor, &LessonEditor::closeWanted, this, [this] {
        if (mayClose())
            close();
    });
    connect(m_editor, &LessonEditor::noticed, this, &LessonWorkshop::noticed);
    preview();
}

QString LessonWorkshop::name() const
{
    return m_editor != nullptr ? m_editor->name() : QString();
}

bool LessonWorkshop::isPreviewed() const
{
    return m_parts.player.lesson() != nullptr && m_parts.player.name().isEmpty();
}

void LessonWorkshop::preview()
{
    if (!m_parts.player.start({}, m_editor->lesson(), false))
        return;
    goTo(m_editor->chosenStep());
    m_dock->show();
    m_dock->raise();
}

/// With the session that the steps before leave.
void LessonWorkshop::goTo(int step)
{
    m_parts.player.goTo(std::size_t(std::max(0, step)));
    if (m_parts.player.isAway())
        m_parts.player.comeBack();
}

bool LessonWorkshop::mayClose()
{
    return m_editor == nullptr || m_editor->mayClose();
}

void LessonWorkshop::close()
{
    m_recorder.stop();
    if (isPreviewed())
        m_parts.player.leave();
    m_editor->disconnect(this);
    m_editor = nullptr;
    m_parts.window.removeDockWidget(m_dock);
    m_dock->setObjectName({});
    m_dock->deleteLater(); // one of the banner's buttons led here
    m_dock = nullptr;
    m_parts.beside.show();
}

} // namespace ulpscope::ui
