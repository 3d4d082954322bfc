// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/question_form.h"

#include "engine/base/expression.h"
#include "engine/base/number_text.h"
#include "ui/lessons/lesson_text.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/reaction.h"
#include "ui/look/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr int kMinSure = 50; ///< percent: of two ways, none is known
constexpr int kUnsaid = 75;
constexpr std::size_t kMaxPoints = 40; ///< points of a drawing that are told as text

/// Reads a number as the number lab does: "2^-24", "1e-5". A percent sign and spaces may follow.
std::optional<double> numberFrom(QString text)
{
    text = text.trimmed();
    while (text.endsWith(QLatin1Char('%')) || text.endsWith(QLatin1Char(' ')))
        text.chop(1);
    text.replace(QLatin1Char(','), QLatin1Char('.'));
    const auto parsed = parseExpression(typedExpression(text).toStdString());
    if (const auto* number = std::get_if<TypedNumber>(&parsed))
        return number->value;
    return std::nullopt;
}

/// NaN is an answer as well, and equal to none.
bool areOneAnswer(const std::optional<Answer>& a, const std::optional<Answer>& b)
{
    const auto isNan = [](const std::optional<Answer>& answer) {
        const auto* number = answer ? std::get_if<double>(&*answer) : nullptr;
        return number != nullptr && std::isnan(*number);
    };
    return a == b || (isNan(a) && isNan(b));
}

} // namespace

QString pointsText(const std::vector<CurvePoint>& points)
{
    QStringList texts;
    const std::size_t every = points.size() / kMaxPoints + 1;
    for (std::size_t i = 0; i < points.size(); i += every)
        texts += QString::number(points[i].x, 'g', 6) + QStringLiteral(": ")
            + QString::number(points[i].y, 'g', 4);
    return texts.join(QStringLiteral(", "));
}

std::optional<std::vector<CurvePoint>> pointsFrom(const QString& text)
{
    std::vector<CurvePoint> points;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const std::optional<double> x = numberFrom(part.section(QLatin1Char(':'), 0, 0));
        const std::optional<double> y = numberFrom(part.section(QLatin1Char(':'), 1));
        if (!x || !y)
            return std::nullopt;
        points.push_back({wholeStep(*x), *y});
    }
    std::stable_sort(
        points.begin(), points.end(), [](const CurvePoint& a, const CurvePoint& b) { return a.x < b.x; });
    return points.empty() ? std::nullopt : std::optional(points);
}

QuestionForm::QuestionForm(const Question& question, const std::optional<GivenAnswer>& given, bool isGraded,
    std::function<std::optional<Answer>()> inWindow, std::function<bool()> wantsRun, QWidget* parent)
    : QWidget(parent)
    , m_question(question)
    , m_inWindow(std::move(inWindow))
    , m_wantsRun(std::move(wantsRun))
    , m_remark(new QLabel(this))
{
    registerPlace(this, {.name = "lessonQuestion", .terms = "prediction"});
    setAccessibleName(toQt(question.ask));
    auto* layout = columnOf(
        this, {new LessonText(QStringLiteral("lessonAsk"), toQt(question.ask), this)}, {.spacing = 6});
    const QString unit = toQt(question.unit);
    QString action = tr("An&swer");
    switch (question.kind) {
    case QuestionKind::Choice:
        addOptions();
        break;
    case QuestionKind::Number:
        addField(tr("a number, such as 20 or 2^-14"), tr("Your number"));
        if (!unit.isEmpty())
            m_field->setAccessibleDescription(tr("in %1").arg(unit));
        break;
    case QuestionKind::Point:
        addField(tr("click on the plot, or type x: y"), tr("Your point, as x: y"));
        break;
    case QuestionKind::Curve:
        addField(tr("draw on the plot, or type x: y, x: y"), tr("Your curve, as x: y, x: y"));
        break;
    case QuestionKind::SetControl:
    case QuestionKind::PickLayer:
        action = tr("&Check");
        break;
    }
    if (m_field && !unit.isEmpty()) {
        auto* behind = new QLabel(unit, this);
        behind->setTextFormat(Qt::PlainText);
        auto* line = rowOf({{m_field, 1}, behind});
        layout->addLayout(line);
    } else if (m_field) {
        layout->addWidget(m_field);
    }
    if (question.asksConfidence)
        addConfidence();
    m_submit = new QPushButton(this); // after what comes before it, by Tab too
    describe(m_submit, QStringLiteral("lessonAnswer"), QString(action).remove(QLatin1Char('&')),
        question.kind == QuestionKind::SetControl      ? tr("Looks at what the control is set to now")
            : question.kind == QuestionKind::PickLayer ? tr("Looks at which layer is picked now")
                                                       : tr("Gives this answer"));
    m_submit->setText(action);
    m_submit->setAutoDefault(true);
    m_remark->setObjectName(QStringLiteral("lessonRemark"));
    m_remark->setWordWrap(true);
    m_remark->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    m_remark->hide();
    layout->addLayout(rowOf({m_submit, Stretch{1}})); // above parts that come and go, so it never moves
    layout->addWidget(m_remark);
    if (given) {
        if (const auto* option = std::get_if<std::size_t>(&given->answer);
            option && *option < m_options.size())
            m_options[*option]->setChecked(true);
        if (const auto* number = std::get_if<double>(&given->answer); number && m_field)
            m_field->setText(localNumber(toQt(shortestText(*number))));
        if (const auto* points = std::get_if<std::vector<CurvePoint>>(&given->answer))
            setPoints(*points);
        if (isGraded && !given->grade.isRight) {
            m_hint = new LessonText(
                QStringLiteral("lessonHint"), tr("**Not yet.** ") + toQt(given->grade.hint), this);
            layout->addWidget(m_hint);
        }
        const bool isInWindow
            = question.kind == QuestionKind::SetControl || question.kind == QuestionKind::PickLayer;
        m_judged = isInWindow ? given->answer : present();
        look();
    }
    for (QAbstractButton* option : m_options)
        connect(option, &QAbstractButton::toggled, this, &QuestionForm::look);
    if (m_field)
        connect(m_field, &QLineEdit::textChanged, this, &QuestionForm::look);
    connect(m_submit, &QPushButton::clicked, this, &QuestionForm::submit);
    onEvent(this, {QEvent::PaletteChange}, [this] { paintCircles(); });
}

/// A radio button's own text does not wrap: it stands beside, and a click on it is one on the button.
void QuestionForm::addOptions()
{
    for (std::size_t i = 0; i < m_question.options.size(); ++i) {
        auto* text = new LessonText(
            QStringLiteral("lessonOptionText%1").arg(i), toQt(m_question.options[i].text), this);
        auto* option = new QRadioButton(this);
        describe(option, QStringLiteral("lessonOption%1").arg(i), text->accessibleName());
        text->setTextInteractionFlags(Qt::NoTextInteraction);
        text->setBuddy(option);
        text->installEventFilter(this);
        m_options.push_back(option);
        auto* line = new QHBoxLayout;
        line->addWidget(option, 0, Qt::AlignTop);
        line->addWidget(text, 1);
        static_cast<QVBoxLayout*>(layout())->addLayout(line);
    }
    paintCircles();
}

/// Fusion draws a radio button's circle a shade darker than the window, which is not seen on a dark one.
void QuestionForm::paintCircles()
{
    for (QAbstractButton* option : m_options) {
        QPalette colors = palette();
        colors.setColor(QPalette::Window, mutedText(palette()).lighter(140));
        if (option->palette().color(QPalette::Window) != colors.color(QPalette::Window))
            option->setPalette(colors);
    }
}

bool QuestionForm::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress)
        if (auto* text = qobject_cast<QLabel*>(watched); text && text->buddy())
            static_cast<QAbstractButton*>(text->buddy())->click();
    return QWidget::eventFilter(watched, event);
}

void QuestionForm::addField(const QString& placeholder, const QString& name)
{
    m_field = new QLineEdit(this);
    describe(m_field, {.name = "lessonField", .terms = "prediction"}, name,
        tr("%1; Return answers").arg(placeholder));
    m_field->setPlaceholderText(placeholder);
    connect(m_field, &QLineEdit::returnPressed, this, &QuestionForm::submit);
    connect(m_field, &QLineEdit::textEdited, m_remark, &QWidget::hide);
}

void QuestionForm::addConfidence()
{
    m_confidence = new QSlider(Qt::Horizontal, this);
    describe(m_confidence, QStringLiteral("lessonConfidence"), tr("How sure are you, in percent?"),
        tr("How sure you are: 50 % is a guess, 100 % is certain. It is kept with the answer, and graded by nobody."));
    m_confidence->setRange(kMinSure, 100);
    m_confidence->setPageStep(10);
    m_confidence->setValue(kUnsaid);
    auto* caption = new QLabel(this);
    caption->setObjectName(QStringLiteral("lessonConfidenceText"));
    const auto show = [caption](int percent) { caption->setText(tr("How sure? %1 %").arg(percent)); };
    show(m_confidence->value());
    connect(m_confidence, &QSlider::valueChanged, this, show);
    auto* line = rowOf({caption, {m_confidence, 1}});
    static_cast<QVBoxLayout*>(layout())->addLayout(line);
}

void QuestionForm::setPoints(const std::vector<CurvePoint>& points)
{
    if (m_field)
        m_field->setText(pointsText(points));
    m_remark->hide();
}

/// Shows the hint only while the form holds the answer that was judged.
void QuestionForm::look()
{
    const std::optional<Answer> now = present();
    if (m_hint)
        m_hint->setVisible(areOneAnswer(now, m_judged));
    const bool isOther = !areOneAnswer(now, m_seen);
    const bool hasRun = m_isAwaitingRun && !m_wantsRun();
    m_seen = now;
    if (!isOther && !hasRun)
        return;
    m_remark->hide();
    m_isAwaitingRun = false;
    if (!isOther) // the answer was submitted before
        QMetaObject::invokeMethod(this, &QuestionForm::submit, Qt::QueuedConnection);
}

/// The answer as currently filled in; nullopt if it is none.
std::optional<Answer> QuestionForm::present() const
{
    switch (m_question.kind) {
    case QuestionKind::Choice:
        for (std::size_t i = 0; i < m_options.size(); ++i)
            if (m_options[i]->isChecked())
                return Answer(i);
        return std::nullopt;
    case QuestionKind::Number:
        if (const std::optional<double> number = numberFrom(m_field->text()))
            return Answer(*number);
        return std::nullopt;
    case QuestionKind::Point:
    case QuestionKind::Curve:
        if (const auto points = pointsFrom(m_field->text()))
            return Answer(m_question.kind == QuestionKind::Point ? std::vector{points->front()} : *points);
        return std::nullopt;
    case QuestionKind::SetControl:
    case QuestionKind::PickLayer:
        return m_inWindow();
    }
    return std::nullopt;
}

QWidget* QuestionForm::firstField() const
{
    if (m_field)
        return m_field;
    for (QAbstractButton* option : m_options)
        if (option->isChecked())
            return option;
    return m_options.empty() ? static_cast<QWidget*>(m_submit) : m_options.front();
}

void QuestionForm::complain(const QString& text)
{
    m_remark->setText(text);
    m_remark->show();
}

std::optional<Answer> QuestionForm::entered()
{
    if (m_wantsRun()) {
        complain(tr("Train to the end with it first: the check follows by itself."));
        m_seen = present();
        m_isAwaitingRun = true;
        return std::nullopt;
    }
    if (std::optional<Answer> answer = present())
        return answer;
    switch (m_question.kind) {
    case QuestionKind::Choice:
        complain(tr("Choose one of them first."));
        break;
    case QuestionKind::Number:
        complain(tr("Type a number, such as 20, 1e-5 or 2^-14."));
        m_field->setFocus();
        m_field->selectAll();
        break;
    case QuestionKind::Point:
        complain(tr("Click on the plot first."));
        break;
    case QuestionKind::Curve:
        complain(tr("Draw on the plot first, from left to right."));
        break;
    case QuestionKind::SetControl:
        complain(tr("The control has no value now: set it first."));
        break;
    case QuestionKind::PickLayer:
        complain(tr("Pick a layer in the tree first."));
        break;
    }
    return std::nullopt;
}

void QuestionForm::submit()
{
    if (const std::optional<Answer> answer = entered())
        emit answered(*answer, m_confidence ? std::optional<double>(m_confidence->value()) : std::nullopt);
}

} // namespace ulpscope::ui
