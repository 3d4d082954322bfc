// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves a lesson as a file: the student's answers as they were given in the window, a handout, and its key.
#include "app/lesson/answers/answers_file.h"
#include "app/lesson/lesson_file.h"
#include "tests/ui/lesson_window_test.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/message_banner.h"

#include <QCheckBox>
#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSlider>
#include <QStatusBar>

using namespace ulpscope;
using namespace ulpscope::ui;

class TestLessonPapers : public LessonWindowTest
{
    Q_OBJECT
private slots:
    void init() { beginLessonTest(); }
    void cleanup() { endLessonTest(); }

    void answersAreKeptAndSaved()
    {
        predict(QStringLiteral("5"), true);
        child<QAction>("lessonReset")->trigger(); // a second try
        predict(QStringLiteral("57"), false);

        // The next start of the program still knows them.
        openWindow(QSize(1440, 900));
        QDialog& dialog = openDialog();
        auto* content = dialog.findChild<QLabel*>(QStringLiteral("answersContent"));
        QVERIFY2(
            content->text().contains(QStringLiteral("1 answer of 1 lesson")), qPrintable(content->text()));
        QTest::keyClicks(dialog.findChild<QLineEdit*>(QStringLiteral("answersName")), QStringLiteral("Ada"));
        m_filePath = inDirectory("ada.ulpsanswers");
        QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("answersSave")), Qt::LeftButton);
        QCOMPARE(m_fileQuestion.path, QStringLiteral("Ada.ulpsanswers"));
        QVERIFY(m_fileQuestion.isToSave);
        const Result<StudentAnswers> saved = loadAnswers(m_filePath.toStdString());
        QVERIFY2(saved.ok(), saved.ok() ? "" : saved.error().text().c_str());
        QCOMPARE(saved->student, std::string("Ada"));
        QCOMPARE(saved->lessons.size(), std::size_t(1));
        QCOMPARE(saved->lessons[0].lesson, std::string("04-accuracy-hides"));
        const QuestionAnswer& given = saved->lessons[0].answers.at(0);
        QCOMPARE(given.part, AnswerPart::Predict);
        QCOMPARE(std::get<double>(given.answer), 5.0);
        QVERIFY(given.confidence.has_value() && !given.isRight && given.isRightAtLast);
        QCOMPARE(given.tries, std::int64_t(2));
        QVERIFY(m_window->statusBar()->currentMessage().contains(QStringLiteral("ada.ulpsanswers")));
    }

    void somebodyElseIsNext()
    {
        predict(QStringLiteral("5"), false);
        QDialog& dialog = openDialog();
        auto* save = dialog.findChild<QPushButton*>(QStringLiteral("answersSave"));
        QTest::mouseClick(dialog.findChild<QCheckBox*>(QStringLiteral("answersForget")), Qt::LeftButton, {},
            QPoint(8, dialog.findChild<QCheckBox*>(QStringLiteral("answersForget"))->height() / 2));
        m_filePath = inDirectory("missing/folder/x.ulpsanswers");
        QTest::mouseClick(save, Qt::LeftButton);
        auto* problem = dialog.findChild<QLabel*>(QStringLiteral("answersProblem"));
        QVERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains(QStringLiteral("missing/folder")), qPrintable(problem->text()));
        QVERIFY(!m_settings->lessonAnswers().isEmpty()); // nothing is forgotten that is in no file
        m_filePath = inDirectory("x.ulpsanswers");
        QTest::mouseClick(save, Qt::LeftButton);
        QVERIFY(loadAnswers(m_filePath.toStdString()).ok());
        QVERIFY(m_settings->lessonAnswers().isEmpty());
        QVERIFY(!openDialog().findChild<QPushButton*>(QStringLiteral("answersSave"))->isEnabled());
    }

    void whatIsKeptAndNoAnswersIsNothing()
    {
        m_settings->setLessonAnswers("{\"format\": \"ulpscope-answers\", \"version\": 1, \"lessons\": [7]}");
        openWindow(QSize(1440, 900));
        QVERIFY(!openDialog().findChild<QPushButton*>(QStringLiteral("answersSave"))->isEnabled());
    }

    void handoutAndKeyArePdfs_data()
    {
        QTest::addColumn<QString>("lesson");
        QTest::newRow("numbers") << QStringLiteral("4");
        QTest::newRow("a curve to draw")
            << QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/corpus/lessons/everything.ulpslesson");
    }

    void handoutAndKeyArePdfs()
    {
        QFETCH(QString, lesson);
        QVERIFY(m_window->openLesson(lesson));
        m_filePath = inDirectory("handout.pdf");
        child<QAction>("saveHandout")->trigger();
        const QByteArray handout = bytesOf(m_filePath);
        QVERIFY(handout.startsWith("%PDF-"));
        m_filePath = inDirectory("key.pdf");
        child<QAction>("saveHandoutKey")->trigger();
        QVERIFY(m_fileQuestion.path.endsWith(QStringLiteral("-key.pdf")));
        const QByteArray key = bytesOf(m_filePath);
        QVERIFY(key.startsWith("%PDF-"));
        QVERIFY(key != handout);
        m_filePath = inDirectory("missing/key.pdf");
        child<QAction>("saveHandoutKey")->trigger();
        QVERIFY(child<MessageBanner>("messageBanner")->isVisible());
    }

    void aHandoutIsOfTheLessonInTheList()
    {
        m_filePath = inDirectory("handout.pdf");
        child<QAction>("saveHandout")->trigger();
        QVERIFY(!QFile::exists(m_filePath)); // nobody has chosen one yet
        QVERIFY(child<QWidget>("lessonList")->isVisible());
        child<QAction>("saveHandout")->trigger();
        QCOMPARE(m_fileQuestion.path, QStringLiteral("01-two-budgets.pdf"));
        QVERIFY(bytesOf(m_filePath).startsWith("%PDF-"));
    }

    void placeholdersInAHandoutAreTold()
    {
        child<QAction>("newLesson")->trigger();
        m_filePath = inDirectory("handout.pdf");
        child<QAction>("saveHandout")->trigger();
        QCOMPARE(m_fileQuestion.path, QStringLiteral("new-lesson.pdf"));
        const QString told = m_window->statusBar()->currentMessage();
        QVERIFY2(told.contains(QStringLiteral("placeholders")), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("Step 1, Say")), qPrintable(told));
    }

private:
    /// The first question of lesson 4, a number.
    void predict(const QString& number, bool isSure)
    {
        if (player().lesson() == nullptr)
            QVERIFY(m_window->openLesson(QStringLiteral("4")));
        auto* field = child<QLineEdit>("lessonField");
        QVERIFY(field);
        if (isSure)
            QTest::keyClick(m_window->findChild<QSlider*>(QStringLiteral("lessonConfidence")), Qt::Key_Right);
        field->clear();
        QTest::keyClicks(field, number);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(player().phase(), LessonPhase::Do);
    }

    QDialog& openDialog()
    {
        child<QAction>("saveAnswers")->trigger();
        auto* dialog = m_window->findChild<QDialog*>(QStringLiteral("answers"));
        Q_ASSERT(dialog);
        return *dialog;
    }

    static QByteArray bytesOf(const QString& path)
    {
        QFile file(path);
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }
};

QTEST_MAIN(TestLessonPapers)
#include "tst_lesson_papers.moc"
