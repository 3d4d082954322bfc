// SPDX-License-Identifier: GPL-3.0-or-later
// The glossary: whole, found by what one types, and behind everything in the window that can have the focus.
#include "app/desktop/settings.h"
#include "engine/kernels/kernels.h"
#include "tests/ui/window_test.h"
#include "ui/look/explanation_popup.h"
#include "ui/look/place.h"
#include "ui/shell/catalog_terms.h"
#include "ui/shell/main_window.h"
#include "ui/shell/term_finder.h"
#include "ui/training/plot_catalog.h"
#include "ui/training/stacked_plot.h"
#include "ui/training/tensor_plots.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDirIterator>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QTextBrowser>
#include <QTimer>
#include <QTreeView>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

} // namespace

class TestGlossary : public WindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void everyTermIsWhole();
    void everyPlaceNamesTerms();
    void watchesAndNotesAreExplained();
    void catalogsAreItsSource();
    void termsAreFoundByWhatOneTypes();
    void everythingThatTakesTheFocusHasATerm();
    void everyColumnPlotAndDockHasATerm();
    void f1ExplainsWhatHasTheFocus();
    void f1ElsewhereOpensTheGlossary();
    void f1WorksInDialogs();

private:
    ExplanationPopup* explain(QWidget* widget);
    QDialog* glossaryDialog() const;
};

void TestGlossary::initTestCase()
{
    startAfresh();
}

void TestGlossary::init()
{
    openWindow();
    // With scaled operands, whose plots are others.
    openScene("float8-amax");
}

void TestGlossary::cleanup()
{
    m_window.reset();
}

ExplanationPopup* TestGlossary::explain(QWidget* widget)
{
    widget->setFocus();
    QTest::keyClick(widget, Qt::Key_F1);
    for (auto* popup : m_window->findChildren<ExplanationPopup*>())
        if (popup->isVisible())
            return popup;
    return nullptr;
}

QDialog* TestGlossary::glossaryDialog() const
{
    for (QWidget* window : QApplication::topLevelWidgets())
        if (window->objectName() == QStringLiteral("glossary") && window->isVisible())
            return qobject_cast<QDialog*>(window);
    return nullptr;
}

void TestGlossary::everyTermIsWhole()
{
    QStringList troubles;
    QSet<QString> labels;
    for (const Term& term : glossary().terms()) {
        if (term.title.isEmpty() || term.definition.isEmpty())
            troubles += QStringLiteral("no title or definition: ") + term.id;
        for (const QString& other : term.seeAlso)
            if (!glossary().find(other))
                troubles += QStringLiteral("%1 points at %2, which is no term").arg(term.id, other);
        if (labels.contains(glossary().label(term)))
            troubles += QStringLiteral("two terms are called ") + glossary().label(term);
        labels += glossary().label(term);
    }
    QVERIFY2(troubles.isEmpty(), qPrintable(troubles.join(QStringLiteral("; "))));
    QVERIFY(glossary().terms().size() > 200);
}

void TestGlossary::everyPlaceNamesTerms()
{
    QStringList troubles;
    const auto look = [&](const QString& place, const QByteArray& terms) {
        for (const QByteArray& id : terms.isEmpty() ? QList<QByteArray>() : terms.split(' '))
            if (!glossary().find(QString::fromUtf8(id)))
                troubles += QStringLiteral("%1: %2").arg(place, QString::fromUtf8(id));
    };
    int places = 0;
    for (const auto* mark : m_window->findChildren<PlaceMark*>()) {
        const QString name = mark->widget().objectName();
        look(name, mark->place.terms);
        for (const QByteArray& terms : mark->place.columns)
            look(name, terms);
        const auto* view = qobject_cast<const QAbstractItemView*>(&mark->widget());
        if (!mark->place.columns.empty() && view && view->model() && view->model()->columnCount() > 0
            && view->model()->columnCount() != int(mark->place.columns.size()))
            troubles += QStringLiteral("%1 has another number of columns").arg(name);
        ++places;
    }
    for (const PlotRow& row : plotCatalog())
        look(row.id, row.terms);
    // Dialogs and pages are made when they are asked for: their sources name the terms.
    for (QDirIterator sources(QStringLiteral(ULPSCOPE_SOURCE_DIR "/ui"), {QStringLiteral("*.cpp")},
             QDir::Files, QDirIterator::Subdirectories);
         sources.hasNext();) {
        QFile source(sources.next());
        QVERIFY(source.open(QIODevice::ReadOnly));
        static const QRegularExpression kTerms(QStringLiteral("\\.terms\\s*= \"([^\"]+)\"[,;}]"));
        for (auto found = kTerms.globalMatch(QString::fromUtf8(source.readAll())); found.hasNext();)
            look(source.fileName(), found.next().captured(1).toUtf8());
    }
    QVERIFY2(troubles.isEmpty(), qPrintable(troubles.join(QStringLiteral("; "))));
    QVERIFY(places > 150);
}

void TestGlossary::catalogsAreItsSource()
{
    // Not written twice: what the tile, the plot and the metric's row say is what the glossary says.
    const Term* amax = glossary().find(QStringLiteral("tensor:amax"));
    QVERIFY(amax);
    QCOMPARE(amax->definition, QStringLiteral("Largest magnitude of the finite elements."));
    QVERIFY(!amax->seeAlso.isEmpty()); // from what is written beside it
    for (const PlotRow& row : plotCatalog())
        if (row.id == QStringLiteral("loss_scale"))
            QCOMPARE(glossary().find(row.id)->definition, row.description);
    // Parameters of one name, whose owners mean different things by it.
    const Term* rate = glossary().find(QStringLiteral("parameter:rate"));
    QVERIFY(rate && !rate->definition.isEmpty());
    const Term* float16 = glossary().find(QStringLiteral("format:float16"));
    QVERIFY(float16);
    QVERIFY2(float16->definition.contains(QStringLiteral("65504"))
            && float16->definition.contains(QStringLiteral("2⁻²⁴")),
        qPrintable(float16->definition));
}

void TestGlossary::termsAreFoundByWhatOneTypes()
{
    QCOMPARE(glossary().search(QString()).size(), glossary().terms().size());
    QCOMPARE(glossary().search(QStringLiteral("ULP")).front()->id, QStringLiteral("ulp"));
    QCOMPARE(glossary().search(QStringLiteral(" kahan ")).front()->id, QStringLiteral("kahan"));
    QVERIFY(glossary().search(QStringLiteral("no such term")).empty());
    QCOMPARE(glossary().named(QStringLiteral("LOSS SCALE"))->id, QStringLiteral("loss_scale"));
    QVERIFY(!glossary().find(QStringLiteral("nothing")));
}

void TestGlossary::everythingThatTakesTheFocusHasATerm()
{
    child<QAction>("showRuns")->trigger();
    auto* tabs = child<QTabWidget>("tabs");
    auto* forms = child<QTabWidget>("formTabs");
    QStringList missing;
    QSet<const QWidget*> seen;
    const auto look = [&] {
        QCoreApplication::processEvents();
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || widget->focusProxy()
                || seen.contains(widget))
                continue;
            seen += widget;
            const ExplainedThing thing = explainedThing(*widget);
            // What a button does its tip says; its panel says what that is about.
            const bool isOverride = qobject_cast<const QLineEdit*>(widget)
                || qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget)
                || qobject_cast<const QTabBar*>(widget)
                || widget->objectName().endsWith(QStringLiteral("_tile"));
            const bool isOfOther = qobject_cast<const QComboBox*>(widget->parentWidget())
                || qobject_cast<const QAbstractSpinBox*>(widget->parentWidget());
            if (!thing.isKnown() || (isOverride && !isOfOther && !thing.hasOwnTerm))
                missing += QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ')
                    + widget->objectName() + QStringLiteral(" on ") + tabs->tabText(tabs->currentIndex());
        }
    };
    for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        look();
    }
    tabs->setCurrentIndex(0);
    for (int form = 0; form < forms->count(); ++form) {
        forms->setCurrentIndex(form);
        look();
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QStringLiteral("; "))));
    QVERIFY(seen.size() > 150);
}

void TestGlossary::everyColumnPlotAndDockHasATerm()
{
    QStringList missing;
    int columns = 0;
    for (const auto* view : m_window->findChildren<QAbstractItemView*>()) {
        if (view->objectName().isEmpty() || !view->model() || qobject_cast<const QListView*>(view))
            continue;
        for (int column = 0; column < view->model()->columnCount(); ++column) {
            const QString title = view->model()->headerData(column, Qt::Horizontal).toString();
            // Each of a tensor's columns, and some tables as a whole, are one thing.
            if (termsOfColumn(*view, column).empty() && !explainedThing(*view).hasOwnTerm)
                missing += QStringLiteral("column %1/%2").arg(view->objectName(), title);
            ++columns;
        }
    }
    QVERIFY(columns > 50);
    std::vector<PlotRow> plots = child<StackedPlot>("trainingPlots")->rows();
    QVERIFY(child<StackedPlot>("trainingPlots")->plots().contains(QStringLiteral("operand_scale")));
    for (const PlotRow& row : plotCatalog())
        plots.push_back(row);
    for (const MetricRow& row : metricCatalog())
        plots.push_back(tensorPlot({"a/b", TensorRole::Output, row.metric}));
    for (const PlotRow& plot : plots)
        if (termsOfPlot(plot).empty())
            missing += QStringLiteral("plot ") + plot.id;
    for (const auto* dock : m_window->findChildren<QDockWidget*>())
        if (!explainedThing(*dock).hasOwnTerm)
            missing += QStringLiteral("dock ") + dock->objectName();
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QStringLiteral("; "))));
}

void TestGlossary::f1ExplainsWhatHasTheFocus()
{
    auto* popup = explain(child<QWidget>("gradients_flushed_percent_tile"));
    QVERIFY(popup && popup->isVisible());
    auto* text = popup->findChild<QLabel*>(QStringLiteral("explanationText"));
    const Term& flushed = *glossary().find(QStringLiteral("gradients_flushed_percent"));
    QVERIFY2(text->text().contains(flushed.definition.toHtmlEscaped()), qPrintable(text->text()));
    QVERIFY(text->text().contains(flushed.formula.toHtmlEscaped()));
    QCOMPARE(text->text().count(flushed.definition.toHtmlEscaped()), 1); // its tip says the same
    // By the keyboard to the glossary: Tab to a link, Return.
    QTRY_VERIFY(text->hasFocus());
    QTest::keyClick(text, Qt::Key_Tab);
    QTest::keyClick(text, Qt::Key_Return);
    QTRY_VERIFY(glossaryDialog());
    auto* page = glossaryDialog()->findChild<QTextBrowser*>();
    QVERIFY2(page->toPlainText().startsWith(glossary().find(flushed.seeAlso.front())->title),
        qPrintable(page->toPlainText()));
    glossaryDialog()->close();
    // A cell: the term that it names, and its column's.
    auto* layers = child<QTreeView>("layerView");
    layers->setCurrentIndex(layers->model()->index(1, 2));
    popup = explain(layers);
    QVERIFY(popup);
    const QString html = popup->findChild<QLabel*>(QStringLiteral("explanationText"))->text();
    QVERIFY2(html.contains(glossary().find(QStringLiteral("dtype_policy"))->definition.toHtmlEscaped()),
        qPrintable(html));
    popup->close();
}

void TestGlossary::f1ElsewhereOpensTheGlossary()
{
    if (QWidget* focus = QApplication::focusWidget())
        focus->clearFocus();
    child<QAction>("whatIsThis")->trigger();
    QTRY_VERIFY(glossaryDialog());
    QApplication::setActiveWindow(glossaryDialog());
    auto* words = glossaryDialog()->findChild<QLineEdit*>(QStringLiteral("glossaryWords"));
    auto* list = glossaryDialog()->findChild<QListWidget*>();
    QCOMPARE(list->count(), int(glossary().terms().size()));
    QTest::keyClicks(words, QStringLiteral("subnormal"));
    QCOMPARE(list->item(0)->text(), QStringLiteral("Subnormal"));
    QVERIFY(glossaryDialog()->findChild<QTextBrowser*>()->toPlainText().contains(
        QStringLiteral("smallest normal")));
    QTest::keyClick(words, Qt::Key_Down);
    QVERIFY(list->hasFocus());
    QTest::keyClick(list, Qt::Key_Escape);
    QVERIFY(!glossaryDialog());
}

void TestGlossary::f1WorksInDialogs()
{
    bool wasShown = false;
    QTimer::singleShot(0, this, [&] {
        QWidget* dialog = QApplication::activeModalWidget();
        QVERIFY(dialog);
        QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_F1);
        wasShown = m_window->findChild<ExplanationPopup*>() || glossaryDialog();
        if (QDialog* terms = glossaryDialog())
            terms->close();
        static_cast<QDialog*>(dialog)->reject();
    });
    child<QAction>("choosePlots")->trigger();
    QVERIFY(wasShown);
}

void TestGlossary::watchesAndNotesAreExplained()
{
    QCOMPARE(placeOf(*child<QLineEdit>("noteField")).terms, QByteArray("note"));
    QVERIFY(glossary().find(QStringLiteral("watch_expression")));
    QVERIFY(glossary().find(QStringLiteral("note"))->definition.contains(QStringLiteral("step")));
    QVERIFY(glossary().find(QStringLiteral("cursor"))->definition.contains(QStringLiteral("second")));
}

QTEST_MAIN(TestGlossary)
#include "tst_glossary.moc"
