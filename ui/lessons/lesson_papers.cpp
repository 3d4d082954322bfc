// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_papers.h"

#include "app/lesson/answers/answers_file.h"
#include "app/lesson/lesson_placeholder.h"
#include "ui/lessons/handout_pdf.h"
#include "ui/lessons/models/lesson_part_text.h"
#include "ui/look/action.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QAction>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace ulpscope::ui {

AnswersDialog::AnswersDialog(AnswerBook& book, QWidget* parent)
    : QDialog(parent)
    , m_book(book)
    , m_content(new QLabel(this))
    , m_name(new QLineEdit(this))
    , m_forget(new QCheckBox(tr("Then &forget them here: somebody else is next"), this))
    , m_problem(new QLabel(this))
    , m_save(new QPushButton(tr("&Save…"), this))
{
    registerPlace(this, {.name = "answers", .terms = "answers_file"});
    setWindowTitle(tr("Save answers"));
    m_content->setObjectName(QStringLiteral("answersContent"));
    m_content->setWordWrap(true);
    describe(m_name, QStringLiteral("answersName"), tr("Your name"),
        tr("For your teacher, who reads the file; it may stay empty"));
    m_name->setPlaceholderText(tr("may stay empty"));
    m_name->setMaxLength(int(kLongestStudentName));
    describe(m_forget, QStringLiteral("answersForget"), tr("Then forget them here"),
        tr("After they are in the file this program knows nothing of them any more"));
    describe(m_save, QStringLiteral("answersSave"), tr("Save"),
        tr("Asks where, and writes one file for your teacher"));
    m_save->setDefault(true);
    m_problem->setObjectName(QStringLiteral("answersProblem"));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    auto* form = new QFormLayout;
    auto* label = new QLabel(tr("Your &name:"), this);
    label->setBuddy(m_name);
    form->addRow(label, m_name);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addButton(m_save, QDialogButtonBox::AcceptRole);
    columnOf(this, {m_content, form, m_forget, m_problem, buttons}, {.hasStyleMargins = true});
    connect(m_save, &QPushButton::clicked, this, &AnswersDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setMinimumWidth(420);
}

void AnswersDialog::present()
{
    m_name->setText(toQt(m_book.answers().student));
    m_forget->setChecked(false);
    m_problem->hide();
    const bool isSomething = !m_book.answers().isEmpty();
    m_content->setText(!isSomething
            ? tr("Nothing has been answered in a lesson yet.")
            : tr(
                "Your predictions and answers so far: %1 of %2. They stay on this computer; the file is for whom you give it to.")
                  .arg(countedText(qint64(m_book.count()), tr("answer"), tr("answers")),
                      countedText(qint64(m_book.answers().lessons.size()), tr("lesson"), tr("lessons"))));
    m_save->setEnabled(isSomething);
    m_forget->setEnabled(isSomething);
    open();
    raise();
}

void AnswersDialog::save()
{
    m_book.setStudent(m_name->text());
    const QString suffix = toQt(kAnswersFileSuffix);
    QString name = m_name->text().trimmed().isEmpty() ? tr("answers") : m_name->text().trimmed();
    name.replace(QLatin1Char('/'), QLatin1Char('-'));
    const QString path = fileToSave(this,
        {.title = windowTitle(),
            .path = name + QLatin1Char('.') + suffix,
            .filters = tr("Answers to lessons (*.%1);;All files (*)").arg(suffix)});
    if (path.isEmpty())
        return;
    const Status saved = saveAnswers(QFile::encodeName(path).toStdString(), m_book.answers());
    m_problem->setVisible(!saved.ok());
    if (!saved) {
        m_problem->setText(engineText(saved.error()));
        return;
    }
    if (m_forget->isChecked())
        m_book.forget();
    emit noticed(tr("Your answers are in %1").arg(QFileInfo(path).fileName()));
    accept();
}

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
