// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/search/budget_form.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/models/display_text.h"
#include "ui/look/reaction.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kStepsLetters = 9;
constexpr int kLimitLetters = 7;
constexpr int kKeyLetters = 20;
constexpr int kLongestField = 40;

void setLetters(QLineEdit& field, int letters)
{
    field.setFixedWidth(field.fontMetrics().averageCharWidth() * (letters + 2));
}

} // namespace

BudgetForm::BudgetForm(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout)
    , m_add(new QPushButton(tr("Add a condition"), this))
    , m_sentence(new FaultField(this))
{
    registerPlace(this, {.name = "searchBudget", .terms = "search_budget"});
    auto* title = new QLabel(tr("3  What has to hold, under every seed"), this);
    title->setObjectName(QStringLiteral("searchBudgetTitle"));
    describe(m_add, QStringLiteral("budgetAdd"), tr("Add a condition"),
        tr("One more number of the run that has to stay within a limit; all conditions have to hold"));
    m_add->setAutoDefault(false);
    describe(m_sentence, {.name = "budgetSentence", .terms = "search_budget"}, tr("The budget as a sentence"),
        tr("The same as the rows above, as the command line takes it: loss@500 <= 1.01*float32; skipped_steps@50.. == 0. A factor of "
           "float32 is of the same number with all searched layers in float32, under the same seed."));
    m_sentence->setMaxLength(int(kLongestBudget));
    const QStringList heads{tr("number"), tr("at step"), QString(), tr("limit")};
    for (int column = 0; column < heads.size(); ++column) {
        auto* head = new QLabel(heads[column], this);
        head->setObjectName(QStringLiteral("budgetHead%1").arg(column + 1));
        m_grid->addWidget(head, 0, column);
    }
    m_grid->setHorizontalSpacing(4);
    m_grid->setVerticalSpacing(3);
    m_grid->setColumnStretch(0, 1);
    auto* layout = columnOf(this, {title, m_grid}, {.spacing = 4});
    layout->addWidget(m_add, 0, Qt::AlignLeft);
    layout->addStretch(1);
    layout->addWidget(m_sentence);
    connect(m_add, &QPushButton::clicked, this, &BudgetForm::addRow);
    connect(m_sentence, &QLineEdit::textEdited, this, [this] {
        read();
        emit edited();
    });
    onEvent(this, {QEvent::FontChange}, [this] { fitText(); });
}

std::vector<QWidget*> BudgetForm::Row::widgets() const
{
    return {key, steps, relation, limit, unit, remove};
}

BudgetForm::Row BudgetForm::makeRow()
{
    const std::size_t index = m_rows.size();
    const QString number = QString::number(index + 1);
    Row row{new QComboBox(this), new QLineEdit(this), new QComboBox(this), new QLineEdit(this),
        new QComboBox(this), new QToolButton(this)};
    describe(row.key, {.name = "budgetKey" + number.toUtf8(), .terms = "search_budget"},
        tr("Number of condition %1").arg(number),
        tr("A number of history.csv at a step, of summary.json at the run's end"));
    for (const BudgetKey& key : budgetKeys())
        row.key->addItem(toQt(key.name));
    row.key->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    row.key->setMinimumContentsLength(kKeyLetters);
    describe(row.steps, {.name = "budgetSteps" + number.toUtf8(), .terms = "search_budget step"},
        tr("Steps of condition %1").arg(number),
        tr("A step, 500, or a range, 50.. or 10..20, of which each step has to keep the limit; empty: at the run's end"));
    row.steps->setPlaceholderText(tr("the end"));
    row.steps->setMaxLength(kLongestField);
    describe(row.relation, {.name = "budgetRelation" + number.toUtf8(), .terms = "search_budget"},
        tr("Operator of condition %1").arg(number), tr("How the number is held against the limit"));
    row.relation->addItems(relationTexts());
    describe(row.limit, {.name = "budgetLimit" + number.toUtf8(), .terms = "search_budget"},
        tr("Limit of condition %1").arg(number), tr("A number, or a factor of what float32 has there"));
    row.limit->setMaxLength(kLongestField);
    describe(row.unit, {.name = "budgetUnit" + number.toUtf8(), .terms = "search_budget"},
        tr("What the limit of condition %1 is of").arg(number),
        tr("× float32: the limit is a factor of the same number with all searched layers in float32"));
    row.unit->addItems({tr("× float32"), tr("itself")});
    describe(row.remove, QStringLiteral("budgetRemove") + number, tr("Remove condition %1").arg(number),
        tr("Removes this condition"));
    row.remove->setText(QStringLiteral("−"));
    row.remove->setFocusPolicy(Qt::StrongFocus);
    int column = 0;
    for (QWidget* widget : row.widgets())
        m_grid->addWidget(widget, int(index) + 1, column++);
    connect(row.key, &QComboBox::activated, this, &BudgetForm::write);
    connect(row.relation, &QComboBox::activated, this, &BudgetForm::write);
    connect(row.unit, &QComboBox::activated, this, &BudgetForm::write);
    connect(row.steps, &QLineEdit::textEdited, this, &BudgetForm::write);
    connect(row.limit, &QLineEdit::textEdited, this, &BudgetForm::write);
    connect(row.remove, &QToolButton::clicked, this, [this, index] { removeRow(index); });
    return row;
}

void BudgetForm::setSteps(std::int64_t steps)
{
    m_steps = std::max<std::int64_t>(steps, 1);
    read();
}

void BudgetForm::setSentence(const QString& sentence)
{
    m_sentence->setText(sentence);
    read();
}

QString BudgetForm::sentence() const
{
    return m_sentence->text();
}

std::vector<BudgetRow> BudgetForm::rows() const
{
    std::vector<BudgetRow> rows;
    for (std::size_t i = 0; i < m_shown; ++i) {
        const Row& row = m_rows[i];
        rows.push_back({.key = row.key->currentText(),
            .steps = row.steps->text(),
            .relation = static_cast<Relation>(row.relation->currentIndex()),
            .limit = row.limit->text(),
            .isTimesFloat32 = row.unit->currentIndex() == 0});
    }
    return rows;
}

void BudgetForm::read()
{
    const Result<Budget> budget = parseBudget(m_sentence->text().toStdString(), m_steps);
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        for (QWidget* widget : m_rows[i].widgets())
            widget->setEnabled(budget.ok());
    m_add->setEnabled(budget.ok() && budget->clauses.size() < kMaxClauses);
    if (budget)
        showRows(rowsOf(*budget, m_steps));
}

/// Typed text stays as it is, right or wrong.
void BudgetForm::write()
{
    m_sentence->setText(sentenceOf(rows()));
    emit edited();
}

void BudgetForm::showRows(const std::vector<BudgetRow>& rows)
{
    const std::size_t before = m_rows.size();
    while (m_rows.size() < rows.size())
        m_rows.push_back(makeRow());
    if (m_rows.size() > before) {
        fitText();
        orderTabs();
    }
    m_shown = rows.size();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        for (QWidget* widget : row.widgets())
            widget->setVisible(i < m_shown);
        if (i >= m_shown)
            continue;
        row.remove->setEnabled(m_shown > 1);
        row.key->setCurrentText(rows[i].key);
        row.steps->setText(rows[i].steps);
        row.relation->setCurrentIndex(int(rows[i].relation));
        row.limit->setText(localNumber(rows[i].limit));
        row.unit->setCurrentIndex(rows[i].isTimesFloat32 ? 0 : 1);
    }
}

void BudgetForm::fitText()
{
    for (const Row& row : m_rows) {
        setLetters(*row.steps, kStepsLetters);
        setLetters(*row.limit, kLimitLetters);
    }
}

/// Rows are made when they are needed, and gone through from the top down.
void BudgetForm::orderTabs()
{
    QWidget* before = nullptr;
    for (const Row& row : m_rows)
        for (QWidget* widget : row.widgets()) {
            if (before)
                setTabOrder(before, widget);
            before = widget;
        }
    setTabOrder(before, m_add);
    setTabOrder(m_add, m_sentence);
}

void BudgetForm::addRow()
{
    std::vector<BudgetRow> more = rows();
    more.push_back(
        {.key = QStringLiteral("skipped_steps"), .relation = Relation::Equal, .limit = QStringLiteral("0")});
    showRows(more);
    write();
    m_rows[m_shown - 1].key->setFocus();
}

void BudgetForm::removeRow(std::size_t row)
{
    std::vector<BudgetRow> left = rows();
    left.erase(left.begin() + std::ptrdiff_t(row));
    showRows(left);
    write();
    m_add->setFocus();
}

} // namespace ulpscope::ui
