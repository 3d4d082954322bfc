// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_papers.h"

#include "app/lesson/lesson_placeholder.h"
#include "ui/lessons/answers_dialog.h"
#include "ui/lessons/handout_pdf.h"
#include "ui/lessons/models/lesson_part_text.h"
#include "ui/look/action.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QAction>
#include <QFileInfo>

namespace ulpscope::ui {

LessonPapers::LessonPapers(Settings& settings, Chosen chosen, QWidget* window, QObject* parent)
    : QObject(parent)
    , m_book(settings)
    , m_chosen(std::move(chosen))
    , m_window(window)
    , m_actions{makeAction(this, QStringLiteral("saveAnswers"), tr("Save &answers…"),
                    tr("Your predictions and answers in all lessons, as a file for your teacher")),
          makeAction(this, QStringLiteral("saveHandout"), tr("&Handout…"),
              tr("The lesson for paper, as PDF: its questions, with room for answers")),
          makeAction(this, QStringLiteral("saveHandoutKey"), tr("Handout's &key…"),
              tr("The lesson for paper, as PDF: with its answers, and what wrong ones show"))}
{
    connect(m_actions[0], &QAction::triggered, this, &LessonPapers::saveAnswers);
    connect(m_actions[1], &QAction::triggered, this, [this] { saveHandout(false); });
    connect(m_actions[2], &QAction::triggered, this, [this] { saveHandout(true); });
}

void LessonPapers::saveAnswers()
{
    if (!m_dialog) {
        m_dialog = new AnswersDialog(m_book, m_window);
        connect(m_dialog, &AnswersDialog::noticed, this, &LessonPapers::noticed);
    }
    m_dialog->present();
}

void LessonPapers::saveHandout(bool isKey)
{
    const auto [name, chosen] = m_chosen();
    if (chosen == nullptr) {
        emit failed(tr("There is no lesson to make a handout of: choose one in the list of lessons."));
        return;
    }
    const Lesson lesson = *chosen; // another may be chosen while the dialog is open
    const QString path = fileToSave(m_window,
        {.title = isKey ? tr("Save the handout's key") : tr("Save the handout"),
            .path = name + (isKey ? QStringLiteral("-key.pdf") : QStringLiteral(".pdf")),
            .filters = tr("PDF (*.pdf);;All files (*)")});
    if (path.isEmpty())
        return;
    const Status saved = writeHandoutPdf(path, lesson, isKey ? HandoutKind::Key : HandoutKind::Handout);
    QStringList unwritten;
    for (const std::string& place : placeholdersIn(lesson))
        unwritten += lessonPartText(toQt(place));
    if (!saved)
        emit failed(engineText(saved.error()));
    else if (!unwritten.isEmpty())
        emit noticed(
            tr("\"%1\" is in %2, with placeholders that nobody has written yet: %3")
                .arg(toQt(lesson.title), QFileInfo(path).fileName(), unwritten.join(QStringLiteral("; "))));
    else
        emit noticed(tr("\"%1\" is in %2").arg(toQt(lesson.title), QFileInfo(path).fileName()));
}

} // namespace ulpscope::ui
