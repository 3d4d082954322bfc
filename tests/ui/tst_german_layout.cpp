// SPDX-License-Identifier: GPL-3.0-or-later
// Texts 40 % longer than the English clip nothing, and every text in sight is one that is translated.
#include "tests/ui/layout_troubles.h"
#include "tests/ui/translated_window_test.h"

#include <QLabel>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

/// 40 % longer than the English, in words; what it has not translated has no bracket.
class LongTexts : public QTranslator
{
public:
    QString translate(const char* context, const char* source, const char*, int) const override
    {
        if (!isOurs(context))
            return {};
        QString text = QString::fromUtf8(source);
        if (text.trimmed().isEmpty() || text.contains(QStringLiteral(";;")))
            return text;
        const qsizetype wanted = text.size() + std::max<qsizetype>(1, text.size() * 2 / 5);
        const qsizetype end = text.endsWith(QLatin1Char('\n')) ? text.size() - 1 : text.size();
        QString more;
        while (text.size() + more.size() + 1 < wanted)
            more += (text.size() + more.size()) % 7 == 0 && more.size() > 2 ? QLatin1Char(' ')
                                                                            : QLatin1Char('e');
        return text.insert(end, more + QStringLiteral("]"));
    }
};

} // namespace

class TestGermanLayout : public TranslatedWindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanup();
    void longTextsClipNothing_data();
    void longTextsClipNothing();
    void everyTextInSightIsTranslated();
};

void TestGermanLayout::initTestCase()
{
    startAfresh();
}

void TestGermanLayout::cleanup()
{
    forgetLanguage();
}

void TestGermanLayout::longTextsClipNothing_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1024x768") << QSize(1024, 768);
    QTest::newRow("1280x800") << QSize(1280, 800);
}

void TestGermanLayout::longTextsClipNothing()
{
    QFETCH(QSize, size);
    LongTexts texts;
    QCoreApplication::installTranslator(&texts);
    openWindow(size);
    openScene("circle");
    m_window->resize(size);
    QTest::qWait(300);
    m_window->resize(size);
    QStringList found;
    walk([&](const QWidget& window, const QString& where) {
        (void)QTest::qWaitFor([&] { return layoutTroubles(window).isEmpty(); }, 1500);
        for (const QString& trouble : layoutTroubles(window))
            found += where.section(QLatin1Char(' '), 0, 0) + QStringLiteral(": ") + trouble;
        if (&window == m_window.get() && (window.width() > size.width() || window.height() > size.height()))
            found += QStringLiteral("%1: the window is %2x%3")
                         .arg(where)
                         .arg(window.width())
                         .arg(window.height());
    });
    m_window.reset();
    QCoreApplication::removeTranslator(&texts);
    found.removeDuplicates();
    QVERIFY2(found.isEmpty(), qPrintable(QLatin1Char('\n') + found.join(QLatin1Char('\n'))));
}

void TestGermanLayout::everyTextInSightIsTranslated()
{
    LongTexts texts;
    QCoreApplication::installTranslator(&texts);
    openWindow({1280, 800});
    openScene("circle");
    QSet<QString> found;
    // Labels of parameters are Keras' names of arguments, with spaces.
    QSet<QString> names;
    static const QRegularExpression words(QStringLiteral("\\pL{3,} \\pL{2,}"));
    // Texts of lessons are in files; arrows of a bar of tabs are Qt's.
    static const QRegularExpression fromFiles(
        QStringLiteral("^(lesson_.*|lesson(Say|Ask|StepTitle|Title|Question|Option.*)|presentText|"
                       "Scroll(Left|Right)Button)$"));
    const auto look = [&](const QObject& object, const char* property) {
        const QString text = object.property(property).toString();
        if (text.contains(words) && !text.contains(QLatin1Char(']')) && !names.contains(text)
            && !object.objectName().contains(fromFiles))
            found += QStringLiteral("%1 %2, %3: %4")
                         .arg(QString::fromLatin1(object.metaObject()->className()), object.objectName(),
                             QString::fromLatin1(property), text.left(80));
    };
    walk([&](const QWidget& window, const QString&) {
        for (const QWidget* field :
            window.findChildren<QWidget*>(QRegularExpression(QStringLiteral("^parameter_"))))
            names += field->accessibleName();
        for (const QWidget* widget : window.findChildren<QWidget*>()) {
            if (!widget->isVisible())
                continue;
            for (const char* property : {"toolTip", "accessibleName", "statusTip", "placeholderText"})
                look(*widget, property);
            if (qobject_cast<const QLabel*>(widget) || qobject_cast<const QAbstractButton*>(widget))
                look(*widget, "text");
        }
        for (const QAction* action : window.findChildren<QAction*>())
            for (const char* property : {"text", "toolTip"})
                look(*action, property);
    });
    m_window.reset();
    QCoreApplication::removeTranslator(&texts);
    const QStringList all(found.begin(), found.end());
    for (const QString& text : all)
        qInfo("%s", qPrintable(text));
    QVERIFY(all.isEmpty());
}

QTEST_MAIN(TestGermanLayout)
#include "tst_german_layout.moc"
