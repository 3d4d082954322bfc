// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/search/search_question_form.h"

#include "engine/policy/dtype_policy.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/models/policy_text.h"
#include "ui/look/reaction.h"
#include "ui/search/budget_form.h"
#include "ui/search/models/chosen_names.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kRows = 5; ///< rows in sight
constexpr int kLetters = 26; ///< letters for which a row has room
constexpr int kLongestText = 4000;

} // namespace

NamesBox::NamesBox(const Words& words, Reading reading, QWidget* parent)
    : QWidget(parent)
    , m_reading(std::move(reading))
    , m_text(new FaultField(this))
    , m_list(new QListWidget(this))
{
    registerPlace(this, {.name = words.id.toUtf8(), .terms = words.terms});
    auto* title = new QLabel(words.title, this);
    title->setObjectName(words.id + QStringLiteral("Title"));
    title->setBuddy(m_list);
    describe(m_text, {.name = words.id.toUtf8() + "Text", .terms = words.terms}, words.text, words.textTip);
    m_text->setPlaceholderText(words.placeholder);
    m_text->setMaxLength(kLongestText);
    describe(m_list, {.name = words.id.toUtf8() + "List", .terms = words.terms}, words.list, words.listTip);
    m_list->setTabKeyNavigation(false);
    m_list->setIconSize(QSize(kMarkWidth, kMarkHeight));
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    fitText();
    columnOf(this, {title, m_list, m_text}, {.spacing = 4});
    connect(m_text, &QLineEdit::textEdited, this, [this] {
        tick();
        emit edited();
    });
    connect(m_list, &QListWidget::itemChanged, this, [this] {
        if (!m_isTicking)
            write();
    });
    onEvent(this, {QEvent::FontChange}, [this] { fitText(); });
}

void NamesBox::fitText()
{
    m_list->setFixedHeight(kRows * (fontMetrics().height() + 5) + 2 * m_list->frameWidth());
    m_list->setMinimumWidth(fontMetrics().averageCharWidth() * kLetters);
}

void NamesBox::setNames(const QStringList& names)
{
    if (names == m_names)
        return;
    m_names = names;
    m_isTicking = true;
    m_list->clear();
    for (const QString& name : names) {
        auto* item = new QListWidgetItem(name, m_list);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Unchecked);
        item->setToolTip(m_reading.tip(name));
        if (m_reading.mark)
            item->setIcon(m_reading.mark(name));
    }
    m_isTicking = false;
    if (m_list->count() > 0)
        m_list->setCurrentRow(0);
    tick();
}

void NamesBox::setText(const QString& text)
{
    m_text->setText(text);
    m_text->setCursorPosition(0); // the beginning of the text is seen
    tick();
}

QString NamesBox::text() const
{
    return m_text->text();
}

void NamesBox::focusList()
{
    m_list->setFocus();
}

void NamesBox::tick()
{
    const QStringList chosen = m_reading.chosen(m_text->text(), m_names);
    m_isTicking = true;
    for (int row = 0; row < m_list->count(); ++row)
        m_list->item(row)->setCheckState(
            chosen.contains(m_list->item(row)->text()) ? Qt::Checked : Qt::Unchecked);
    m_isTicking = false;
}

void NamesBox::write()
{
    QStringList chosen;
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->checkState() == Qt::Checked)
            chosen += m_list->item(row)->text();
    m_text->setText(m_reading.text(m_text->text(), chosen, m_names));
    emit edited();
}

namespace {

constexpr int kSpace = 16; ///< pixels between the three parts
constexpr int kSeedLetters = 10;
constexpr int kTogetherLetters = 14;
constexpr std::int64_t kMaxSteps = 100'000'000; ///< the limit that the command line has too

QStringList offeredPolicies()
{
    QStringList names;
    for (const PolicyGroup& group : policyGroups())
        names += group.names;
    return names;
}

QString policyTip(const QString& name)
{
    const Result<DTypePolicy> policy = getPolicy(name.toStdString());
    return policy ? QStringLiteral("%1: %2").arg(name, policySentence(*policy)) : name;
}

QLabel* labelOf(QWidget* parent, const char* id, const QString& text, QWidget* buddy)
{
    auto* label = new QLabel(text, parent);
    label->setObjectName(QLatin1String(id));
    label->setBuddy(buddy);
    return label;
}

} // namespace

SearchQuestionForm::SearchQuestionForm(QWidget* parent)
    : QWidget(parent)
    , m_menu(new NamesBox(
          {.id = QStringLiteral("searchMenu"),
              .terms = "policy_search dtype_policy",
              .title = tr("1  Policies to try"),
              .text = tr("Policies to try, as text"),
              .textTip = tr(
                  "Names with commas between them; what is ticked above, and any other policy, also with settings behind it: "
                  "mixed_bfloat16+recipe=mxfp8, mixed_float16+accumulator=sequential:float16"),
              .list = tr("Policies to try"),
              .listTip = tr("Each layer may get any policy that is ticked (Space ticks)")},
          {.chosen = [](const QString& text, const QStringList&) { return menuNames(text); },
              .text = [](const QString& text, const QStringList& chosen,
                          const QStringList& names) { return menuText(text, chosen, names); },
              .tip = policyTip,
              .mark = dtypeMark},
          this))
    , m_layers(new NamesBox(
          {.id = QStringLiteral("searchLayers"),
              .terms = "policy_search layer_path",
              .title = tr("2  Layers that may change"),
              .text = tr("Layers that may change, as a pattern"),
              .textTip = tr(
                  "A regular expression that is looked for in the layers' paths, as Python's re.search; empty: all"),
              .list = tr("Layers that may change"),
              .listTip = tr("The others keep the policy that they have (Space ticks)"),
              .placeholder = tr("all")},
          {.chosen = [](const QString& text, const QStringList& names) { return layersOf(text, names); },
              .text = [](const QString&, const QStringList& chosen,
                          const QStringList& names) { return patternOf(chosen, names); },
              .tip = [](const QString& name) { return name; }},
          this))
    , m_together(new FaultField(this))
    , m_lossScales(new FaultField(this))
    , m_budget(new BudgetForm(this))
    , m_cost(new QComboBox(this))
    , m_seeds(new FaultField(this))
    , m_steps(new FaultField(this))
{
    registerPlace(this, {.name = "searchQuestion", .guide = "window#search-question"});
    m_menu->setNames(offeredPolicies());
    describe(m_cost, {.name = "searchCost", .terms = "ledger multiply_add"}, tr("What is to be little"),
        tr("Bytes: all that the ledger counts of a training step. Multiply-adds: each by the bits of its wider operand over 32"));
    m_cost->addItems({tr("bytes"), tr("multiply-adds")});
    describe(m_seeds, {.name = "searchSeeds", .terms = "seed_noise"}, tr("Seeds"),
        tr("The budget has to hold under each of them: 1..5, or 1,3,7"));
    m_seeds->setMaxLength(2000);
    describe(m_together, {.name = "searchTogether", .terms = "policy_search layer_path"},
        tr("Change together"),
        tr("Layers that get the same policy: a class, Dense, or a pattern of their paths, such as query|key|value; several with ; between. "
           "Empty: each its own"));
    m_together->setMaxLength(2000);
    m_together->setPlaceholderText(tr("each its own"));
    m_together->setMinimumWidth(fontMetrics().averageCharWidth() * kTogetherLetters);
    describe(m_lossScales, {.name = "searchLossScales", .terms = "loss_scale policy_search"},
        tr("Loss scales to try"),
        tr("What the session's loss scale may be, with commas between: none, 1024, dynamic 2^15. It costs nothing; of two that hold, the first "
           "is taken. Empty: it stays as it is"));
    m_lossScales->setMaxLength(2000);
    m_lossScales->setPlaceholderText(tr("the session's"));
    m_lossScales->setMinimumWidth(fontMetrics().averageCharWidth() * kTogetherLetters);
    m_seeds->setMinimumWidth(fontMetrics().averageCharWidth() * kSeedLetters);
    describe(m_steps, {.name = "searchSteps", .terms = "step"}, tr("Steps"),
        tr("How long each run is trained; empty: as the session says"));
    m_steps->setMaxLength(12);
    m_steps->setMinimumWidth(fontMetrics().averageCharWidth() * kSeedLetters);
    auto* parts = new FlowLayout(nullptr, kSpace);
    for (QWidget* part : std::initializer_list<QWidget*>{m_menu, m_layers, m_budget})
        parts->addWidget(part);
    auto* line = new FlowLayout;
    line->addPair(labelOf(this, "searchTogetherLabel", tr("Together"), m_together), m_together);
    line->addPair(labelOf(this, "searchLossScalesLabel", tr("Loss scales"), m_lossScales), m_lossScales);
    line->addPair(labelOf(this, "searchCostLabel", tr("As few as possible:"), m_cost), m_cost);
    line->addPair(labelOf(this, "searchSeedsLabel", tr("Seeds"), m_seeds), m_seeds);
    line->addPair(labelOf(this, "searchStepsLabel", tr("Steps"), m_steps), m_steps);
    columnOf(this, {parts, line}, {.spacing = 8});
    connect(m_menu, &NamesBox::edited, this, &SearchQuestionForm::edited);
    connect(m_layers, &NamesBox::edited, this, &SearchQuestionForm::edited);
    connect(m_budget, &BudgetForm::edited, this, &SearchQuestionForm::edited);
    connect(m_cost, &QComboBox::activated, this, &SearchQuestionForm::edited);
    connect(m_together, &QLineEdit::textEdited, this, &SearchQuestionForm::edited);
    connect(m_lossScales, &QLineEdit::textEdited, this, &SearchQuestionForm::edited);
    connect(m_seeds, &QLineEdit::textEdited, this, &SearchQuestionForm::edited);
    connect(m_steps, &QLineEdit::textEdited, this, [this] {
        passSteps();
        emit edited();
    });
    setForm(firstForm());
}

SearchForm SearchQuestionForm::firstForm()
{
    return {.menu = QStringLiteral("float32, mixed_bfloat16, mixed_float16"),
        .layers = {},
        .together = {},
        .lossScales = {},
        .budget = firstBudget(),
        .seeds = QStringLiteral("1..3")};
}

std::optional<std::int64_t> SearchQuestionForm::ownSteps() const
{
    bool isNumber = false;
    const qlonglong steps = m_steps->text().trimmed().toLongLong(&isNumber);
    return isNumber && steps > 0 && steps <= kMaxSteps ? std::optional<std::int64_t>(steps) : std::nullopt;
}

void SearchQuestionForm::passSteps()
{
    m_budget->setSteps(ownSteps().value_or(m_sessionSteps));
}

void SearchQuestionForm::showSession(const SessionSpec& session)
{
    m_layers->setNames(searchableLayers(session));
    m_sessionSteps = session.training.steps;
    m_steps->setPlaceholderText(QString::number(m_sessionSteps));
    passSteps();
}

void SearchQuestionForm::setForm(const SearchForm& form)
{
    m_menu->setText(form.menu);
    m_layers->setText(form.layers);
    m_together->setText(form.together);
    m_lossScales->setText(form.lossScales);
    m_steps->setText(form.steps ? QString::number(*form.steps) : QString());
    passSteps();
    m_budget->setSentence(form.budget);
    m_seeds->setText(form.seeds);
    m_cost->setCurrentIndex(int(form.cost));
}

Result<SearchForm> SearchQuestionForm::form() const
{
    const std::optional<std::int64_t> steps = ownSteps();
    if (!steps && !m_steps->text().trimmed().isEmpty())
        return Error{"steps",
            "expected an integer in [1, " + std::to_string(kMaxSteps) + "], got "
                + m_steps->text().toStdString()};
    return SearchForm{.menu = m_menu->text(),
        .layers = m_layers->text(),
        .together = m_together->text(),
        .lossScales = m_lossScales->text().trimmed(),
        .budget = m_budget->sentence(),
        .seeds = m_seeds->text(),
        .steps = steps,
        .cost = static_cast<CostKind>(m_cost->currentIndex())};
}

void SearchQuestionForm::markError(const Error* error)
{
    const QString place = error ? toQt(error->place) : QString();
    const auto mark = [&](FaultField& field, const char* id, int position) {
        field.setErrorPosition(place.startsWith(QLatin1String(id)) ? position : -1);
    };
    const QString quoted = error ? toQt(error->message.text()).section(QLatin1Char('\''), 1, 1) : QString();
    mark(m_menu->field(), "menu", std::max(0, int(m_menu->text().indexOf(quoted))));
    mark(m_layers->field(), "layers", 0);
    mark(*m_together, "together", std::max(0, int(m_together->text().indexOf(quoted))));
    mark(*m_lossScales, "loss-scale", 0);
    mark(*m_seeds, "seeds", 0);
    mark(*m_steps, "steps", 0);
    mark(m_budget->field(), "budget", place.section(QLatin1Char(' '), -1).toInt() - 1);
}

void SearchQuestionForm::focusMenu()
{
    m_menu->focusList();
}

} // namespace ulpscope::ui
