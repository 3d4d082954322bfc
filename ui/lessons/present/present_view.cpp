// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/present/present_view.h"

#include "ui/lessons/guess_overlay.h"
#include "ui/lessons/lesson_text.h"
#include "ui/lessons/models/lesson_rows.h"
#include "ui/lessons/place_finder.h"
#include "ui/lessons/present/present_text.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/reaction.h"
#include "ui/numbers/stored_table.h"
#include "ui/training/metric_tile.h"
#include "ui/training/stacked_plot.h"
#include "ui/training/tensor_plots.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace ulpscope::ui {

// A widget of the window as large as there is room, for a projector: painted again, not a picture scaled up.
class PlaceMirror : public QWidget
{
    Q_OBJECT
public:
    explicit PlaceMirror(QWidget* parent);

    /// Mirrors a widget; null shows nothing.
    void show(QWidget* source);

protected:
    void paintEvent(QPaintEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QPointer<QWidget> m_source;
    QTimer m_again; ///< the mirrored widget has no signal for changes
};

namespace {

constexpr std::chrono::milliseconds kMirrorInterval{250};
constexpr double kLargestMirror = 3;

} // namespace

PlaceMirror::PlaceMirror(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("presentMirror"));
    setFocusPolicy(Qt::NoFocus);
    m_again.setInterval(kMirrorInterval);
    connect(&m_again, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    onEvent(this, {QEvent::Show}, [this] { m_again.start(); });
}

void PlaceMirror::show(QWidget* source)
{
    m_source = source;
    update();
}

void PlaceMirror::paintEvent(QPaintEvent*)
{
    if (!m_source || m_source->width() <= 0 || m_source->height() <= 0)
        return;
    const double scale = std::min(
        {double(width()) / m_source->width(), double(height()) / m_source->height(), kLargestMirror});
    QPainter painter(this);
    painter.translate((width() - scale * m_source->width()) / 2, 0);
    painter.scale(scale, scale);
    m_source->render(&painter, QPoint(), QRegion(), QWidget::DrawWindowBackground | QWidget::DrawChildren);
}

void PlaceMirror::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_again.stop();
}

namespace {

constexpr double kLinesOfScreen = 38; ///< as many lines of text are as high as the screen
constexpr int kMinPixels = 15;
constexpr int kMaxPixels = 40;
constexpr double kPresentLines = 2; ///< times as thick as in the window

/// A row of the plot catalog, or of the run's operands, by its id.
std::optional<PlotRow> rowAt(const QString& plot, const RunHistory* run)
{
    if (plot.isEmpty())
        return std::nullopt;
    std::vector<PlotRow> rows = plotCatalog();
    if (run != nullptr)
        for (PlotRow& row : operandPlots(*run, layerWithScales(*run, {})))
            rows.push_back(std::move(row));
    for (PlotRow& row : rows)
        if (row.id == plot) {
            for (SeriesRow& series : row.series)
                series.width *= kPresentLines;
            return std::move(row);
        }
    return rows.front(); // shows the first row until the run has the wanted one
}

} // namespace

PresentView::PresentView(Parts parts, QWidget* window)
    : QWidget(window, Qt::Window)
    , m_parts(std::move(parts))
    , m_title(new QLabel(this))
    , m_text(new LessonText(QStringLiteral("presentText"), {}, this))
    , m_area(new QScrollArea(this))
    , m_plot(new StackedPlot(
          QStringLiteral("presentPlot"), tr("The plot of this step"), m_parts.world.shown.step(), this))
    , m_mirror(new PlaceMirror(this))
    , m_sight(new QVBoxLayout)
    , m_tiles(new QWidget(this))
    , m_overlay(new GuessOverlay(m_plot->findChild<QWidget*>(QStringLiteral("presentPlotCanvas")),
          [this](const QString& plot) {
              return plot == m_plotId && !plot.isEmpty() ? m_plot->frameOf(m_plot->plots().first())
                                                         : std::nullopt;
          }))
    , m_controlName(new QLabel(this))
    , m_control(new QLineEdit(this))
    , m_guessField(new QLineEdit(this))
    , m_said(new QLabel(this))
    , m_previous(
          addButton(QStringLiteral("presentPrevious"), tr("Previous"), tr("The page before (P, or Page Up)")))
    , m_next(addButton(QStringLiteral("presentNext"), tr("Next"),
          tr("The next part of the page: does what it asks for, shows what came, explains (N, or Page Down)")))
    , m_blankButton(addButton(QStringLiteral("presentBlank"), tr("Blank"),
          tr("Nothing is seen until you press any key, or click (B)")))
    , m_end(addButton(QStringLiteral("presentEnd"), tr("End"), tr("Back to the window (Esc)")))
    , m_blank(new QWidget(this))
{
    registerPlace(this, {.name = "presentView", .terms = "present_lesson prediction"});
    setWindowTitle(tr("Lesson"));
    setAutoFillBackground(true);
    setMinimumSize(640, 420);
    m_title->setObjectName(QStringLiteral("presentTitle"));
    m_title->setTextFormat(Qt::PlainText);
    m_said->setObjectName(QStringLiteral("presentSaid"));
    m_said->setTextFormat(Qt::PlainText);
    m_said->setWordWrap(true);
    m_area->setObjectName(QStringLiteral("presentArea"));
    m_area->setWidget(m_text);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    describe(m_control, QStringLiteral("presentControl"), tr("The control of this step"),
        tr("Return sets it in the window"));
    m_controlName->setTextFormat(Qt::PlainText); // a layer may be called anything
    m_controlName->setBuddy(m_control);
    describe(m_guessField, QStringLiteral("presentGuesses"), tr("What the room predicts"),
        tr("Numbers, or letters of the answers, with spaces between them; Return puts them on the plot"));
    m_guessField->setPlaceholderText(tr("the room's predictions: 10 20 20 50, or A A B"));
    m_blank->setObjectName(QStringLiteral("presentCurtain"));
    m_blank->setAutoFillBackground(true);
    QPalette black = m_blank->palette();
    black.setColor(QPalette::Window, Qt::black);
    m_blank->setPalette(black);
    m_blank->hide();

    auto* sight = new QWidget(this);
    m_sight->addWidget(m_plot);
    m_sight->addWidget(m_mirror);
    auto* tiles = new FlowLayout(m_tiles, 6);
    for (const Headline& headline : headlines(nullptr)) {
        m_tileRow.push_back(new MetricTile(m_tiles));
        m_tileRow.back()->showHeadline(headline);
        tiles->addWidget(m_tileRow.back());
    }
    m_tiles->setObjectName(QStringLiteral("presentTiles"));
    columnOf(sight, {{m_sight, 1}, m_tiles, rowOf({m_controlName, {m_control, 1}}), m_guessField, m_said});
    auto* middle = rowOf({{m_area, 2}, {sight, 3}});
    auto* top = new QHBoxLayout; // nothing below: the plot takes all the height that there is
    m_title->setWordWrap(true);
    top->addWidget(m_title, 1);
    for (QPushButton* button : {m_previous, m_next, m_blankButton, m_end})
        top->addWidget(button);
    columnOf(this, {top, {middle, 1}}, {.hasStyleMargins = true});
    m_plot->setRows({*rowAt(QStringLiteral("loss"), nullptr)});

    LessonPlayer& player = m_parts.player;
    connect(&player, &LessonPlayer::changed, this, &PresentView::refresh);
    connect(&player, &LessonPlayer::progressed, this, &PresentView::refresh);
    connect(&player, &LessonPlayer::left, this, &PresentView::close);
    connect(&m_parts.world.shown, &ShownRun::replaced, this, &PresentView::showRuns);
    connect(&m_parts.world.shown, &ShownRun::grew, m_plot, [this] {
        m_plot->setGrowing(m_parts.world.shown.isGrowing());
        m_plot->grow();
    });
    connect(&m_parts.world.shown, &ShownRun::grew, this, &PresentView::showTiles);
    connect(&m_parts.world.shown, &ShownRun::stepChanged, this, &PresentView::showTiles);
    connect(m_plot, &StackedPlot::replotted, m_overlay, &GuessOverlay::follow);
    connect(m_control, &QLineEdit::returnPressed, this, &PresentView::setControl);
    connect(m_guessField, &QLineEdit::returnPressed, this, &PresentView::takeGuesses);
    connect(m_previous, &QPushButton::clicked, &player, &LessonPlayer::backOnePart);
    connect(m_next, &QPushButton::clicked, &player, &LessonPlayer::next);
    connect(m_blankButton, &QPushButton::clicked, this, [this] { setBlank(!isBlank()); });
    connect(m_end, &QPushButton::clicked, this, &PresentView::close);
    showRuns();
    refresh();
    for (QWidget* widget : findChildren<QWidget*>())
        widget->installEventFilter(this); // whatever has the focus, pages are turned
    m_next->setFocus();
}

QPushButton* PresentView::addButton(const QString& id, const QString& text, const QString& tip)
{
    auto* button = new QPushButton(text, this);
    describe(button, id, text, tip);
    return button;
}

bool PresentView::isBlank() const
{
    return m_blank->isVisible();
}

void PresentView::setBlank(bool isBlank)
{
    m_blank->setGeometry(rect());
    m_blank->setVisible(isBlank);
    m_blank->raise();
    if (isBlank)
        setFocus();
    else
        m_next->setFocus();
}

/// Keeps the keys from the window behind.
bool PresentView::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        const auto own = {Qt::Key_N, Qt::Key_P, Qt::Key_B, Qt::Key_Escape, Qt::Key_PageDown, Qt::Key_PageUp,
            Qt::Key_Right, Qt::Key_Left};
        if (key->modifiers() == Qt::NoModifier && std::find(own.begin(), own.end(), key->key()) != own.end())
            event->accept();
    }
    return QWidget::event(event);
}

/// Buttons would hand the arrows on to their neighbours, and the plot takes Page Up and Page Down; its arrows are its own, and a
/// field's letters are.
bool PresentView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == m_area->viewport())
        fitText();
    if (event->type() == QEvent::KeyPress && watched != this && !qobject_cast<QLineEdit*>(watched)) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        const bool isArrow = key->key() == Qt::Key_Right || key->key() == Qt::Key_Left;
        const bool isOfButton = qobject_cast<QPushButton*>(watched) != nullptr;
        if (key->modifiers() == Qt::NoModifier && (!isArrow || isOfButton) && turnPage(key->key()))
            return true;
    }
    return QWidget::eventFilter(watched, event);
}

bool PresentView::turnPage(int key)
{
    switch (key) {
    case Qt::Key_N:
    case Qt::Key_PageDown:
    case Qt::Key_Right:
        if (m_next->isEnabled())
            m_parts.player.next();
        return true;
    case Qt::Key_P:
    case Qt::Key_PageUp:
    case Qt::Key_Left:
        if (m_previous->isEnabled())
            m_parts.player.backOnePart();
        return true;
    default:
        return false;
    }
}

void PresentView::keyPressEvent(QKeyEvent* event)
{
    if (isBlank())
        setBlank(false); // any key, because a key is not found in the dark
    else if (event->key() == Qt::Key_B)
        setBlank(true);
    else if (event->key() == Qt::Key_Escape)
        close();
    else if (!turnPage(event->key()))
        QWidget::keyPressEvent(event);
}

void PresentView::mousePressEvent(QMouseEvent* event)
{
    if (isBlank())
        setBlank(false);
    QWidget::mousePressEvent(event);
}

void PresentView::closeEvent(QCloseEvent* event)
{
    event->accept();
    emit ended();
}

void PresentView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_blank->setGeometry(rect());
    scaleText();
}

/// A projector's screen is as far away as it is high.
void PresentView::scaleText()
{
    const double pixels = std::clamp(
        std::min(height(), width() * 3 / 4) / kLinesOfScreen, double(kMinPixels), double(kMaxPixels));
    QFont large = font();
    large.setPointSizeF(std::round(pixels * 72 / logicalDpiY())); // plots make theirs of points
    if (large != font())
        setFont(large);
}

/// Text gets smaller if it would end below the edge, but never too small for a room.
void PresentView::fitText()
{
    const QSize room = m_area->viewport()->size();
    const double least = std::round(kMinPixels * 72.0 / logicalDpiY());
    QFont fitted = font();
    m_text->setFont(fitted);
    while (m_text->heightForWidth(room.width()) > room.height() && fitted.pointSizeF() > least) {
        fitted.setPointSizeF(fitted.pointSizeF() - 1);
        m_text->setFont(fitted);
    }
}

void PresentView::refresh()
{
    const Lesson* lesson = m_parts.player.lesson();
    if (lesson == nullptr)
        return;
    m_title->setText(m_parts.player.isCheck() ? tr("%1 – check").arg(toQt(lesson->title))
                                              : tr("%1 – %2 of %3")
                                                    .arg(toQt(lesson->title))
                                                    .arg(m_parts.player.page() + 1)
                                                    .arg(lesson->steps.size()));
    setWindowTitle(m_title->text());
    if (const QString text = presentText(m_parts.player); text != m_shownText) {
        m_shownText = text;
        m_text->setMarkdown(text);
        fitText();
        m_area->verticalScrollBar()->setValue(0);
    }
    m_previous->setEnabled(m_parts.player.canGoBackOnePart());
    const bool isLast = m_parts.player.isCheck() && m_parts.player.phase() == LessonPhase::Read;
    m_next->setText(isLast                              ? tr("Finish")
            : m_parts.player.phase() == LessonPhase::Do ? tr("Do it")
                                                        : tr("Next"));
    m_next->setAccessibleName(m_next->text());
    showSight();
    showControl();
    showGuesses();
}

void PresentView::showSight()
{
    const QString sight = presentSight(m_parts.player);
    const std::optional<PlotRow> row = rowAt(plotAt(*parentWidget(), sight), m_parts.world.shown.run().get());
    QWidget* inWindow = row ? nullptr : m_parts.widgetAt(sight);
    auto* table = qobject_cast<StoredTable*>(inWindow);
    m_plot->setVisible(row.has_value());
    m_mirror->setVisible(!row && table == nullptr);
    if (table != nullptr)
        showTable(*table);
    if (m_table != nullptr)
        m_table->setVisible(table != nullptr);
    if (!row) {
        m_plotId.clear();
        m_mirror->show(inWindow);
        m_mirror->setAccessibleName(tr("What there is to see"));
    } else if (sight != m_plotId || m_plot->plots() != QStringList{row->id}) {
        m_plotId = sight;
        m_plot->setRows({*row});
    }
    m_tiles->setVisible(row.has_value()); // the tiles belong to the run as well
}

/// A table of its own, in the room's type: mirrored, its nine columns would be small print.
void PresentView::showTable(StoredTable& inWindow)
{
    if (m_table != nullptr)
        return;
    m_table = new StoredTable(inWindow.lab(), this);
    m_table->setObjectName(QStringLiteral("presentTable"));
    m_table->setOnlyLookedAt();
    m_sight->addWidget(m_table);
}

void PresentView::showRuns()
{
    const ShownRun& shown = m_parts.world.shown;
    const std::shared_ptr<const RunHistory> ghost = shown.ghost();
    const QString name
        = ghost && shown.run() ? ghostLabel(shown.run()->session(), ghost->session()) : QString();
    m_plot->setGrowing(shown.isGrowing());
    m_plot->setRuns({{.run = shown.run()}, {.run = ghost, .name = name, .setsSteps = false}});
    showSight(); // which a run may have that the one before had not
    showTiles();
}

void PresentView::showTiles()
{
    const ShownRun& shown = m_parts.world.shown;
    const std::vector<Headline> numbers = headlines(shown.run().get(), shown.pinnedSteps());
    for (std::size_t i = 0; i < m_tileRow.size(); ++i) {
        m_tileRow[i]->showHeadline(numbers[i]);
        m_tileRow[i]->setVisible(numbers[i].applies);
    }
}

void PresentView::showControl()
{
    const PointAt at = presentControl(m_parts.player);
    const Result<const LessonPlace*> place = lessonPlaceByName(at.place);
    const bool isShown = !at.place.empty() && place.ok();
    m_controlName->setVisible(isShown);
    m_control->setVisible(isShown);
    if (!isShown || m_control->hasFocus())
        return;
    QString title = engineText((*place)->title);
    title.front() = title.front().toUpper(); // the text stands alone
    m_controlName->setText(at.layer.empty() ? title : QStringLiteral("%1 (%2)").arg(title, toQt(at.layer)));
    m_control->setAccessibleName(m_controlName->text());
    const std::optional<ControlValue> value = (*place)->kind == PlaceKind::SessionControl
        ? controlValue(*m_parts.world.document.session(), **place, at.layer)
        : m_parts.hands.valueOf(**place);
    m_control->setText(value ? localNumber(toQt(toText(*value))) : QString());
}

void PresentView::setControl()
{
    const PointAt at = presentControl(m_parts.player);
    const Result<const LessonPlace*> place = lessonPlaceByName(at.place);
    if (!place)
        return;
    const ControlValue value = controlValueFrom(typedNumber(m_control->text().trimmed()));
    if ((*place)->kind == PlaceKind::ViewControl) {
        m_parts.hands.set(**place, value);
    } else {
        const Result<SessionSpec> changed
            = withControl(*m_parts.world.document.session(), **place, at.layer, value);
        const Status done = changed
            ? m_parts.world.document.edit(engineText((*place)->title), [&](SessionSpec& s) { s = *changed; })
            : Status(changed.error());
        if (!done) {
            m_said->setText(engineText(done.error()));
            m_said->show();
            emit failed(m_said->text());
            return;
        }
        m_parts.world.controller.train();
    }
    m_next->setFocus();
    refresh();
}

void PresentView::takeGuesses()
{
    if (const Question* question = presentQuestion(m_parts.player))
        m_typed[toQt(question->ask)] = m_guessField->text();
    m_next->setFocus();
    showGuesses();
}

QString PresentView::typedFor(const Question& question) const
{
    const auto found = m_typed.find(toQt(question.ask));
    return found != m_typed.end() ? found->second : QString();
}

/// What comes of it is known by now: of a prediction not before the run that it is about.
bool PresentView::isTold(const Question& question) const
{
    const LessonPlayer& player = m_parts.player;
    return player.question() != &question && player.phase() > LessonPhase::Do;
}

void PresentView::showGuesses()
{
    const Question* question = presentQuestion(m_parts.player);
    const bool isTaken = question != nullptr
        && (question->kind == QuestionKind::Number || question->kind == QuestionKind::Choice);
    m_guessField->setVisible(isTaken);
    QStringList lines;
    if (isTaken) {
        const QString typed = typedFor(*question);
        if (!m_guessField->hasFocus() && m_guessField->text() != typed)
            m_guessField->setText(typed);
        QString unread;
        const RoomGuesses guesses = roomGuessesFrom(typed, *question, &unread);
        QString said = roomGuessesText(guesses, *question);
        if (!said.isEmpty() && isTold(*question))
            said += tr("; %1 of %2 right").arg(rightGuesses(guesses, *question)).arg(guesses.count());
        if (!unread.isEmpty())
            lines += tr("The room says: %1. Not understood: %2").arg(said, unread);
        else if (!said.isEmpty())
            lines += tr("The room says: %1").arg(said);
    }
    // What was predicted stays while the page goes on to other questions, and a number on the plot too.
    const LessonStep* step = m_parts.player.step();
    if (step != nullptr && step->predict && question != &*step->predict && isTold(*step->predict)) {
        const RoomGuesses predicted = roomGuessesFrom(typedFor(*step->predict), *step->predict);
        if (!predicted.isEmpty())
            lines.prepend(tr("Predicted: %1; %2 of %3 right")
                              .arg(roomGuessesText(predicted, *step->predict))
                              .arg(rightGuesses(predicted, *step->predict))
                              .arg(predicted.count()));
    }
    m_said->setText(lines.join(QLatin1Char('\n')));
    m_said->setVisible(!lines.isEmpty());
    std::vector<PlotGuess> ghosts;
    if (step != nullptr && step->predict && step->predict->kind == QuestionKind::Number
        && !m_plotId.isEmpty())
        for (const auto& guess : roomGuessesFrom(typedFor(*step->predict), *step->predict).numbers)
            ghosts.push_back(
                {m_plotId, guess.first, {}, roomGuessesText(RoomGuesses{{guess}, {}}, *step->predict)});
    std::vector<double> levels;
    for (const PlotGuess& ghost : ghosts)
        levels.push_back(*ghost.level);
    if (!m_plotId.isEmpty())
        m_plot->setGuessed(m_plot->plots().first(), levels);
    m_overlay->setGuesses(std::move(ghosts));
}

} // namespace ulpscope::ui

#include "present_view.moc"
