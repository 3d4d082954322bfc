// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/edit/expectation_form.h"

#include "app/lesson/lesson_metric.h"
#include "engine/base/catalog.h"
#include "ui/forms/component_form.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>

namespace ulpscope::ui {

namespace {

bool isOfRun(const Expectation& expectation)
{
    const LessonMetric* metric = findRow(lessonMetrics(), expectation.metric.className);
    return metric != nullptr && metric->isOfRun;
}

QString seedsOf(const Expectation& expectation)
{
    return seedsText(expectation.seeds);
}

Status setSeeds(Expectation& expectation, const QString& text)
{
    const auto seeds = lessonSeedsFrom(text);
    if (!seeds)
        return seeds.error();
    expectation.seeds = *seeds;
    return success();
}

} // namespace

ExpectationForm::ExpectationForm(
    LessonDraft& draft, const QString& place, ListOf<Expectation> of, QWidget* parent)
    : QWidget(parent)
    , m_draft(draft)
    , m_place(place)
    , m_of(std::move(of))
    , m_list(new RowTable(draft, expectationRows(place, m_of), this))
    , m_fields(new QWidget(this))
    , m_form(new QFormLayout(m_fields))
    , m_metric(new ComponentForm(
          {.name = place.toUtf8() + ".metric"}, tr("Number"), classSpecs(lessonMetrics()), m_fields))
    , m_comparison(new QComboBox(m_fields))
    , m_measure(new QPushButton(tr("Fill by measuring"), m_fields))
{
    setObjectName(place + QStringLiteral("_form"));
    m_form->setContentsMargins(12, 0, 0, 0);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_form->addRow(m_metric);
    for (const std::string& name : expectOperatorNames())
        m_comparison->addItem(toQt(name));
    addField(QStringLiteral("operator"), tr("Is"), tr("How it is compared"), m_comparison);
    m_bounds = addLine(QStringLiteral("value"), tr("Value"),
        tr("A number; of == also 5 ± 0.1, with a tolerance; of within 75..97"), boundsText, setBounds);
    m_seeds = addLine(QStringLiteral("seeds"), tr("Seeds"),
        tr("Over which it is measured: 1..5; none where no seed changes it"), seedsOf, setSeeds);
    const auto with = [this](Lesson& lesson) -> std::vector<LessonAction>* {
        Expectation* now = chosen(lesson);
        return now != nullptr ? &now->with : nullptr;
    };
    RowList changes = actionRows(place + QStringLiteral(".with"), tr("Changes for comparison"), with);
    changes.insert = [with](Lesson& lesson, std::size_t before) { // nothing is trained in between
        LessonAction fresh;
        fresh.place = "loss-scale";
        fresh.value = 1024.0;
        with(lesson)->insert(with(lesson)->begin() + std::ptrdiff_t(before), fresh);
    };
    m_with = new RowTable(draft, std::move(changes), m_fields);
    m_form->addRow(m_with);
    describe(m_measure, place + QStringLiteral("Measure"), m_measure->text(),
        tr("Measures this number over its seeds and promises what came out, a band twice as wide; Undo takes it back"));
    m_form->addRow(m_measure);
    columnOf(this, {m_list, m_fields});
    connect(m_list, &RowTable::rowChosen, this, [this] {
        for (FaultField* line : {m_bounds, m_seeds})
            line->setRight(); // the mistake was in another row
        refresh();
    });
    connect(m_metric, &ComponentForm::componentEdited, this, &ExpectationForm::setMetric);
    connect(m_comparison, &QComboBox::activated, this, [this](int index) {
        edit(tr("Is"), [index](Expectation& e) { e.comparison = static_cast<ExpectOperator>(index); });
    });
    connect(m_measure, &QPushButton::clicked, this,
        [this] { emit measureWanted(QStringLiteral("%1[%2]").arg(m_place).arg(m_list->chosenRow())); });
    refresh();
}

Expectation* ExpectationForm::chosen(Lesson& lesson) const
{
    std::vector<Expectation>* all = m_of(lesson);
    const int row = m_list->chosenRow();
    return all != nullptr && row >= 0 && std::size_t(row) < all->size() ? &(*all)[std::size_t(row)] : nullptr;
}

void ExpectationForm::addField(const QString& id, const QString& title, const QString& tip, QWidget* field)
{
    describe(field, m_place + QLatin1Char('.') + id, title, tip);
    auto* label = new QLabel(title, m_fields);
    label->setBuddy(field);
    label->setToolTip(tip);
    m_form->addRow(label, field);
}

FaultField* ExpectationForm::addLine(const QString& id, const QString& title, const QString& tip,
    QString (*get)(const Expectation&), Status (*set)(Expectation&, const QString&))
{
    auto* line = new FaultField(m_fields);
    addField(id, title, tip, line);
    connect(line, &QLineEdit::editingFinished, this, [this, line, title, tip, get, set] {
        Lesson tried = m_draft.lesson();
        Expectation* now = chosen(tried);
        if (now == nullptr || line->text() == get(*now))
            return;
        const QString before = get(*now);
        if (const Status taken = set(*now, line->text()); !taken) {
            line->setWrong(before);
            line->setToolTip(engineText(taken.error()));
            return;
        }
        line->setRight();
        line->setToolTip(tip);
        m_draft.edit(title, [&](Lesson& lesson) { lesson = tried; });
    });
    return line;
}

void ExpectationForm::edit(const QString& title, const std::function<void(Expectation&)>& change)
{
    m_draft.edit(title, [&](Lesson& lesson) {
        if (Expectation* now = chosen(lesson))
            change(*now);
    });
    refresh();
}

/// Takes another metric with its defaults; what is still missing is said with its place.
void ExpectationForm::setMetric(const Component& metric)
{
    Lesson lesson = m_draft.lesson();
    const Expectation* now = chosen(lesson);
    if (now == nullptr)
        return;
    const bool isOther = metric.className != now->metric.className;
    // Errors of other fields are not shown at the typed one.
    const auto isTyped = [&](const std::string& name) {
        const ParameterValue* before = now->metric.config.find(name);
        const ParameterValue* after = metric.config.find(name);
        return after != nullptr && (before == nullptr || *before != *after);
    };
    if (const Result<Component> checked = checkLessonMetric(metric);
        !isOther && !checked && isTyped(checked.error().place) && m_metric->refuse(checked.error()))
        return;
    edit(tr("Number"), [&](Expectation& e) {
        e.metric = metric;
        if (!isOther)
            return;
        e.with.clear();
        e.seeds = isOfRun(e) ? std::vector<std::uint64_t>{1, 2, 3, 4, 5} : std::vector<std::uint64_t>();
    });
}

void ExpectationForm::focusRow(int row)
{
    m_list->focusRow(row);
}

void ExpectationForm::refresh()
{
    m_list->refresh();
    Lesson lesson = m_draft.lesson();
    const Expectation* now = chosen(lesson);
    m_fields->setVisible(now != nullptr);
    if (now == nullptr)
        return;
    m_metric->showComponent(now->metric);
    m_comparison->setCurrentIndex(int(now->comparison));
    const auto show = [](FaultField& line, const QString& text) {
        if (!line.isWrong() && !line.hasFocus() && line.text() != text)
            line.setText(text);
    };
    show(*m_bounds, boundsText(*now));
    show(*m_seeds, seedsOf(*now));
    m_bounds->setEnabled(now->comparison != ExpectOperator::Absent);
    m_seeds->setEnabled(isOfRun(*now));
    m_with->setEnabled(isOfRun(*now));
    m_with->refresh();
}

} // namespace ulpscope::ui
