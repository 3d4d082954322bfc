// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/edit/part_form.h"

#include "ui/lessons/edit/expectation_form.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>

namespace ulpscope::ui {

namespace {

constexpr int kTextLines = 4;

/// Shows the beginning of a text that is longer than its field, not the end; typing goes on at its place.
void showFromBegin(QLineEdit& line, const QString& text)
{
    line.setText(text);
    if (!line.hasFocus())
        line.setCursorPosition(0);
}

QString under(const QString& place, const char* key)
{
    return place + QLatin1Char('.') + QLatin1String(key);
}

/// The step, while there is one of that number.
std::function<LessonStep*(Lesson&)> stepAt(int step)
{
    return [step](Lesson& lesson) {
        return std::size_t(step) < lesson.steps.size() ? &lesson.steps[std::size_t(step)] : nullptr;
    };
}

/// A member of what `of` finds; null where it finds nothing.
template <class Owner, class Member>
std::function<Member*(Lesson&)> memberOf(std::function<Owner*(Lesson&)> of, Member Owner::*member)
{
    return [of = std::move(of), member](Lesson& lesson) -> Member* {
        Owner* owner = of(lesson);
        return owner != nullptr ? &(owner->*member) : nullptr;
    };
}

/// Applies `get` to the part that `of` finds in a copy of the lesson; returns an empty value if there is none.
template <class Part, class Get>
auto valueOf(const std::function<Part*(Lesson&)>& of, const Lesson& lesson, const Get& get)
{
    Lesson copy = lesson;
    const Part* part = of(copy);
    return part != nullptr ? get(*part) : decltype(get(*part))();
}

QString questionShape(const Question* question)
{
    return question != nullptr ? QString::number(int(question->kind)) : QStringLiteral("-");
}

} // namespace

PartForm::PartForm(LessonDraft& draft, int step, const QStringList& scenes, QWidget* parent)
    : QWidget(parent)
    , m_draft(draft)
    , m_form(new QFormLayout(this))
{
    setObjectName(QStringLiteral("lessonPart"));
    m_form->setContentsMargins(0, 0, 6, 0);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    if (step < 0)
        makeLesson(scenes);
    else if (std::size_t(step) < draft.lesson().steps.size())
        makeStep(step);
    else
        makeCheck();
    refresh();
}

QString PartForm::shapeOf(const Lesson& lesson, int step)
{
    if (step < 0)
        return QStringLiteral("lesson");
    if (std::size_t(step) >= lesson.steps.size())
        return QStringLiteral("check ") + questionShape(&lesson.check);
    const LessonStep& of = lesson.steps[std::size_t(step)];
    return QStringLiteral("step %1 %2 %3")
        .arg(QString::number(step), questionShape(of.predict ? &*of.predict : nullptr),
            questionShape(of.observe ? &*of.observe : nullptr));
}

QWidget* PartForm::addRow(const QString& place, const QString& title, const QString& tip, QWidget* field)
{
    describe(field, place, title, tip);
    auto* label = new QLabel(title, this);
    label->setBuddy(field);
    label->setToolTip(tip);
    m_form->addRow(label, field);
    return field;
}

void PartForm::addLine(const QString& place, const QString& title, const QString& tip, TextOf of)
{
    auto* line = new QLineEdit(this);
    addRow(place, title, tip, line);
    connect(line, &QLineEdit::textEdited, this, [this, place, title, of](const QString& text) {
        m_draft.edit(
            title,
            [&](Lesson& lesson) {
                if (std::string* kept = of(lesson))
                    *kept = text.toStdString();
            },
            place);
    });
    m_fields.push_back({place, line, [this, line, of] {
                            Lesson lesson = m_draft.lesson();
                            const std::string* kept = of(lesson);
                            if (kept != nullptr && line->text() != toQt(*kept))
                                showFromBegin(*line, toQt(*kept));
                        }});
}

void PartForm::addText(const QString& place, const QString& title, const QString& tip, TextOf of)
{
    auto* text = new QPlainTextEdit(this);
    text->setTabChangesFocus(true);
    text->setFixedHeight(text->fontMetrics().lineSpacing() * kTextLines + 12);
    addRow(place, title, tip, text);
    connect(text, &QPlainTextEdit::textChanged, this, [this, text, place, title, of] {
        m_draft.edit(
            title,
            [&](Lesson& lesson) {
                if (std::string* kept = of(lesson))
                    *kept = text->toPlainText().toStdString();
            },
            place);
    });
    m_fields.push_back({place, text, [this, text, of] {
                            Lesson lesson = m_draft.lesson();
                            const std::string* kept = of(lesson);
                            if (kept == nullptr || text->toPlainText() == toQt(*kept))
                                return;
                            const QSignalBlocker quiet(text);
                            text->setPlainText(toQt(*kept));
                        }});
}

void PartForm::addChoice(const QString& place, const QString& title, const QString& tip,
    const QStringList& choices, std::function<int(const Lesson&)> get, std::function<void(Lesson&, int)> set)
{
    auto* combo = new QComboBox(this);
    combo->addItems(choices);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(12);
    addRow(place, title, tip, combo);
    connect(combo, &QComboBox::activated, this,
        [this, title, set](int index) { m_draft.edit(title, [&](Lesson& lesson) { set(lesson, index); }); });
    m_fields.push_back({place, combo, [this, combo, get] { combo->setCurrentIndex(get(m_draft.lesson())); }});
}

void PartForm::addTick(const QString& place, const QString& title, const QString& tip,
    std::function<bool(const Lesson&)> get, std::function<void(Lesson&, bool)> set)
{
    auto* box = new QCheckBox(title, this);
    describe(box, place, title, tip);
    m_form->addRow(box);
    connect(box, &QCheckBox::clicked, this,
        [this, title, set](bool isOn) { m_draft.edit(title, [&](Lesson& lesson) { set(lesson, isOn); }); });
    m_fields.push_back({place, box, [this, box, get] { box->setChecked(get(m_draft.lesson())); }});
}

void PartForm::addChecked(const QString& place, const QString& title, const QString& tip,
    std::function<QString(const Lesson&)> get, std::function<Status(Lesson&, const QString&)> set)
{
    auto* line = new FaultField(this);
    addRow(place, title, tip, line);
    connect(line, &QLineEdit::editingFinished, this, [this, line, title, tip, get, set] {
        if (line->text() == get(m_draft.lesson()))
            return;
        Lesson tried = m_draft.lesson();
        if (const Status taken = set(tried, line->text()); !taken) {
            line->setWrong(get(m_draft.lesson()));
            line->setToolTip(engineText(taken.error()));
            return;
        }
        line->setRight();
        line->setToolTip(tip);
        m_draft.edit(title, [&](Lesson& lesson) { lesson = tried; });
    });
    m_fields.push_back(
        {place, line, [this, line, get] {
             if (!line->isWrong() && !line->hasFocus() && line->text() != get(m_draft.lesson()))
                 showFromBegin(*line, get(m_draft.lesson()));
         }});
}

void PartForm::addRows(RowList rows)
{
    const QString place = rows.place;
    auto* table = new RowTable(m_draft, std::move(rows), this);
    m_form->addRow(table);
    m_fields.push_back({place, table, [table] { table->refresh(); }});
}

void PartForm::addExpectations(const QString& place, const ListOf<Expectation>& of)
{
    auto* form = new ExpectationForm(m_draft, place, of, this);
    m_form->addRow(form);
    connect(form, &ExpectationForm::measureWanted, this, &PartForm::measureWanted);
    m_fields.push_back({place, form, [form] { form->refresh(); }});
}

void PartForm::addPlace(
    const QString& place, const QString& title, const QStringList& names, TextOf of, TextOf layer)
{
    const QStringList choices = QStringList{tr("(nothing)")} + names;
    addChoice(
        place, title, tr("A place of the window, by its name in lessons"), choices,
        [of, names](const Lesson& lesson) {
            Lesson copy = lesson;
            const std::string* name = of(copy);
            return name == nullptr ? 0 : int(names.indexOf(toQt(*name))) + 1;
        },
        [of, names](Lesson& lesson, int index) {
            if (std::string* name = of(lesson))
                *name = index <= 0 ? std::string() : names[index - 1].toStdString();
        });
    addLine(under(place.section(QLatin1Char('.'), 0, -2), "layer"), tr("Its layer"),
        tr("The layer by its name, where the place is one of a layer"), std::move(layer));
}

void PartForm::makeLesson(const QStringList& scenes)
{
    addLine(QStringLiteral("title"), tr("Title"), tr("In the list of lessons"),
        [](Lesson& l) { return &l.title; });
    addLine(QStringLiteral("misconception"), tr("Puts right"),
        tr("The sentence that the lesson makes untrue"), [](Lesson& l) { return &l.misconception; });
    addText(QStringLiteral("hook.text"), tr("Hook"), tr("A real question, in your own words"),
        [](Lesson& l) { return &l.hook; });
    addLine(QStringLiteral("hook.source"), tr("Asked in"),
        tr("Where it was asked: an address, or a thread by its number"),
        [](Lesson& l) { return &l.hookSource; });
    addChecked(
        QStringLiteral("minutes"), tr("Minutes"), tr("How long it takes, about"),
        [](const Lesson& l) { return QString::number(l.minutes); },
        [](Lesson& l, const QString& text) -> Status {
            bool isNumber = false;
            const int minutes = text.toInt(&isNumber);
            if (!isNumber || minutes < 1)
                return Error{"", tr("expected a number of minutes").toStdString()};
            l.minutes = minutes;
            return success();
        });
    const QStringList starts = QStringList{tr("whatever is open"), tr("a session of its own")} + scenes;
    addChoice(
        QStringLiteral("session"), tr("Starts from"), tr("The session that is opened when the lesson begins"),
        starts,
        [scenes](const Lesson& l) {
            return l.session.isEmpty()    ? 0
                : l.session.scene.empty() ? 1
                                          : int(scenes.indexOf(toQt(l.session.scene))) + 2;
        },
        [scenes](Lesson& l, int index) {
            if (index == 0)
                l.session = {};
            else if (index >= 2)
                l.session = {scenes[index - 2].toStdString(), {}, {}};
        });
    auto* take = new QPushButton(tr("Take the session as it is now"), this);
    describe(take, QStringLiteral("lessonTakeSession"), take->text(),
        tr("The lesson starts from the session that is open, which its file then holds"));
    connect(take, &QPushButton::clicked, this, &PartForm::sessionWanted);
    m_form->addRow(take);
    addRows(
        actionRows(QStringLiteral("view"), tr("Before the first step"), [](Lesson& l) { return &l.view; }));
    addRows(
        controlRows(QStringLiteral("locked"), tr("Locked controls"), [](Lesson& l) { return &l.locked; }));
    addRows(
        controlRows(QStringLiteral("hidden"), tr("Hidden controls"), [](Lesson& l) { return &l.hidden; }));
    addText(QStringLiteral("own_case"), tr("Now with your own"),
        tr("What the learner tries with a model of his own"), [](Lesson& l) { return &l.ownCase; });
    addChecked(
        QStringLiteral("terms"), tr("Glossary"), tr("Ids of terms, with spaces between them"),
        [](const Lesson& l) {
            QStringList terms;
            for (const std::string& term : l.terms)
                terms += toQt(term);
            return terms.join(QLatin1Char(' '));
        },
        [](Lesson& l, const QString& text) {
            l.terms.clear();
            for (const QString& term : text.split(QLatin1Char(' '), Qt::SkipEmptyParts))
                l.terms.push_back(term.toStdString());
            return success();
        });
}

void PartForm::makeStep(int step)
{
    const QString place = QStringLiteral("steps[%1]").arg(step);
    const std::function<LessonStep*(Lesson&)> of = stepAt(step);
    const auto ask = [&](const char* key, const QString& title, std::optional<Question> LessonStep::*member) {
        addQuestion(
            under(place, key), title,
            [find = memberOf(of, member)](Lesson& lesson) -> Question* {
                std::optional<Question>* question = find(lesson);
                return question != nullptr && *question ? &**question : nullptr;
            },
            [find = memberOf(of, member)](Lesson& lesson, bool isAsked) {
                if (std::optional<Question>* question = find(lesson))
                    *question = isAsked ? std::optional(freshQuestion()) : std::nullopt;
            });
    };
    addLine(under(place, "title"), tr("Title"), tr("Of this step"), memberOf(of, &LessonStep::title));
    addText(under(place, "say"), tr("Say"), tr("What is told, as Markdown"), memberOf(of, &LessonStep::say));
    addPlace(under(place, "point_at.place"), tr("Points at"),
        placeNames([](const LessonPlace&) { return true; }),
        memberOf(memberOf(of, &LessonStep::pointAt), &PointAt::place),
        memberOf(memberOf(of, &LessonStep::pointAt), &PointAt::layer));
    ask("predict", tr("Asks for a prediction"), &LessonStep::predict);
    addRows(actionRows(under(place, "do"), tr("What the learner does"), memberOf(of, &LessonStep::actions)));
    auto* record = new QPushButton(tr("Record by doing it"), this);
    describe(record, QStringLiteral("lessonRecord"), record->text(),
        tr("From now on what you set, train, pick and open in the window becomes an action of this step, in place of those "
           "above; Undo brings them back"));
    connect(record, &QPushButton::clicked, this, &PartForm::recordWanted);
    m_form->addRow(record);
    addText(under(place, "reveal"), tr("Reveal"),
        tr("What there is to see then; numbers that are promised in bold"),
        memberOf(of, &LessonStep::reveal));
    ask("observe", tr("Asks what happened"), &LessonStep::observe);
    addText(under(place, "explain"), tr("Explain"), tr("Why it is so"), memberOf(of, &LessonStep::explain));
    addRows(rungRows(under(place, "zoom"), memberOf(of, &LessonStep::zoom)));
    addExpectations(under(place, "expect"), memberOf(of, &LessonStep::expect));
}

void PartForm::makeCheck()
{
    addQuestionFields(QStringLiteral("check.question"), [](Lesson& lesson) { return &lesson.check; });
    addExpectations(QStringLiteral("check.expect"), [](Lesson& lesson) { return &lesson.checkExpect; });
}

void PartForm::addQuestion(const QString& place, const QString& title, std::function<Question*(Lesson&)> of,
    const std::function<void(Lesson&, bool)>& give)
{
    addTick(
        place, title, tr("Whether this step has this question"),
        [of](const Lesson& lesson) { return valueOf(of, lesson, [](const Question&) { return true; }); },
        give);
    Lesson now = m_draft.lesson();
    if (of(now) != nullptr)
        addQuestionFields(place, of);
}

void PartForm::addQuestionFields(const QString& place, const std::function<Question*(Lesson&)>& of)
{
    addChoice(
        under(place, "kind"), tr("Answered by"), tr("How the learner answers"),
        {tr("typing a number"), tr("choosing an answer"), tr("clicking a point of a plot"),
            tr("drawing a curve on a plot"), tr("setting a control"), tr("picking a layer")},
        [of](const Lesson& lesson) {
            return valueOf(of, lesson, [](const Question& question) { return int(question.kind); });
        },
        [of](Lesson& lesson, int index) {
            Question* question = of(lesson);
            if (question == nullptr || int(question->kind) == index)
                return;
            Question fresh = freshQuestion();
            fresh.kind = static_cast<QuestionKind>(index);
            fresh.ask = question->ask;
            fresh.asksConfidence = question->asksConfidence;
            fresh.pointAt = question->pointAt;
            if (fresh.kind != QuestionKind::Choice) {
                fresh.hints = {{{}, fresh.options.back().hint}};
                fresh.options.clear();
            }
            if (fresh.kind == QuestionKind::Point || fresh.kind == QuestionKind::Curve)
                fresh.place = "plot.loss";
            if (fresh.kind == QuestionKind::SetControl)
                fresh.place = "loss-scale";
            *question = fresh;
        });
    addText(under(place, "ask"), tr("Ask"), tr("The question, as Markdown"), memberOf(of, &Question::ask));
    addPlace(under(place, "point_at.place"), tr("Points at"),
        placeNames([](const LessonPlace&) { return true; }),
        memberOf(memberOf(of, &Question::pointAt), &PointAt::place),
        memberOf(memberOf(of, &Question::pointAt), &PointAt::layer));
    addTick(
        under(place, "confidence"), tr("Asks how sure the learner is"), tr("With the answer, in percent"),
        [of](const Lesson& lesson) {
            return valueOf(of, lesson, [](const Question& question) { return question.asksConfidence; });
        },
        [of](Lesson& lesson, bool isOn) {
            if (Question* question = of(lesson))
                question->asksConfidence = isOn;
        });
    Lesson now = m_draft.lesson();
    const QuestionKind kind = of(now)->kind;
    if (kind == QuestionKind::Choice) {
        addRows(optionRows(under(place, "options"), memberOf(of, &Question::options)));
        return;
    }
    if (kind == QuestionKind::Number)
        addLine(
            under(place, "unit"), tr("Unit"), tr("Behind the field, as %"), memberOf(of, &Question::unit));
    const bool isDrawn = kind == QuestionKind::Point || kind == QuestionKind::Curve;
    if (isDrawn || kind == QuestionKind::SetControl)
        addPlace(under(place, isDrawn ? "plot" : "control"), isDrawn ? tr("Plot") : tr("Control"),
            placeNames([isDrawn](const LessonPlace& each) {
                return isDrawn ? each.kind == PlaceKind::Plot : each.isControl();
            }),
            memberOf(of, &Question::place), memberOf(of, &Question::layer));
    addChecked(
        under(place, "right"), tr("Right is"),
        tr("Values or names: 16, 75..97, 100.., dense_2; several with semicolons"),
        [of](const Lesson& lesson) {
            return valueOf(of, lesson, [](const Question& question) { return testText(question.right); });
        },
        [of](Lesson& lesson, const QString& given) -> Status {
            const Result<AnswerTest> test = testFrom(given);
            if (!test)
                return test.error();
            if (Question* question = of(lesson))
                question->right = *test;
            return success();
        });
    addRows(hintRows(under(place, "hints"), memberOf(of, &Question::hints)));
}

bool PartForm::focusPlace(const QString& place)
{
    const Field* best = nullptr;
    for (const Field& field : m_fields)
        if ((place == field.place || place.startsWith(field.place + QLatin1Char('.'))
                || place.startsWith(field.place + QLatin1Char('[')))
            && (best == nullptr || field.place.size() > best->place.size()))
            best = &field;
    if (best == nullptr)
        return false;
    const QString rest = place.mid(best->place.size() + 1);
    bool isRow = false;
    const int number = rest.left(rest.indexOf(QLatin1Char(']'))).toInt(&isRow);
    const int row = isRow ? number : -1;
    if (auto* table = qobject_cast<RowTable*>(best->widget)) {
        table->focusRow(row);
    } else if (auto* form = qobject_cast<ExpectationForm*>(best->widget)) {
        form->focusRow(row);
    } else {
        best->widget->setFocus(Qt::OtherFocusReason);
    }
    return true;
}

void PartForm::refresh()
{
    for (const Field& field : m_fields)
        field.refresh();
}

} // namespace ulpscope::ui
