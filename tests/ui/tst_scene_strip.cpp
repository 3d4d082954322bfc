// SPDX-License-Identifier: GPL-3.0-or-later
// The strip that says what the session is: its words are edited in place, and train nothing again; its overrides do.
#include "app/session/document.h"
#include "ui/training/scene_strip.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace ulpscope;
using namespace ulpscope::ui;

class TestSceneStrip : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void itSaysWhatTheSceneIs();
    void wordsAreEditedInPlace();
    void escapeBringsBackWhatWasThere();
    void whatIsLeftIsKept();
    void anotherSessionEndsTheEditing();
    void overridesChangeTheSession();
    void theRateIsThatOfTheOptimizer();

private:
    template <class T>
    T* child(const char* name)
    {
        T* found = m_strip->findChild<T*>(QString::fromLatin1(name));
        if (!found)
            qFatal("no child %s", name);
        return found;
    }
    void press(const char* name) { QTest::mouseClick(child<QToolButton>(name), Qt::LeftButton); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<SceneStrip> m_strip;
};

void TestSceneStrip::init()
{
    m_document = std::make_unique<Document>();
    QVERIFY(m_document->openScene(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps")).ok());
    m_strip = std::make_unique<SceneStrip>(*m_document);
    m_strip->resize(700, 120);
    m_strip->show();
    QVERIFY(QTest::qWaitForWindowActive(m_strip.get()));
}

void TestSceneStrip::cleanup()
{
    m_strip.reset();
    m_document.reset();
}

void TestSceneStrip::itSaysWhatTheSceneIs()
{
    const SessionSpec& session = *m_document->session();
    QCOMPARE(child<QLabel>("sceneTitle")->text().toStdString(), session.title);
    QCOMPARE(child<QLabel>("sceneDescription")->text().toStdString(), session.description);
    QVERIFY(!child<QLineEdit>("sceneTitleField")->isVisible());
}

void TestSceneStrip::wordsAreEditedInPlace()
{
    QSignalSpy changed(m_document.get(), &Document::sessionChanged);
    press("editScene");
    auto* title = child<QLineEdit>("sceneTitleField");
    QVERIFY(title->isVisible() && title->hasFocus());
    QTest::keyClicks(title, QStringLiteral("My circle"));
    QTest::keyClick(title, Qt::Key_Return);
    QVERIFY(!title->isVisible());
    QCOMPARE(m_document->session()->title, std::string("My circle"));
    QCOMPARE(child<QLabel>("sceneTitle")->text(), QStringLiteral("My circle"));
    QCOMPARE(changed.count(), 1);
    m_document->undoStack().undo();
    QCOMPARE(m_document->session()->title, std::string("Circle"));
    QCOMPARE(child<QLabel>("sceneTitle")->text(), QStringLiteral("Circle"));
}

void TestSceneStrip::escapeBringsBackWhatWasThere()
{
    press("editScene");
    QTest::keyClicks(child<QLineEdit>("sceneTitleField"), QStringLiteral("no"));
    QTest::keyClick(child<QLineEdit>("sceneTitleField"), Qt::Key_Escape);
    QCOMPARE(m_document->session()->title, std::string("Circle"));
    QVERIFY(!m_document->undoStack().canUndo());
    // Of both: Escape in the description brings the title back too.
    press("editScene");
    QTest::keyClicks(child<QLineEdit>("sceneTitleField"), QStringLiteral("no"));
    child<QPlainTextEdit>("sceneDescriptionField")->setFocus();
    QTest::keyClicks(child<QPlainTextEdit>("sceneDescriptionField"), QStringLiteral("no"));
    QTest::keyClick(child<QPlainTextEdit>("sceneDescriptionField"), Qt::Key_Escape);
    QVERIFY(!child<QLineEdit>("sceneTitleField")->isVisible());
    QCOMPARE(m_document->session()->title, std::string("Circle"));
    QVERIFY(!m_document->undoStack().canUndo());
}

void TestSceneStrip::whatIsLeftIsKept()
{
    press("editScene");
    auto* title = child<QLineEdit>("sceneTitleField");
    QTest::keyClicks(title, QStringLiteral("left"));
    child<QLineEdit>("scene_parameter_loss_weight")->setFocus(); // as saving does, which leaves the field
    QCOMPARE(m_document->session()->title, std::string("left"));
}

void TestSceneStrip::anotherSessionEndsTheEditing()
{
    press("editScene");
    QTest::keyClicks(child<QLineEdit>("sceneTitleField"), QStringLiteral("of the circle"));
    QVERIFY(
        m_document->openScene(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/characters.ulps")).ok());
    QVERIFY(!child<QLineEdit>("sceneTitleField")->isVisible());
    QVERIFY(m_document->session()->title != "of the circle");
    QCOMPARE(child<QLabel>("sceneTitle")->text().toStdString(), m_document->session()->title);
}

void TestSceneStrip::overridesChangeTheSession()
{
    auto* weight = child<QLineEdit>("scene_parameter_loss_weight");
    QCOMPARE(weight->text(), QStringLiteral("1e-05"));
    weight->setFocus();
    weight->selectAll();
    QTest::keyClicks(weight, QStringLiteral("0.5"));
    QTest::keyClick(weight, Qt::Key_Return);
    QCOMPARE(m_document->session()->training.lossWeight, 0.5);
    auto* rate = child<QLineEdit>("scene_parameter_learning_rate");
    rate->setFocus();
    rate->selectAll();
    QTest::keyClicks(rate, QStringLiteral("0.25"));
    QTest::keyClick(rate, Qt::Key_Return);
    QCOMPARE(m_document->session()->training.optimizer.config.number("learning_rate"), 0.25);
    rate->selectAll();
    QTest::keyClicks(rate, QStringLiteral("fast"));
    QTest::keyClick(rate, Qt::Key_Return);
    QCOMPARE(m_document->session()->training.optimizer.config.number("learning_rate"), 0.25);
    QCOMPARE(rate->text(), QStringLiteral("fast")); // it stays to be mended
}

void TestSceneStrip::theRateIsThatOfTheOptimizer()
{
    QCOMPARE(m_strip->findChildren<QLineEdit*>(QStringLiteral("scene_parameter_learning_rate")).size(), 1);
    // The optimizer's own class decides which parameters it has.
    QVERIFY(m_document->edit({},
                          [](SessionSpec& session) {
                              session.training.optimizer = {"Adam", {}};
                          })
                .ok());
    QCOMPARE(
        child<QLineEdit>("scene_parameter_learning_rate")->text(), QStringLiteral("0.001")); // Adam's default
}

QTEST_MAIN(TestSceneStrip)
#include "tst_scene_strip.moc"
