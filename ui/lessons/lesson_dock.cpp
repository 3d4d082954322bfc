// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_dock.h"

#include "engine/base/number_text.h"
#include "ui/lessons/lesson_text.h"
#include "ui/lessons/models/lesson_measure.h"
#include "ui/lessons/question_form.h"
#include "ui/look/boxes.h"
#include "ui/look/buttons.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/reaction.h"

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>
#include <cmath>

namespace ulpscope::ui {

namespace {

using ActionKind = LessonAction::Kind;

struct LessonWords
{
    Q_DECLARE_TR_FUNCTIONS(LessonDock)
};

QString titleOf(const std::string& place)
{
    const Result<const LessonPlace*> row = lessonPlaceByName(place);
    return row ? engineText((*row)->title) : toQt(place);
}

QPushButton* makeButton(const QString& id, const QString& text, const QString& tip, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    describe(button, id, QString(text).remove(QLatin1Char('&')), tip);
    button->setAutoDefault(true); // Return presses it
    return button;
}

/// "weight decay 0.01" for each value that the change sets, by the label of its field.
QStringList changedSettings(const std::string& change)
{
    QStringList settings;
    const std::function<void(const QJsonObject&, const QString&, const QString&)> add
        = [&](const QJsonObject& object, const QString& layer, const QString& of) {
              for (auto each = object.begin(); each != object.end(); ++each) {
                  if (each.value().isObject()) {
                      add(each.value().toObject(), layer, each.key());
                      continue;
                  }
                  const QString key = each.key() == QLatin1String("class") ? of : each.key();
                  const QString name = QString(key).replace(QLatin1Char('_'), QLatin1Char(' '));
                  const QString value = each.value().isString() ? each.value().toString()
                                                                : toQt(shortestText(each.value().toDouble()));
                  settings += (layer.isEmpty() ? QString() : layer + QStringLiteral(": ")) + name
                      + QLatin1Char(' ') + value;
              }
          };
    QJsonObject whole = QJsonDocument::fromJson(QByteArray::fromStdString(change)).object();
    const QJsonObject layers = whole.take(QStringLiteral("layers")).toObject();
    add(whole, {}, {});
    for (auto layer = layers.begin(); layer != layers.end(); ++layer)
        add(layer.value().toObject(), layer.key(), {});
    return settings;
}

/// Behind an answer, where it has none of its own.
QString fullStop(const QString& text)
{
    return !text.isEmpty() && QStringLiteral(".!?").contains(text.back()) ? QString() : QStringLiteral(".");
}

/// Whichever height a point has.
bool isOfSteps(const AnswerTest& test)
{
    return !test.ranges.empty() && std::isinf(test.ranges.front().low) && std::isinf(test.ranges.front().high)
        && !(test.ranges.front().from <= 0 && std::isinf(test.ranges.front().to));
}

constexpr std::array kRungNames{QT_TRANSLATE_NOOP("ulpscope::ui::LessonDock", "Run"),
    QT_TRANSLATE_NOOP("ulpscope::ui::LessonDock", "Layer"),
    QT_TRANSLATE_NOOP("ulpscope::ui::LessonDock", "Tensor"),
    QT_TRANSLATE_NOOP("ulpscope::ui::LessonDock", "Element"),
    QT_TRANSLATE_NOOP("ulpscope::ui::LessonDock", "Bits")};

} // namespace

QString actionText(const LessonAction& action)
{
    const QString layer = toQt(action.layer);
    const auto* number = std::get_if<double>(&action.value);
    const QString text
        = toQt(number != nullptr ? readableText(*number) : toText(action.value)); // 100000, not 1e+05
    const QString value = number != nullptr || action.place == "number-lab.value" ? localNumber(text) : text;
    switch (action.kind) {
    case ActionKind::Set:
        if (action.place == "number-lab.format")
            return LessonWords::tr("Click the row %1 of the lab").arg(value);
        if (action.place == "bench.accumulator")
            return LessonWords::tr("Tick %1 in the list of accumulators").arg(value);
        return layer.isEmpty()
            ? LessonWords::tr("Set %1 to %2").arg(titleOf(action.place), value)
            : LessonWords::tr("Set %1 (%3) to %2").arg(titleOf(action.place), value, layer);
    case ActionKind::Change:
        return LessonWords::tr("Change the session: %1")
            .arg(changedSettings(action.change).join(QStringLiteral("; ")));
    case ActionKind::Train:
        return action.steps == 0
            ? LessonWords::tr("Train to the end")
            : LessonWords::tr("Train %1")
                  .arg(countedText(action.steps, LessonWords::tr("step"), LessonWords::tr("steps")));
    case ActionKind::Pick:
        return LessonWords::tr("Pick the layer %1 in the tree").arg(layer);
    case ActionKind::Open:
        return LessonWords::tr("Open %1").arg(titleOf(action.place));
    case ActionKind::Step:
        return LessonWords::tr("Click step %1 of the plots").arg(countText(action.steps));
    }
    return {};
}

QString answerText(const Question& question, const Answer& answer)
{
    if (const auto* option = std::get_if<std::size_t>(&answer))
        return *option < question.options.size() ? toQt(question.options[*option].text) : QString();
    if (const auto* number = std::get_if<double>(&answer))
        return saidText(*number, toQt(question.unit));
    if (const auto* name = std::get_if<std::string>(&answer))
        return toQt(*name);
    const auto& points = std::get<std::vector<CurvePoint>>(answer);
    if (points.size() == 1 && isOfSteps(question.right))
        return LessonWords::tr("step %1").arg(countText(std::llround(points.front().x)));
    return points.size() == 1
        ? LessonWords::tr("%1 at step %2")
              .arg(numberText(points.front().y), countText(std::llround(points.front().x)))
        : LessonWords::tr("the curve that you drew");
}

QString rightAnswerText(const Question& question)
{
    const SampleAnswers samples = sampleAnswers(question);
    if (samples.right.empty())
        return {};
    if (question.kind == QuestionKind::Point && isOfSteps(question.right)) {
        const AnswerRange& steps = question.right.ranges.front();
        return steps.from <= 0
            ? LessonWords::tr("a point up to step %1").arg(countText(std::llround(steps.to)))
            : std::isinf(steps.to)
            ? LessonWords::tr("a point from step %1 on").arg(countText(std::llround(steps.from)))
            : LessonWords::tr("a point from step %1 to %2")
                  .arg(countText(std::llround(steps.from)), countText(std::llround(steps.to)));
    }
    const auto* number = std::get_if<double>(&samples.right.front());
    return number != nullptr && question.unit.empty() ? localNumber(toQt(shortestText(*number)))
                                                      : answerText(question, samples.right.front());
}

LessonDock::LessonDock(LessonPlayer& player, const QList<ShelvedLesson>& shelf, Settings& settings,
    TermTitle termTitle, const QList<QAction*>& actions, QWidget* parent)
    : QWidget(parent)
    , m_player(player)
    , m_shelf(shelf)
    , m_settings(settings)
    , m_termTitle(std::move(termTitle))
    , m_stack(new QStackedWidget(this))
    , m_list(new QListWidget(this))
    , m_about(new QLabel(this))
    , m_start(makeButton(QStringLiteral("lessonStart"), tr("&Start"), tr("Begins the chosen lesson"), this))
    , m_resume(makeButton(QStringLiteral("lessonResume"), tr("Res&ume"),
          tr("Goes on with the chosen lesson where it was left"), this))
    , m_title(new QLabel(this))
    , m_progress(new QLabel(this))
    , m_show(new LinkButton(this))
    , m_comeBack(makeButton(QStringLiteral("lessonComeBack"), tr("Back to the lesson"),
          tr("Undoes what was changed beside the lesson, up to its own state"), this))
    , m_area(new QScrollArea(this))
    , m_back(
          makeButton(QStringLiteral("lessonBackButton"), tr("&Back"), tr("The page before (Alt+PgUp)"), this))
    , m_skip(makeButton(QStringLiteral("lessonSkipButton"), tr("S&kip"),
          tr("Does what this page asks for, and shows all of it (Alt+End)"), this))
    , m_next(makeButton(QStringLiteral("lessonNextButton"), tr("Ne&xt"), tr("Goes on (Alt+PgDown)"), this))
{
    registerPlace(this, {.name = "lessonPanel", .terms = "lesson", .guide = "window#lesson-dock"});
    m_stack->addWidget(makeList());
    m_stack->addWidget(makePage());
    columnOf(this, {m_stack});
    auto* more = findChild<QToolButton*>(QStringLiteral("lessonMore"));
    auto* menu = new QMenu(more);
    menu->setToolTipsVisible(true);
    menu->addActions(actions);
    more->setMenu(menu);

    connect(&player, &LessonPlayer::changed, this, &LessonDock::rebuild);
    connect(&player, &LessonPlayer::progressed, this, &LessonDock::refresh);
    connect(m_list, &QListWidget::currentRowChanged, this, &LessonDock::showChosen);
    connect(m_list, &QListWidget::itemActivated, this,
        [this] { (m_resume->isVisible() ? m_resume : m_start)->click(); });
    const auto wanted = [this](bool resumes) {
        if (const int row = m_list->currentRow(); row >= 0)
            emit startWanted(m_shelf[row].name, resumes);
    };
    connect(m_start, &QPushButton::clicked, this, [wanted] { wanted(false); });
    connect(m_resume, &QPushButton::clicked, this, [wanted] { wanted(true); });
    connect(m_show, &QPushButton::clicked, this, &LessonDock::placeWanted);
    connect(m_comeBack, &QPushButton::clicked, &player, &LessonPlayer::comeBack);
    connect(m_back, &QPushButton::clicked, &player, &LessonPlayer::back);
    connect(m_skip, &QPushButton::clicked, &player, &LessonPlayer::skip);
    connect(m_next, &QPushButton::clicked, &player, &LessonPlayer::next);
    fillList();
    rebuild();
    onEvent(this, {QEvent::Show}, [this] {
        if (!m_player.lesson())
            fillList(); // another window may have played one
    });
}

QWidget* LessonDock::makeList()
{
    auto* page = new QWidget(m_stack);
    describe(m_list, {.name = "lessonList", .terms = "lesson"}, tr("Lessons"),
        tr("Each takes a few minutes and puts one misconception right; Return begins one"));
    m_list->setWordWrap(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setSpacing(2);
    m_list->setResizeMode(QListView::Adjust); // lines break anew where the dock gets another width
    m_list->setTextElideMode(Qt::ElideNone);
    m_about->setObjectName(QStringLiteral("lessonAbout"));
    m_about->setWordWrap(true);
    m_about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    auto* buttons = rowOf({m_start, m_resume, Stretch{1}});
    columnOf(page, {{m_list, 1}, m_about, buttons}, {.margins = QMargins(8, 8, 8, 8)});
    return page;
}

QWidget* LessonDock::makePage()
{
    auto* page = new QWidget(m_stack);
    m_title->setObjectName(QStringLiteral("lessonTitle"));
    m_title->setWordWrap(true);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_progress->setObjectName(QStringLiteral("lessonProgress"));
    auto* more = new QToolButton(page);
    describe(more, QStringLiteral("lessonMore"), tr("More about this lesson"),
        tr("Reset the lesson, leave it, or see all lessons"));
    more->setText(tr("More"));
    more->setPopupMode(QToolButton::InstantPopup);
    more->setFocusPolicy(Qt::StrongFocus);
    more->setAutoRaise(true);
    m_show->setObjectName(QStringLiteral("lessonShow"));
    m_area->setObjectName(QStringLiteral("lessonPageArea"));
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    auto* second = rowOf({m_progress, Stretch{1}, more});
    auto* buttons = rowOf({m_back, Stretch{1}, m_skip, m_next});
    columnOf(page, {m_title, second, {m_area, 1}, m_show, m_comeBack, buttons},
        {.margins = QMargins(8, 8, 8, 8), .spacing = 6});
    return page;
}

void LessonDock::fillList()
{
    int row = m_list->currentRow();
    m_list->clear();
    for (const ShelvedLesson& lesson : m_shelf) {
        const QByteArray kept = m_settings.lessonProgress(lesson.name);
        const LessonProgress progress = progressFrom(kept, lesson.lesson.steps.size() + 1);
        const QString state = progress.isDone ? tr("done")
            : kept.isEmpty()                  ? tr("%1 min").arg(lesson.minutes)
            : progress.page == lesson.lesson.steps.size()
            ? tr("at the check")
            : tr("at %1 of %2").arg(progress.page + 1).arg(lesson.lesson.steps.size());
        auto* item = new QListWidgetItem(
            QStringLiteral("%1. %2 (%3)").arg(lesson.number).arg(lesson.title, state), m_list);
        item->setToolTip(tr("Puts right: \"%1\"").arg(lesson.misconception));
        if (lesson.name == m_shownPage.first) // was played last
            row = lesson.number - (progress.isDone ? 0 : 1);
    }
    m_list->setCurrentRow(std::clamp(row, m_shelf.isEmpty() ? -1 : 0, int(m_shelf.size()) - 1));
    showChosen();
}

void LessonDock::showChosen()
{
    const int row = m_list->currentRow();
    const bool isChosen = row >= 0 && row < m_shelf.size();
    m_start->setEnabled(isChosen);
    m_about->setText(isChosen ? tr("“%1”").arg(m_shelf[row].misconception) : tr("There are no lessons."));
    const bool isBegun = isChosen && !m_settings.lessonProgress(m_shelf[row].name).isEmpty()
        && !progressFrom(m_settings.lessonProgress(m_shelf[row].name), m_shelf[row].lesson.steps.size() + 1)
                .isDone;
    m_resume->setVisible(isBegun);
    m_start->setText(isBegun ? tr("&Start over") : tr("&Start"));
    m_start->setAccessibleName(m_start->text().remove(QLatin1Char('&')));
}

void LessonDock::addText(const QString& id, const QString& markdown)
{
    if (!markdown.isEmpty())
        m_content->addWidget(makeText(id, markdown));
}

QWidget* LessonDock::makeText(const QString& id, const QString& markdown)
{
    auto* text = new LessonText(id, markdown, m_content->parentWidget());
    connect(text, &QLabel::linkActivated, this, [this](const QString& link) {
        if (link.startsWith(QLatin1String("http")))
            emit linkWanted(link);
        else
            emit termWanted(QString(link).remove(QStringLiteral("term:")));
    });
    return text;
}

void LessonDock::addGiven(const Question& question, const GivenAnswer& given, bool isGraded)
{
    const QString verdict = isGraded ? gradedText(question, given) : QString();
    const QString said = answerText(question, given.answer);
    addText(QStringLiteral("lessonGiven"),
        tr("*%1*\n\nYou said: %2").arg(toQt(question.ask), said) + fullStop(said) + verdict);
}

void LessonDock::addQuestion(const Question& question, const std::optional<GivenAnswer>& given, bool isGraded)
{
    m_question = new QuestionForm(
        question, given, isGraded, [this] { return m_player.answerInWindow(); },
        [this] { return m_player.wantsRun(); }, m_content->parentWidget());
    connect(m_question, &QuestionForm::answered, &m_player, &LessonPlayer::answer);
    m_content->addWidget(m_question);
}

void LessonDock::addActions(const LessonStep& step)
{
    if (step.actions.empty() || m_player.phase() != LessonPhase::Do)
        return;
    addText(QStringLiteral("lessonDo"), tr("**Your turn:**"));
    for (const LessonAction& action : step.actions) {
        auto* tick = new QLabel(m_content->parentWidget());
        tick->setObjectName(QStringLiteral("lessonTick%1").arg(m_ticks.size()));
        tick->setWordWrap(true);
        tick->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
        const std::size_t at = std::size_t(m_ticks.size());
        const bool goesOn = at > 0 && action == step.actions[at - 1] && action.kind == ActionKind::Train;
        tick->setProperty("action", goesOn ? tr("Train on, to the end") : actionText(action));
        m_ticks.append(tick);
        m_content->addWidget(tick);
    }
    m_doIt = makeButton(QStringLiteral("lessonDoIt"), tr("&Do it for me"),
        tr("Does what is not done yet (Alt+Ins)"), m_content->parentWidget());
    connect(m_doIt, &QPushButton::clicked, &m_player, &LessonPlayer::doIt);
    m_content->addWidget(m_doIt, 0, Qt::AlignLeft);
}

/// The right options of a choice; empty for other questions.
QString LessonDock::rightOptions(const Question& question)
{
    QStringList right;
    for (const Option& option : question.options)
        if (option.isRight)
            right += toQt(option.text);
    return right.isEmpty() ? QString() : tr("It is: **%1**.").arg(right.join(tr(" or ")));
}

/// The answer and the reply to it.
QString LessonDock::gradedText(const Question& question, const GivenAnswer& given)
{
    if (given.grade.isRight)
        return tr(" **Right.**");
    const QString right = rightOptions(question);
    return right.isEmpty() ? QString() : QLatin1Char(' ') + right;
}

QString LessonDock::predictionText(const LessonStep& step) const
{
    const std::optional<GivenAnswer>& given = m_player.state().predicted;
    if (!step.predict)
        return {};
    const Question& asked = *step.predict;
    const QString ask = QStringLiteral("*%1*\n\n").arg(toQt(asked.ask));
    if (asked.kind == QuestionKind::Number && !step.expect.empty()) {
        const QString measured = measuredText(step.expect.front(), m_player.measured(), toQt(asked.unit));
        if (!given)
            return ask + tr("It is **%1**.").arg(measured);
        const QString said
            = ask + tr("You said **%1**, it is **%2**.").arg(answerText(asked, given->answer), measured);
        const auto* number = std::get_if<double>(&given->answer);
        if (number == nullptr || !given->grade.isRight)
            return said;
        switch (nearness(*number, step.expect.front(), m_player.measured(), toQt(asked.unit))) {
        case Nearness::Near:
            return said + tr(" **Right.**");
        case Nearness::Roughly:
            return said + tr(" **Near enough.**");
        case Nearness::Far:
            break; // the two numbers say it
        }
        return said;
    }
    if (!given)
        return ask + rightOptions(asked);
    const QString said = answerText(asked, given->answer);
    return ask + tr("You said: **%1**").arg(said) + fullStop(said) + gradedText(asked, *given);
}

void LessonDock::addLadder(const LessonStep& step)
{
    if (step.zoom.empty())
        return;
    addText(QStringLiteral("lessonZoom"), tr("**Look closer:**"));
    auto* row = new QWidget(m_content->parentWidget());
    row->setObjectName(QStringLiteral("lessonLadder"));
    auto* line = new FlowLayout(row, 4);
    for (std::size_t i = 0; i < step.zoom.size(); ++i) {
        const QString name = tr(kRungNames[std::size_t(step.zoom[i].level)]);
        auto* rung = new QToolButton(row);
        describe(rung, QStringLiteral("lessonRung%1").arg(i), tr("Look at: %1").arg(name),
            tr("Goes to where this is seen: %1").arg(name));
        rung->setText(i == 0 ? name : QStringLiteral("› ") + name);
        rung->setCheckable(true);
        rung->setChecked(m_player.rung() == int(i));
        const int plainWidth = rung->sizeHint().width();
        const QFont plain = rung->font();
        QFont bold = plain;
        bold.setBold(true);
        bold.setUnderline(true);
        rung->setFont(bold);
        rung->setMinimumWidth(
            std::max(plainWidth, rung->sizeHint().width())); // the next one stays where it is
        if (!rung->isChecked()) // whose own mark is faint in the dark
            rung->setFont(plain);
        rung->setFocusPolicy(Qt::StrongFocus);
        connect(rung, &QToolButton::clicked, &m_player, [this, i] { m_player.climb(int(i)); });
        line->addWidget(rung);
    }
    m_content->addWidget(row);
    // With room for the longest, so that the rungs stay below the mouse.
    auto* said = new QStackedWidget(m_content->parentWidget());
    said->setObjectName(QStringLiteral("lessonRungs"));
    said->addWidget(new QWidget(said));
    for (std::size_t i = 0; i < step.zoom.size(); ++i)
        said->addWidget(makeText(m_player.rung() == int(i) ? QStringLiteral("lessonRungText")
                                                           : QStringLiteral("lessonRungText%1").arg(i),
            toQt(step.zoom[i].say)));
    said->setCurrentIndex(m_player.rung() + 1);
    m_content->addWidget(said);
}

void LessonDock::addStep(const LessonStep& step)
{
    const LessonPhase phase = m_player.phase();
    const LessonPage& state = m_player.state();
    const Lesson& lesson = *m_player.lesson();
    if (m_player.page() == 0) {
        addText(QStringLiteral("lessonMisconception"), tr("> “%1”").arg(toQt(lesson.misconception)));
        const QString source = toQt(lesson.hookSource);
        const bool isAddress = source.startsWith(QLatin1String("http"));
        addText(QStringLiteral("lessonHook"),
            toQt(lesson.hook) + QStringLiteral(" ")
                + (isAddress ? tr("([where it was asked](%1))").arg(source) : tr("(%1)").arg(source)));
    }
    if (!step.title.empty())
        addText(QStringLiteral("lessonStepTitle"), QStringLiteral("### ") + toQt(step.title));
    addText(QStringLiteral("lessonSay"), toQt(step.say));
    if (phase == LessonPhase::Ask) {
        if (step.predict)
            addQuestion(*step.predict, state.predicted, false);
        return;
    }
    if (phase == LessonPhase::Do && step.predict && state.predicted)
        addGiven(*step.predict, *state.predicted, false);
    addActions(step);
    if (phase == LessonPhase::Do)
        return;
    if (const std::optional<std::int64_t> at = m_player.pausedAt())
        addText(QStringLiteral("lessonPaused"),
            tr("*The run diverged and paused at step %1: it is trained as far as it gets.*")
                .arg(countText(*at)));
    addText(QStringLiteral("lessonPrediction"), predictionText(step));
    if (state.predicted && !state.predicted->grade.hint.empty())
        addText(QStringLiteral("lessonPredictionHint"), toQt(state.predicted->grade.hint));
    addText(QStringLiteral("lessonReveal"), toQt(step.reveal));
    if (phase == LessonPhase::See) {
        addQuestion(*step.observe, state.observed, true);
        return;
    }
    if (step.observe) {
        if (state.observed)
            addGiven(*step.observe, *state.observed, true);
        else
            addText(QStringLiteral("lessonGiven"),
                QStringLiteral("*%1*\n\n%2").arg(toQt(step.observe->ask), rightOptions(*step.observe)));
        if (state.observed && !state.observed->grade.hint.empty())
            addText(QStringLiteral("lessonHint"), toQt(state.observed->grade.hint));
    }
    addText(QStringLiteral("lessonExplain"), toQt(step.explain));
    addLadder(step);
}

void LessonDock::addCheck()
{
    const Lesson& lesson = *m_player.lesson();
    addText(QStringLiteral("lessonStepTitle"), tr("### Check"));
    const std::optional<GivenAnswer>& given = m_player.state().predicted;
    if (m_player.phase() == LessonPhase::Ask) {
        addQuestion(lesson.check, given, true);
        return;
    }
    addText(QStringLiteral("lessonAsk"), toQt(lesson.check.ask));
    if (given && given->grade.isRight) {
        addText(QStringLiteral("lessonRight"),
            tr("**Right:** %1. %2").arg(answerText(lesson.check, given->answer), toQt(given->grade.hint)));
    } else if (const QString right = rightAnswerText(lesson.check); !right.isEmpty()) {
        addText(QStringLiteral("lessonRight"), tr("One answer that is right: **%1**").arg(right));
    }
    if (!lesson.ownCase.empty()) {
        addText(QStringLiteral("lessonOwnTitle"), tr("### Now with your own"));
        addText(QStringLiteral("lessonOwn"), toQt(lesson.ownCase));
    }
    QStringList terms;
    for (const std::string& id : lesson.terms)
        terms += QStringLiteral("[%1](term:%2)").arg(m_termTitle(toQt(id)), toQt(id));
    if (!terms.isEmpty())
        addText(QStringLiteral("lessonTerms"), tr("In the glossary: ") + terms.join(QStringLiteral(", ")));
}

void LessonDock::rebuild()
{
    // Not focusWidget(), which remembers a child while the keys are in the window's own fields.
    const QWidget* focus = QApplication::focusWidget();
    const bool hadFocus = focus != nullptr && (m_area->isAncestorOf(focus) || m_next->hasFocus());
    const Lesson* lesson = m_player.lesson();
    const std::pair page(m_player.name(), lesson ? m_player.page() : 0);
    const int scrolled = page == m_shownPage ? m_area->verticalScrollBar()->value() : 0;
    if (lesson)
        m_shownPage = page;
    m_question = nullptr;
    m_doIt = nullptr;
    m_ticks.clear();
    if (QWidget* before = m_area->takeWidget()) {
        before->hide();
        before->setObjectName({});
        before->deleteLater(); // one of its buttons may be what led here
    }
    m_stack->setCurrentIndex(lesson ? 1 : 0);
    if (!lesson) {
        fillList();
        m_shownPage = {};
        return;
    }
    auto* content = new QWidget;
    content->setObjectName(QStringLiteral("lessonPage"));
    content->setFocusPolicy(Qt::NoFocus);
    m_content = new QVBoxLayout(content);
    m_content->setContentsMargins(0, 0, 6, 0);
    m_content->setSpacing(8);
    if (const LessonStep* step = m_player.step())
        addStep(*step);
    else
        addCheck();
    m_content->addStretch(1);
    m_area->setWidget(content);
    m_title->setText(toQt(lesson->title));
    m_title->setToolTip(tr("Puts right: \"%1\"").arg(toQt(lesson->misconception)));
    m_progress->setText(m_player.isCheck()
            ? tr("Check")
            : tr("Step %1 of %2").arg(m_player.page() + 1).arg(lesson->steps.size()));
    const bool isRead = m_player.phase() == LessonPhase::Read;
    m_back->setEnabled(m_player.canGoBack());
    m_skip->setVisible(!isRead);
    m_next->setText(isRead && m_player.isCheck() ? tr("Fini&sh") : tr("Ne&xt"));
    m_next->setAccessibleName(m_next->text().remove(QLatin1Char('&')));
    m_next->setVisible(isRead); // before, the page has its own button
    refresh();
    if (hadFocus)
        focusPage();
    // New text is at the end, where the learner reads.
    QMetaObject::invokeMethod(
        this,
        [this, scrolled] {
            m_area->verticalScrollBar()->setValue(scrolled);
            QWidget* last = m_question ? static_cast<QWidget*>(m_question) : m_doIt;
            for (const char* part : {"lessonRungs", "lessonLadder", "lessonExplain", "lessonReveal"})
                if (!last)
                    last = findChild<QWidget*>(QString::fromLatin1(part));
            // The lines have their places only when the page has its height.
            QCoreApplication::sendPostedEvents(m_area->widget(), QEvent::LayoutRequest);
            if (last && m_player.rung() >= 0) // to the first line: the rungs stay below the mouse
                m_area->ensureVisible(0, last->y() + last->fontMetrics().height(), 0, 0);
            else if (last)
                m_area->ensureWidgetVisible(last);
            if (auto* explained = findChild<QWidget*>(QStringLiteral("lessonExplain"));
                explained && m_player.rung() < 0)
                m_area->ensureVisible(0, explained->y(), 0, 0); // the text is seen from its first line
        },
        Qt::QueuedConnection);
}

void LessonDock::refresh()
{
    if (!m_player.lesson())
        return;
    for (qsizetype i = 0; i < m_ticks.size(); ++i) {
        const bool isDone = m_player.isMet(std::size_t(i));
        QString text = m_ticks[i]->property("action").toString();
        if (std::size_t(i) == m_player.actionsDone() && m_player.isTrainedTooFar())
            text += tr(" (there were more: press Reset first)");
        m_ticks[i]->setText((isDone ? QStringLiteral("✓ ") : QStringLiteral("○ ")) + text);
        m_ticks[i]->setAccessibleName((isDone ? tr("Done: %1") : tr("To do: %1")).arg(text));
    }
    if (m_question)
        m_question->look();
    const PointAt at = m_player.pointedAt();
    m_show->setVisible(!at.place.empty());
    m_show->setText(tr("Show me: %1").arg(titleOf(at.place)));
    m_show->setAccessibleName(m_show->text());
    m_show->setToolTip(tr("Brings it in sight, with the keys on it"));
    m_show->updateGeometry();
    m_comeBack->setVisible(m_player.isAway());
    if (auto* paused = findChild<LessonText*>(QStringLiteral("lessonPaused")))
        paused->setVisible(m_player.pausedAt().has_value());
    if (auto* prediction = findChild<LessonText*>(QStringLiteral("lessonPrediction"));
        prediction && m_player.step() && m_player.phase() >= LessonPhase::See)
        prediction->setMarkdown(predictionText(*m_player.step())); // a run may have ended since
}

QString LessonDock::chosen() const
{
    const int row = m_list->currentRow();
    return row >= 0 && row < m_shelf.size() ? m_shelf[row].name : QString();
}

void LessonDock::focusList()
{
    m_list->setFocus(Qt::OtherFocusReason);
}

void LessonDock::focusPage()
{
    QWidget* first = m_question ? m_question->firstField() : m_doIt ? m_doIt : static_cast<QWidget*>(m_next);
    first->setFocus(Qt::OtherFocusReason);
}

} // namespace ulpscope::ui
