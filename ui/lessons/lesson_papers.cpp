// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_papers.h"

#include "app/lesson/answers/answers_file.h"
#include "app/lesson/lesson_placeholder.h"
#include "ui/lessons/lesson_dock.h"
#include "ui/lessons/models/lesson_part_text.h"
#include "ui/look/action.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/paged_document.h"

#include <QAction>
#include <QCheckBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QFont>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>

namespace ulpscope::ui {

namespace {

constexpr double kPointSize = 10.5;
constexpr double kDrawingRoom = 150; ///< points

struct HandoutText
{
    Q_DECLARE_TR_FUNCTIONS(HandoutText)
};

/// Where something is to be drawn, the document has a table whose last cell is empty.
void makeRoomForDrawings(QTextDocument& document)
{
    for (QTextFrame* frame : document.rootFrame()->childFrames())
        if (auto* table = qobject_cast<QTextTable*>(frame); table && table->columns() == 1) {
            QTextTableCell cell = table->cellAt(table->rows() - 1, 0);
            if (!cell.firstCursorPosition().block().text().trimmed().isEmpty())
                continue;
            QTextTableCellFormat format = cell.format().toTableCellFormat();
            format.setBottomPadding(kDrawingRoom);
            cell.setFormat(format);
            QTextTableFormat around = table->format();
            around.setWidth(QTextLength(QTextLength::PercentageLength, 100));
            around.setBorder(1);
            around.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            table->setFormat(around);
        }
}

} // namespace

HandoutWords handoutWords()
{
    const auto in = [](const QString& text) { return text.toStdString(); };
    return {.key = in(HandoutText::tr("Key")),
        .name = in(HandoutText::tr("Name")),
        .date = in(HandoutText::tr("Date")),
        .misconception = in(HandoutText::tr("Is it so?")),
        .untrue = in(HandoutText::tr("What is not so:")),
        .quoted = in(HandoutText::tr("“%1”")),
        .source = in(HandoutText::tr("Asked in")),
        .minutes = in(HandoutText::tr("%1 min")),
        .step = in(HandoutText::tr("Step %1")),
        .predict = in(HandoutText::tr("Before you do anything")),
        .answer = in(HandoutText::tr("Answer")),
        .drawing = in(HandoutText::tr("Draw here what you expect")),
        .confidence = in(HandoutText::tr("How sure are you, from 0 to 100 %?")),
        .act = in(HandoutText::tr("Do")),
        .observe = in(HandoutText::tr("What happened?")),
        .explain = in(HandoutText::tr("Why? In your own words")),
        .explained = in(HandoutText::tr("Why")),
        .seen = in(HandoutText::tr("What there is to see")),
        .check = in(HandoutText::tr("Check")),
        .right = in(HandoutText::tr("right")),
        .hint = in(HandoutText::tr("Whoever says \"%1\"")),
        .otherwise = in(HandoutText::tr("Whoever says anything else")),
        .from = in(HandoutText::tr("from %1 to %2")),
        .below = in(HandoutText::tr("at most %1")),
        .above = in(HandoutText::tr("at least %1")),
        .along = in(HandoutText::tr("between %1 and %2")),
        .promised = in(HandoutText::tr("Measured")),
        .ownCase = in(HandoutText::tr("Now with your own")),
        .action = [](const LessonAction& action) { return actionText(action).toStdString(); }};
}

Status writeHandoutPdf(const QString& path, const Lesson& lesson, HandoutKind kind)
{
    QTextDocument document;
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPointSizeF(kPointSize);
    document.setDefaultFont(font);
    document.setMarkdown(toQt(handoutMarkdown(lesson, kind, handoutWords())),
        QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub)
            | QTextDocument::MarkdownNoHTML);
    makeRoomForDrawings(document);
    return writeDocumentPdf(path, document, toQt(lesson.title));
}

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
