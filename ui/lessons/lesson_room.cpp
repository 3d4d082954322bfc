// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_room.h"

#include "app/lesson/lesson_file.h"
#include "ui/bench/accumulation_plot.h"
#include "ui/lessons/edit/lesson_editor.h"
#include "ui/lessons/edit/lesson_workshop.h"
#include "ui/lessons/guess_overlay.h"
#include "ui/lessons/lesson_dock.h"
#include "ui/lessons/lesson_locks.h"
#include "ui/lessons/lesson_papers.h"
#include "ui/lessons/models/lesson_measure.h"
#include "ui/lessons/place_finder.h"
#include "ui/lessons/pointer.h"
#include "ui/lessons/present/present_view.h"
#include "ui/lessons/question_form.h"
#include "ui/look/action.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/place.h"
#include "ui/training/run_plots.h"

#include <QApplication>
#include <QDesktopServices>
#include <QDockWidget>
#include <QEvent>
#include <QFile>
#include <QFileInfo>
#include <QMainWindow>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabWidget>
#include <QUrl>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kNarrowWindow
    = 1200; ///< pixels: below it model, plots and lesson have no room beside each other
constexpr int kDockWidth = 340;
const QString kLessonLink = QStringLiteral("lesson:");

} // namespace

LessonRoom::LessonRoom(Parts parts)
    : QMenu(tr("&Lessons"), &parts.window)
    , m_parts(std::move(parts))
    , m_shelf(shelvedLessons(m_parts.resources))
    , m_hands(m_parts.hands)
    , m_player(m_parts.world, m_hands)
    , m_dock(new QDockWidget(tr("Lesson"), &m_parts.window))
    , m_pointer(new Pointer(&m_parts.window))
    , m_guesses(new GuessOverlay(
          m_parts.hands.plots.findChild<QWidget*>(QStringLiteral("trainingPlotsCanvas")),
          [this](const QString& plot) { return m_parts.hands.plots.frameOf(plotAt(m_parts.window, plot)); }))
    , m_benchGuesses(new GuessOverlay(m_parts.bench.frame().canvas,
          [this](const QString& plot) {
              return plot == QLatin1String("plot.bench") ? std::optional(m_parts.bench.frame())
                                                         : std::nullopt;
          }))
    , m_locks(new LessonLocks(m_parts.window, this))
    , m_papers(new LessonPapers(
          m_parts.world.settings, [this] { return chosenLesson(); }, &m_parts.window, this))
    , m_workshop(new LessonWorkshop({m_parts.window, m_parts.modelDock, m_player, m_parts.world, m_hands,
                                        m_parts.resources, [this] { return chosenLesson(); }},
          this))
    , m_present(makeAction(this, QStringLiteral("presentLesson"), tr("Presen&t lesson"),
          tr("For a projector: large type, one plot, one control; N and P lead on and back, B blanks, Esc ends"),
          Qt::SHIFT | Qt::Key_F11))
{
    setObjectName(QStringLiteral("lessonsMenu"));
    setToolTipsVisible(true);
    makeActions();
    m_page = new LessonDock(m_player, m_shelf, m_parts.world.settings, m_parts.termTitle, m_playing, m_dock);
    registerPlace(m_dock, {.name = "lessonDock", .terms = "lesson", .guide = "window#lesson-dock"});
    m_dock->setWidget(m_page);
    m_page->setMinimumWidth(260);
    m_parts.window.addDockWidget(Qt::RightDockWidgetArea, m_dock);
    m_dock->hide();

    connect(&m_player, &LessonPlayer::changed, this, &LessonRoom::onChanged);
    connect(&m_player, &LessonPlayer::progressed, this, [this] {
        applyLocks(); // fields may have been made anew
        showActions();
        point(false);
    });
    connect(&m_player, &LessonPlayer::started, this, &LessonRoom::onStarted);
    connect(&m_player, &LessonPlayer::left, this, &LessonRoom::onLeft);
    connect(&m_player, &LessonPlayer::failed, this, &LessonRoom::failed);
    connect(&m_player, &LessonPlayer::answered, this, [this](const QuestionAnswer& given) {
        if (!m_player.name().isEmpty()) // answers of a preview are not kept
            m_papers->book().add(m_player.name(), *m_player.lesson(), given);
    });
    connect(&m_hands, &WindowHands::changed, &m_workshop->recorder(), &LessonRecorder::look);
    connect(m_workshop, &LessonWorkshop::failed, this, &LessonRoom::failed);
    connect(m_workshop, &LessonWorkshop::noticed, this, &LessonRoom::noticed);
    connect(m_present, &QAction::triggered, this, &LessonRoom::present);
    connect(m_papers, &LessonPapers::failed, this, &LessonRoom::failed);
    connect(m_papers, &LessonPapers::noticed, this, &LessonRoom::noticed);
    connect(&m_hands, &WindowHands::changed, &m_player, &LessonPlayer::look);
    connect(m_page, &LessonDock::startWanted, this, &LessonRoom::begin);
    connect(m_page, &LessonDock::termWanted, this, &LessonRoom::termWanted);
    connect(m_page, &LessonDock::linkWanted, this,
        [](const QString& address) { QDesktopServices::openUrl(QUrl(address)); });
    connect(m_page, &LessonDock::placeWanted, this, &LessonRoom::showPlace);
    for (GuessOverlay* overlay : {m_guesses, m_benchGuesses}) {
        connect(overlay, &GuessOverlay::drawn, this, [this](const std::vector<CurvePoint>& points) {
            if (m_page->question() != nullptr)
                m_page->question()->setPoints(points);
        });
        connect(overlay, &GuessOverlay::missed, this, [this] {
            if (m_page->question() == nullptr)
                return;
            m_page->question()->setPoints({});
            m_page->question()->complain(tr("There is no cross there."));
        });
    }
    connect(&m_parts.hands.plots, &StackedPlot::replotted, m_guesses, &GuessOverlay::follow);
    connect(&m_parts.bench, &AccumulationPlot::replotted, m_benchGuesses, &GuessOverlay::follow);
    m_parts.window.installEventFilter(this);
    m_dock->installEventFilter(this);
    connect(
        &m_parts.hands.tabs, &QTabWidget::currentChanged, this, &LessonRoom::shareRoom, Qt::QueuedConnection);
    showActions();
}

LessonRoom::~LessonRoom()
{
    disconnect(&m_player, nullptr, this, nullptr);
    m_player.leave();
    m_locks->restore();
    delete m_presented;
    delete m_workshop;
    // They ask the player and the shelf, and belong to the window, which goes later.
    delete m_dock;
    delete m_pointer;
    delete m_guesses;
    delete m_benchGuesses;
}

void LessonRoom::makeActions()
{
    QAction* shows = makeAction(this, QStringLiteral("showLessons"), tr("&All lessons"),
        tr("Shows the list of lessons, or the lesson that is played (F7)"), Qt::Key_F7);
    addAction(shows);
    connect(shows, &QAction::triggered, this, [this] {
        if (m_dock->isVisible() && m_page->isAncestorOf(m_parts.window.focusWidget()))
            m_dock->close();
        else
            showLessons();
    });
    addSeparator();
    const auto add = [this](const char* id, const QString& text, const QString& tip, const QKeySequence& keys,
                         void (LessonPlayer::*does)()) {
        QAction* action = makeAction(this, QString::fromLatin1(id), text, tip, keys);
        addAction(action);
        m_playing.append(action);
        connect(action, &QAction::triggered, &m_player, does);
    };
    add("lessonNext", tr("&Next"), tr("Goes on in the lesson"), Qt::ALT | Qt::Key_PageDown,
        &LessonPlayer::next);
    add("lessonBack", tr("&Back"), tr("The page before"), Qt::ALT | Qt::Key_PageUp, &LessonPlayer::back);
    add("lessonSkip", tr("S&kip"), tr("Does what the page asks for, and shows all of it"),
        Qt::ALT | Qt::Key_End, &LessonPlayer::skip);
    add("lessonDo", tr("&Do it for me"), tr("Does what the page asks for and is not done yet"),
        Qt::ALT | Qt::Key_Insert, &LessonPlayer::doIt);
    add("lessonHome", tr("Back to the lesson's &state"),
        tr("Undoes what was changed beside the lesson, up to its own state"), {}, &LessonPlayer::comeBack);
    add("lessonReset", tr("&Reset the lesson"), tr("From its first page, with nothing answered"), {},
        &LessonPlayer::reset);
    add("lessonLeave", tr("&Leave the lesson"),
        tr("Gives back what it locks; the session stays, and so does how far you are"), {},
        &LessonPlayer::leave);
    addSeparator();
    QMenu* teach = addSubmenu(
        this, QStringLiteral("teachMenu"), tr("&Teach"), tr("Handouts and answers, and lessons of your own"));
    teach->addActions(m_papers->actions());
    teach->addActions(m_workshop->actions());
    constexpr int kOfMenu = 10; // lessons
    QMenu* some = nullptr;
    for (const ShelvedLesson& lesson : m_shelf) {
        if (!some || some->actions().size() == kOfMenu) {
            const auto last = std::min(lesson.number + kOfMenu - 1, m_shelf.last().number);
            some = addSubmenu(this, QStringLiteral("lessonsMenuPart"),
                tr("Lessons %1 to %2").arg(lesson.number).arg(last), tr("Starts one of these lessons"));
        }
        QAction* action = makeAction(this, QStringLiteral("lesson_") + lesson.name,
            QStringLiteral("%1. %2")
                .arg(lesson.number)
                .arg(lesson.title)
                .replace(QLatin1Char('&'), QStringLiteral("&&")),
            tr("Puts right: \"%1\" (%2 min)").arg(lesson.misconception).arg(lesson.minutes), {});
        some->addAction(action);
        connect(action, &QAction::triggered, this, [this, name = lesson.name] { begin(name, true); });
    }
}

void LessonRoom::showActions()
{
    const bool isPlaying = m_player.lesson() != nullptr;
    for (QAction* action : m_playing) {
        const QString id = action->objectName();
        bool isOf = isPlaying;
        if (id == QLatin1String("lessonBack"))
            isOf = isPlaying && m_player.canGoBack();
        else if (id == QLatin1String("lessonSkip"))
            isOf = isPlaying && m_player.phase() != LessonPhase::Read;
        else if (id == QLatin1String("lessonDo"))
            isOf = isPlaying && m_player.nextAction() != nullptr;
        else if (id == QLatin1String("lessonHome"))
            isOf = isPlaying && m_player.isAway();
        action->setEnabled(isOf);
    }
}

bool LessonRoom::present()
{
    if (m_player.lesson() == nullptr
        && !begin(m_page->chosen().isEmpty() ? QStringLiteral("1") : m_page->chosen(), true))
        return false;
    if (m_presented == nullptr) {
        m_presented = new PresentView(
            {m_player, m_parts.world, m_hands,
                [this](const QString& place) {
                    return findPlace(m_parts.window, {place.toStdString(), {}}).widget.data();
                }},
            &m_parts.window);
        connect(m_presented, &PresentView::failed, this, &LessonRoom::failed);
        connect(m_presented, &PresentView::ended, this, [this] {
            if (m_presented != nullptr)
                m_presented->deleteLater();
            m_presented = nullptr;
        });
    }
    m_presented->showFullScreen();
    m_presented->activateWindow();
    return true;
}

bool LessonRoom::mayClose()
{
    return m_workshop->mayClose();
}

std::pair<QString, const Lesson*> LessonRoom::chosenLesson()
{
    if (m_player.lesson() != nullptr) // a preview has no name but the editor's
        return {m_player.name().isEmpty() ? m_workshop->name() : m_player.name(), m_player.lesson()};
    if (const LessonEditor* editor = m_workshop->editor())
        return {m_workshop->name(), &editor->lesson()};
    if (!m_page->isVisible()) {
        showLessons(); // the list, in which a lesson is chosen
        return {};
    }
    const ShelvedLesson* chosen = findShelved(m_shelf, m_page->chosen());
    return chosen != nullptr ? std::pair(chosen->name, &chosen->lesson)
                             : std::pair(QString(), static_cast<const Lesson*>(nullptr));
}

bool LessonRoom::begin(const QString& wanted, bool resumes)
{
    if (const ShelvedLesson* found = findShelved(m_shelf, wanted))
        return play(found->name, found->lesson, resumes);
    if (!QFileInfo(wanted).isFile()) {
        emit failed(tr("There is no lesson \"%1\": neither a number from 1 to %2 nor a file.")
                        .arg(wanted)
                        .arg(m_shelf.size()));
        return false;
    }
    const Result<Lesson> lesson = loadLesson(QFile::encodeName(wanted).toStdString());
    if (!lesson) {
        emit failed(engineText(lesson.error()));
        return false;
    }
    return play(QFileInfo(wanted).completeBaseName(), *lesson, resumes);
}

bool LessonRoom::play(const QString& name, const Lesson& lesson, bool resumes)
{
    if (!m_player.start(name, lesson, resumes))
        return false;
    m_page->focusPage();
    return true;
}

void LessonRoom::shareRoom()
{
    const bool isTight = m_player.lesson() != nullptr && m_parts.window.width() < kNarrowWindow;
    const QWidget* pointed = m_pointer->place().widget;
    const bool isWanted = pointed != nullptr && m_parts.modelDock.isAncestorOf(pointed);
    m_isModelAside = m_isModelAside || (isTight && m_parts.modelDock.isVisible());
    if (isTight && !isWanted) {
        const QWidget* focus = QApplication::focusWidget();
        const bool hadFocus = focus != nullptr && m_parts.modelDock.isAncestorOf(focus);
        m_parts.modelDock.hide();
        placeModel(false);
        if (hadFocus) // otherwise the window's next field would take what is typed
            m_page->focusPage();
    } else if (m_isModelAside) {
        placeModel(isTight);
        m_parts.modelDock.show();
        m_isModelAside = isTight;
    }
}

/// Beside a lesson a narrow window has no width for it: there it is below the page, whose width and the lesson's stay as they are.
void LessonRoom::placeModel(bool isBelow)
{
    QMainWindow& window = m_parts.window;
    QDockWidget& dock = m_parts.modelDock;
    if (dock.isFloating() || isBelow == m_ownArea.has_value())
        return;
    if (isBelow) {
        m_ownArea = window.dockWidgetArea(&dock);
        window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea); // the lesson keeps its height
        window.addDockWidget(Qt::BottomDockWidgetArea, &dock);
    } else {
        window.setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
        window.addDockWidget(*std::exchange(m_ownArea, {}), &dock);
    }
}

bool LessonRoom::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_parts.window && event->type() == QEvent::Resize && m_player.lesson() != nullptr)
        QMetaObject::invokeMethod(this, &LessonRoom::shareRoom, Qt::QueuedConnection);
    // A closed lesson neither locks nor points; its progress stays, and F7 shows where to go on.
    if (watched == m_dock && event->type() == QEvent::Close)
        QMetaObject::invokeMethod(&m_player, &LessonPlayer::leave, Qt::QueuedConnection);
    return QMenu::eventFilter(watched, event);
}

void LessonRoom::showLessons()
{
    m_dock->show();
    m_dock->raise();
    if (m_player.lesson() != nullptr)
        m_page->focusPage();
    else
        m_page->focusList();
}

std::pair<QString, QString> LessonRoom::linkAbout(const QString& lesson) const
{
    const ShelvedLesson* found = findShelved(m_shelf, lesson);
    if (found == nullptr)
        return {};
    return {kLessonLink + found->name, tr("Lesson %1: %2").arg(found->number).arg(found->title)};
}

void LessonRoom::follow(const QString& address)
{
    if (address.startsWith(kLessonLink))
        begin(address.mid(kLessonLink.size()), true);
}

void LessonRoom::onStarted()
{
    // The scene tells what the lesson asks.
    if (auto* scene = m_parts.window.findChild<QWidget*>(QStringLiteral("sceneStrip")))
        scene->hide();
    // The lesson before may have led far down.
    for (int tab = 0; tab < m_parts.hands.tabs.count(); ++tab)
        if (auto* page = qobject_cast<QScrollArea*>(m_parts.hands.tabs.widget(tab))) {
            page->verticalScrollBar()->setValue(0);
            page->horizontalScrollBar()->setValue(0);
        }
    const bool isNew = !m_dock->isVisible();
    m_dock->show();
    m_dock->raise();
    if (isNew)
        m_parts.window.resizeDocks({m_dock}, {kDockWidth}, Qt::Horizontal);
    applyLocks();
}

void LessonRoom::onLeft()
{
    m_locks->restore();
    m_pointer->pointAt({});
    m_shown = {};
    if (auto* scene = m_parts.window.findChild<QWidget*>(QStringLiteral("sceneStrip")))
        scene->show();
    shareRoom();
}

void LessonRoom::applyLocks()
{
    if (const Lesson* lesson = m_player.lesson())
        m_locks->apply(m_player.lockedNow(), m_player.hiddenNow(), toQt(lesson->title));
}

void LessonRoom::onChanged()
{
    applyLocks();
    showActions();
    showGuesses();
    point(true);
}

/// The view in which the learner works is not taken away; another one is brought to the front only when the lesson goes on.
void LessonRoom::point(bool bringsIntoSight)
{
    if (m_player.lesson() == nullptr)
        return;
    const PointAt at = m_player.pointedAt();
    const FoundPlace place = findPlace(m_parts.window, at);
    const bool isNew = !(at == m_shown);
    if (isNew && (bringsIntoSight || m_player.phase() == LessonPhase::Do)) {
        m_shown = at;
        const Result<const LessonPlace*> row = lessonPlaceByName(at.place);
        if (row && (*row)->isOfLayer && !at.layer.empty() && m_hands.pickedLayer() != at.layer)
            m_hands.pickLayer(at.layer); // the form is that of the chosen layer
        m_pointer->bring(place);
    } else {
        m_pointer->pointAt(place);
    }
    if (isNew)
        shareRoom();
}

void LessonRoom::showPlace()
{
    const FoundPlace place = findPlace(m_parts.window, m_player.pointedAt());
    m_pointer->bring(place);
    if (place && place.widget->focusPolicy() != Qt::NoFocus)
        place.widget->setFocus(Qt::OtherFocusReason);
}

void LessonRoom::showGuesses()
{
    std::vector<PlotGuess> guesses;
    QString asked;
    QuestionKind kind = QuestionKind::Point;
    if (m_player.lesson() != nullptr) {
        if (const Question* question = m_player.question();
            question && (question->kind == QuestionKind::Point || question->kind == QuestionKind::Curve)) {
            asked = toQt(question->place);
            kind = question->kind;
        }
        const LessonStep* step = m_player.step();
        const std::optional<GivenAnswer>& given = m_player.state().predicted;
        if (step && step->predict && given && m_player.phase() != LessonPhase::Ask) {
            const QString label = tr("your guess");
            if (const auto* number = std::get_if<double>(&given->answer); number && !step->expect.empty())
                guesses.push_back({plotOf(step->expect.front()), *number, {},
                    tr("your guess: %1").arg(answerText(*step->predict, given->answer))});
            else if (const auto* points = std::get_if<std::vector<CurvePoint>>(&given->answer))
                guesses.push_back({toQt(step->predict->place), {}, *points, label});
        }
    }
    QString guessed;
    std::vector<double> levels;
    for (const PlotGuess& guess : guesses)
        if (guess.level && !guess.plot.isEmpty()) {
            guessed = plotAt(m_parts.window, guess.plot);
            levels.push_back(*guess.level);
        }
    m_parts.hands.plots.setGuessed(guessed, levels);
    const auto isOfBench = [](const QString& plot) { return plot == QLatin1String("plot.bench"); };
    for (GuessOverlay* overlay : {m_guesses, m_benchGuesses}) {
        const bool isBench = overlay == m_benchGuesses;
        std::vector<PlotGuess> own;
        for (const PlotGuess& guess : guesses)
            if (!guess.plot.isEmpty() && isOfBench(guess.plot) == isBench)
                own.push_back(guess);
        overlay->setGuesses(std::move(own));
        overlay->askFor(isOfBench(asked) == isBench ? asked : QString(), kind);
    }
}

} // namespace ulpscope::ui
