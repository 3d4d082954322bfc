// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/walker.h"

#include "tests/ui/walk/typed_texts.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDockWidget>
#include <QEvent>
#include <QMenu>
#include <QMessageBox>
#include <QTabBar>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include <unistd.h>

namespace ulpscope::ui::walk {

namespace {

using namespace Qt::StringLiterals;

constexpr int kTurnMs
    = 1; ///< not 0: that would be a posted event, which is sent before any timer is looked at
constexpr int kDeferMs = 3; ///< while an act is under way in an event loop of its own test calls
constexpr int kStuckMs = 150; ///< longer than that in one: a drag of Qt's waits for the mouse
constexpr int kLongestWaitMs = 400;
constexpr int kLongBusyMs = 3000;
constexpr int kMaxTriesToLeave = 12;
constexpr int kMaxNested = 4;
constexpr std::size_t kManyLayers = 26;
constexpr int kActsBetweenLooks = 50; ///< at the memory
/// What the window takes beside its budget: Qt, its fonts and pixmaps, and dialogs 200 MiB after a start with the circle, as much again
/// for undo, texts and tables, and as much for what malloc keeps between what is used.
constexpr std::uint64_t kBesideBudget = std::uint64_t{600} << 20;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kCountsMemory = false; // a sanitizer's shadow would be counted too
#else
constexpr bool kCountsMemory = true;
#endif

/// The resident set, as proc(5) has it.
std::uint64_t residentBytes()
{
    std::ifstream file("/proc/self/statm");
    std::uint64_t all = 0;
    std::uint64_t resident = 0;
    return file >> all >> resident ? resident * std::uint64_t(sysconf(_SC_PAGESIZE)) : 0;
}

/// The innermost thing that takes the keyboard and the mouse.
QWidget* scopeNow(QWidget* window)
{
    if (QWidget* popup = QApplication::activePopupWidget())
        return popup;
    if (QWidget* modal = QApplication::activeModalWidget())
        return modal;
    return window;
}

QString actionText(const QAction& action)
{
    return action.objectName().isEmpty() ? action.text() : action.objectName();
}

/// Loads and trains longer than others.
bool isDearAction(const QAction& action)
{
    const QString name = action.objectName();
    return (name.startsWith("scene_"_L1) && name != "scene_circle"_L1) || name == "addTransformerBlock"_L1;
}

double lessEachTime(int uses)
{
    return uses == 0 ? 12 : 1.0 / (1 + uses);
}

/// At least that likely: what leads to what is not seen yet, another layer, page, tab, class of a form.
double leastWeight(const QWidget& widget)
{
    if (widget.objectName() == "layerView"_L1)
        return 3;
    const bool leadsOn = qobject_cast<const QAbstractItemView*>(&widget)
        || qobject_cast<const QTabBar*>(&widget) || widget.objectName().endsWith("Chooser"_L1);
    return leadsOn ? 1 : 0.05;
}

} // namespace

Walker::Walker(const Replay& replay, Trace& trace, WalkFiles& files, MakeWindow makeWindow)
    : m_replay(replay)
    , m_trace(trace)
    , m_files(files)
    , m_makeWindow(std::move(makeWindow))
    , m_dice(replay.seed)
    , m_hand(m_dice)
    , m_acts(m_dice, m_hand, files)
{
}

Walker::~Walker() = default;

QString Walker::slowest() const
{
    return u"%1 ms: %2"_s.arg(m_slowestMs).arg(m_slowestText);
}

void Walker::walk(double wantedPercent)
{
    m_wantedPercent = wantedPercent;
    qApp->installEventFilter(this);
    makeAnew();
    QTimer::singleShot(kTurnMs, this, &Walker::tick);
    m_loop.exec();
    qApp->removeEventFilter(this);
    m_window.reset();
    m_trace.alive();
}

bool Walker::eventFilter(QObject* watched, QEvent* event)
{
    if (m_trace.msSinceAlive() > kLongBusyMs) {
        QString text = u"; an event of type %1 to"_s.arg(event->type());
        for (const QObject* each = watched; each != nullptr; each = each->parent())
            text += u' ' + QString::fromLatin1(each->metaObject()->className()) + u' ' + each->objectName();
        m_trace.busyWith(text.toStdString());
    }
    return QObject::eventFilter(watched, event);
}

bool Walker::isDone() const
{
    const auto isEnough = [this](Use use) { return m_tally.share(use).percent() >= m_wantedPercent; };
    return m_done >= m_replay.actions
        && (m_done >= 4 * m_replay.actions || (isEnough(Use::Action) && isEnough(Use::Edit)));
}

void Walker::makeAnew()
{
    m_window.reset();
    m_window = m_makeWindow();
    m_window->show();
    m_window->activateWindow();
    m_window->openSession(m_dice.oneOf(m_files.sessions()));
    m_mustBeNew = false;
    m_mustDiscard = false;
    m_untilBack = m_dice.between(40, 160);
}

void Walker::tick()
{
    m_trace.alive();
    QWidget* scope = scopeNow(m_window.get());
    if (m_depth > 0 && scope == m_scopeOfAct) {
        // Within an act, and nothing new has come up.
        if (m_sinceAct.elapsed() > kStuckMs)
            endWhatHangs();
        QTimer::singleShot(kDeferMs, this, &Walker::tick);
        return;
    }
    if (m_isWaitOver && m_depth == 0) {
        if (!m_isWaitOver() && m_waited.elapsed() < kLongestWaitMs) {
            QTimer::singleShot(kDeferMs, this, &Walker::tick);
            return;
        }
        m_isWaitOver = {};
    }
    if (m_depth == 0 && (isDone() || !m_trouble.isEmpty()) && scope == m_window.get()) {
        m_loop.quit();
        return;
    }
    if (m_depth == 0 && (m_mustBeNew || !m_window->isVisible())) {
        makeAnew();
        scope = scopeNow(m_window.get());
    }
    // Before the act: it may come back only after more acts, in a dialog that it opens.
    QTimer::singleShot(kTurnMs, this, &Walker::tick);
    step(scope);
    // Sometimes before the event loop has its turn: faster than any timer and any answer of a thread.
    if (m_depth == 0 && !m_isWaitOver && !m_mustBeNew && m_window->isVisible() && m_dice.chance(15))
        step(scopeNow(m_window.get()));
}

void Walker::endWhatHangs()
{
    m_sinceAct.restart();
    if (m_hand.isDragging())
        m_hand.endDrag();
    else
        m_hand.key(Qt::Key_Escape);
}

void Walker::step(QWidget* scope)
{
    meetAll();
    const Act act = next(scope);
    if (!act.does)
        return;
    perform(act);
}

void Walker::perform(const Act& act)
{
    const std::string text = act.text.toStdString();
    m_trace.begin(m_done++, text);
    if (m_replay.isTold) {
        std::printf("%lld: %s\n", (long long)(m_done - 1), text.c_str());
        std::fflush(stdout);
    }
    QWidget* scopeBefore = m_scopeOfAct;
    m_scopeOfAct = scopeNow(m_window.get());
    m_sinceAct.restart();
    QElapsedTimer clock;
    clock.start();
    const std::int64_t number = m_done;
    ++m_depth;
    act.does();
    --m_depth;
    m_scopeOfAct = scopeBefore;
    m_sinceAct.restart();
    m_trace.alive();
    if (number == m_done && clock.elapsed() > m_slowestMs) { // without acts within
        m_slowestMs = clock.elapsed();
        m_slowestText = u"action %1, %2"_s.arg(number - 1).arg(act.text);
    }
    if (kCountsMemory && m_done % kActsBetweenLooks == 0)
        lookAtMemory();
}

void Walker::lookAtMemory()
{
    const MemoryBudget& budget = m_window->memoryBudget();
    const std::uint64_t resident = residentBytes();
    m_mostMemory = std::max(m_mostMemory, resident);
    if (resident > budget.limit() + kBesideBudget)
        m_trouble = u"%1 MiB are resident, %2 of a budget of %3 MiB are used"_s.arg(resident >> 20)
                        .arg(budget.used() >> 20)
                        .arg(budget.limit() >> 20);
}

void Walker::meetAll()
{
    for (QAction* action : m_window->findChildren<QAction*>())
        if (isOwnAction(*action))
            m_tally.meet(*action);
    for (QWidget* top : QApplication::topLevelWidgets()) {
        if (!top->isVisible())
            continue;
        for (const QWidget* widget : top->findChildren<QWidget*>())
            if (widget->isVisible() && isEditor(*widget))
                m_tally.meet(*widget);
    }
}

Act Walker::next(QWidget* scope)
{
    if (scope == m_window.get())
        return inWindow();
    if (scope != m_visited) {
        m_visited = scope;
        m_patience = m_depth > kMaxNested ? 0 : m_dice.between(0, qobject_cast<QMenu*>(scope) ? 4 : 10);
    }
    if (--m_patience < -kMaxTriesToLeave) {
        m_trouble = u"cannot leave "_s + nameText(*scope);
        scope->close();
        if (auto* dialog = qobject_cast<QDialog*>(scope))
            dialog->done(QDialog::Rejected);
        return {};
    }
    return scope->windowType() == Qt::Popup ? inMenu(scope) : inDialog(scope);
}

Act Walker::inWindow()
{
    if (--m_untilBack <= 0 || (isDear() && m_untilBack > 12 && m_dice.chance(10)))
        return comeBack();
    // What has just come into sight goes again with the next class, tab or layer.
    if (m_dice.chance(35) && !freshEditors(m_window.get()).isEmpty())
        return editOne(m_window.get());
    const double weights[] = {20, 54, 8, 7, 3, 2, 4, 3, 3, 0.7};
    switch (m_dice.weighted(weights)) {
    case 0:
        return trigger(m_window.get());
    case 1:
        return editOne(m_window.get());
    case 2:
        return pokeOne(m_window.get());
    case 3:
        return m_acts.key();
    case 4:
        return resize();
    case 5:
        return dock();
    case 6:
        return undoOrRedo();
    case 7:
        return wait();
    case 8:
        return open();
    default:
        return close();
    }
}

Act Walker::inDialog(QWidget* dialog)
{
    if (auto* question = qobject_cast<QMessageBox*>(dialog);
        question && m_mustDiscard && question->button(QMessageBox::Discard)) {
        m_mustDiscard = false;
        return {u"discard the changes"_s, [question] { question->button(QMessageBox::Discard)->click(); }};
    }
    if (m_patience < 0)
        return wayOut(dialog);
    switch (m_dice.below(10)) {
    case 0:
    case 1:
        return m_acts.key();
    case 2:
        return pokeOne(dialog);
    case 3:
        return {u"resize "_s + nameText(*dialog),
            [this, dialog] { dialog->resize(m_dice.between(200, 1200), m_dice.between(150, 900)); }};
    default:
        return editOne(dialog);
    }
}

Act Walker::inMenu(QWidget* popup)
{
    if (m_patience < 0) {
        if (m_patience < -2)
            return {u"close "_s + nameText(*popup), [popup] { popup->close(); }};
        return {u"leave "_s + nameText(*popup), [this] { m_hand.key(Qt::Key_Escape); }};
    }
    if (auto* menu = qobject_cast<QMenu*>(popup)) {
        for (QAction* action : menu->actions())
            if (isOwnAction(*action))
                m_tally.meet(*action);
        if (m_dice.chance(40) && !menu->actions().isEmpty()) {
            std::vector<double> weights;
            for (const QAction* each : menu->actions())
                weights.push_back(isOwnAction(*each) ? lessEachTime(m_tally.uses(*each)) : 0.3);
            QAction* action = menu->actions()[m_dice.weighted(weights)];
            return {u"click "_s + actionText(*action) + u" in "_s + nameText(*menu), [this, menu, action] {
                        if (const QRect rect = menu->actionGeometry(action);
                            menu->rect().contains(rect.center()))
                            m_hand.click(menu, rect.center());
                    }};
        }
    }
    if (m_dice.chance(30))
        return m_dice.chance(50) ? pokeOne(popup) : editOne(popup);
    const Qt::Key key = m_dice.oneOf(QList<Qt::Key>{Qt::Key_Down, Qt::Key_Down, Qt::Key_Up, Qt::Key_Right,
        Qt::Key_Left, Qt::Key_Return, Qt::Key_Escape, Qt::Key_End, Qt::Key_PageDown});
    return {u"key "_s + QKeySequence(key).toString() + u" in "_s + nameText(*popup),
        [this, key] { m_hand.key(key); }};
}

Act Walker::wayOut(QWidget* dialog)
{
    const QString name = nameText(*dialog);
    if (m_patience > -4) {
        QList<QAbstractButton*> buttons;
        for (auto* button : dialog->findChildren<QAbstractButton*>())
            if (button->isVisible() && button->isEnabled()
                && button->parentWidget()->inherits("QDialogButtonBox"))
                buttons += button;
        if (!buttons.isEmpty() && m_dice.chance(70)) {
            QAbstractButton* button = m_dice.oneOf(buttons);
            return {u"answer "_s + button->text() + u" in "_s + name, [this, button] {
                        m_tally.use(*button);
                        if (const auto at = m_hand.pointOn(button))
                            m_hand.click(button, *at);
                    }};
        }
        return {u"leave "_s + name, [this] { m_hand.key(Qt::Key_Escape); }};
    }
    return {u"close "_s + name, [dialog] { dialog->close(); }};
}

Act Walker::trigger(QWidget* scope)
{
    QList<QAction*> actions;
    std::vector<double> weights;
    for (QAction* action : scope->findChildren<QAction*>()) {
        if (!isOwnAction(*action) || !action->isEnabled() || !action->isVisible())
            continue;
        // An icon in a field is pressed where the field is.
        if (const auto* field = qobject_cast<const QWidget*>(action->parent());
            field && field->inherits("QLineEdit") && !field->isVisible())
            continue;
        actions += action;
        weights.push_back(lessEachTime(m_tally.uses(*action)) * (isDearAction(*action) ? 0.2 : 1));
    }
    QList<QAction*> fresh;
    for (QAction* each : actions)
        if (m_tally.uses(*each) == 0 && !isDearAction(*each))
            fresh += each;
    if (actions.isEmpty())
        return {};
    const QPointer<QAction> action
        = !fresh.isEmpty() && m_dice.chance(50) ? m_dice.oneOf(fresh) : actions[m_dice.weighted(weights)];
    if (isDearAction(*action))
        m_untilBack = std::min(m_untilBack, m_dice.between(4, 14));
    if (!action->shortcut().isEmpty() && m_dice.chance(35))
        return {u"press "_s + action->shortcut().toString() + u" for "_s + actionText(*action),
            [this, keys = action->shortcut()] {
                m_window->activateWindow();
                m_hand.keys(keys);
            }};
    return {u"trigger "_s + actionText(*action), [action] {
                if (action)
                    action->trigger();
            }};
}

QList<QWidget*> Walker::editorsIn(QWidget* scope) const
{
    QList<QWidget*> editors;
    for (QWidget* widget : scope->findChildren<QWidget*>()) {
        if (!widget->isVisible() || !widget->isEnabled() || !isEditor(*widget))
            continue;
        if (widget->window() == scope || scope == m_window.get())
            editors += widget;
    }
    return editors;
}

QList<QWidget*> Walker::freshEditors(QWidget* scope) const
{
    QList<QWidget*> fresh = editorsIn(scope);
    fresh.removeIf([this](const QWidget* editor) { return m_tally.uses(*editor) > 0; });
    return fresh;
}

Act Walker::editOne(QWidget* scope)
{
    const QList<QWidget*> editors = editorsIn(scope);
    const QList<QWidget*> fresh = freshEditors(scope);
    std::vector<double> weights;
    for (const QWidget* widget : editors)
        weights.push_back(std::max(lessEachTime(m_tally.uses(*widget)), leastWeight(*widget)));
    if (editors.isEmpty())
        return m_acts.key();
    // Before they go out of sight again.
    QWidget* editor
        = !fresh.isEmpty() && m_dice.chance(75) ? m_dice.oneOf(fresh) : editors[m_dice.weighted(weights)];
    Act act = m_acts.edit(editor);
    return {act.text, [this, editor = QPointer<QWidget>(editor), does = act.does] {
                m_tally.use(*editor);
                does();
            }};
}

Act Walker::pokeOne(QWidget* scope)
{
    QList<QWidget*> widgets{scope};
    for (QWidget* widget : scope->findChildren<QWidget*>())
        if (widget->isVisible())
            widgets += widget;
    return m_acts.poke(m_dice.oneOf(widgets));
}

Act Walker::resize()
{
    static const QList<QSize> sizes{
        {1440, 900}, {1024, 768}, {1100, 700}, {640, 480}, {800, 1000}, {300, 200}};
    QWidget* window = m_window.get();
    switch (m_dice.below(8)) {
    case 0:
        return {u"maximize"_s, [window] { window->showMaximized(); }};
    case 1:
        return {u"full screen"_s, [window] { window->showFullScreen(); }};
    case 2:
        return {u"minimize and back"_s, [window] {
                    window->showMinimized();
                    QCoreApplication::processEvents();
                    window->showNormal();
                    window->activateWindow();
                }};
    case 3:
        return {u"normal size"_s, [window] { window->showNormal(); }};
    default:
        return {u"resize"_s, [this, window] { window->resize(m_dice.oneOf(sizes)); }};
    }
}

Act Walker::dock()
{
    auto* dock = m_window->findChild<QDockWidget*>();
    if (!dock)
        return {};
    switch (m_dice.below(4)) {
    case 0:
        return {u"float the dock"_s, [dock] { dock->setFloating(!dock->isFloating()); }};
    case 1:
        return {u"close the dock"_s, [dock] { dock->close(); }};
    case 2:
        return {u"move the dock"_s, [this, dock] {
                    m_window->addDockWidget(
                        m_dice.chance(50) ? Qt::RightDockWidgetArea : Qt::LeftDockWidgetArea, dock);
                    dock->show();
                }};
    default:
        return {u"show the dock"_s, [dock] { dock->show(); }};
    }
}

Act Walker::undoOrRedo()
{
    const bool isUndo = m_dice.chance(55);
    const int times = m_dice.chance(30) ? 30 : m_dice.between(1, 4);
    auto* action = m_window->findChild<QAction*>(isUndo ? u"undo"_s : u"redo"_s);
    if (!action)
        return {};
    return {(isUndo ? u"undo %1 times"_s : u"redo %1 times"_s).arg(times), [action, times] {
                for (int i = 0; i < times && action->isEnabled(); ++i)
                    action->trigger();
            }};
}

Act Walker::wait()
{
    return {u"wait"_s, [this] {
                const bool isTurn = m_dice.chance(50);
                m_isWaitOver = [this, isTurn] { return isTurn || m_window->isIdle(); };
                m_waited.start();
            }};
}

Act Walker::open()
{
    if (m_dice.chance(30))
        return m_acts.drop(m_window.get());
    if (m_dice.chance(40)) {
        const QString text = m_dice.oneOf(pastedTexts());
        return {u"copy "_s + text.left(40), [text] { QApplication::clipboard()->setText(text); }};
    }
    if (m_dice.chance(30)) {
        const QString path = m_files.toOpen(m_dice);
        return {u"open as a session "_s + path, [this, path] { m_window->openSession(path); }};
    }
    const QString path = m_dice.chance(50) ? m_files.fromElsewhere(m_dice) : m_files.toOpen(m_dice);
    return {u"open "_s + path, [this, path] { m_window->openFile(path); }};
}

Act Walker::close()
{
    if (m_dice.chance(20))
        return {u"end without a question"_s, [this] {
                    if (m_dice.chance(
                            50)) // else as if it were killed: what was not saved is offered to the next one
                        m_window->endWithoutAsking();
                    m_mustBeNew = true;
                }};
    return {u"close the window"_s, [this] {
                if (m_dice.chance(50) && !m_files.sessions().isEmpty()) { // while something loads
                    m_window->openSession(m_files.sessions().first());
                }
                m_window->close();
            }};
}

Act Walker::comeBack()
{
    m_untilBack = m_dice.between(40, 160);
    const QString path = m_dice.chance(40) ? m_files.richest() : m_dice.oneOf(m_files.sessions());
    return {u"come back to "_s + path.section(u'/', -1), [this, path] {
                m_files.tidy();
                m_mustDiscard = true;
                m_window->openSession(path);
                m_mustDiscard = false;
            }};
}

bool Walker::isDear() const
{
    const auto session = m_window->document().session();
    return session->model.layers.size() > kManyLayers || session->training.steps > 5000
        || session->data.className == "fashion_mnist";
}

} // namespace ulpscope::ui::walk
