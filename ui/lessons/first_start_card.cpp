// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/first_start_card.h"

#include "app/judge/runs/arithmetic_difference.h"
#include "ui/look/buttons.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/reaction.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr double kMost = 50; ///< %, above which most are lost

} // namespace

FirstStartCard::FirstStartCard(
    Document& document, const ShownRun& shown, Settings& settings, bool hasLessons, QWidget* parent)
    : TintedFrame(parent)
    , m_shown(shown)
    , m_text(new QLabel(this))
    , m_lesson(new AccentButton(tr("Find out: &lesson 4"), this))
{
    describe(
        this, {.name = "firstStart", .terms = "lesson", .guide = "window#lesson-dock"}, tr("Where to begin"));
    setSeverity(Severity::Notice);
    m_text->setObjectName(QStringLiteral("firstStartText"));
    m_text->setWordWrap(true);
    const auto enlarge = [this] {
        QFont large = font();
        large.setPointSizeF(large.pointSizeF() * 1.15);
        m_text->setFont(large);
    };
    enlarge();
    onEvent(this, {QEvent::FontChange}, enlarge);
    auto* explore = new QPushButton(tr("E&xplore"), this);
    auto* own = new QPushButton(tr("&My data"), this);
    describe(m_lesson, QStringLiteral("firstStartLesson"), tr("Find out: lesson 4"),
        tr("A few minutes with this model, and why; the menu Lessons has all of them, from lesson 1 on"));
    describe(explore, QStringLiteral("firstStartExplore"), tr("Explore"),
        tr("Puts this away; File > New shows other scenes to begin with"));
    describe(own, QStringLiteral("firstStartData"), tr("My data"),
        tr("Makes a session that learns a file of yours: CSV, NPZ, NPY, IDX or a text"));
    m_lesson->setVisible(hasLessons);
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(14, 10, 10, 10);
    auto* layout = new QHBoxLayout;
    layout->setSpacing(8);
    layout->addWidget(m_text, 1);
    lines->addLayout(layout);
    lines->addLayout(makeQuestion(settings));
    for (QPushButton* button : {m_lesson, explore, own}) {
        button->setAutoDefault(true); // Return presses it
        layout->addWidget(button);
    }
    connect(m_lesson, &QPushButton::clicked, this, [this] {
        finish();
        emit lessonWanted();
    });
    connect(explore, &QPushButton::clicked, this, &FirstStartCard::finish);
    connect(own, &QPushButton::clicked, this, [this] {
        finish();
        emit dataWanted();
    });
    connect(&shown, &ShownRun::grew, this, &FirstStartCard::showNumber);
    connect(&shown, &ShownRun::replaced, this, &FirstStartCard::showNumber);
    // The number on the card would be that of another session.
    connect(&document, &Document::sessionChanged, this, &FirstStartCard::finish);
    showNumber();
}

QLayout* FirstStartCard::makeQuestion(Settings& settings)
{
    auto* stack = new QComboBox(this);
    describe(stack, QStringLiteral("firstStartArithmetic"), tr("What you train with"),
        tr("New sessions compute as that program does where it is proved for them; Policy > Arithmetic > For new sessions changes it"));
    for (const ArithmeticRules& row : arithmeticRules()) {
        stack->addItem(
            toQt(row.name), row.kind == ArithmeticKind::KerasJax ? QStringLiteral("auto") : toQt(row.name));
        stack->setItemData(stack->count() - 1, engineText(stackOf(row.kind)), Qt::ToolTipRole);
    }
    stack->setCurrentIndex(std::max(stack->findData(settings.arithmetic()), 0));
    connect(stack, &QComboBox::activated, this,
        [stack, &settings] { settings.setArithmetic(stack->currentData().toString()); });
    auto* label = new QLabel(tr("&You use"), this);
    label->setBuddy(stack);
    auto* line = new QHBoxLayout;
    line->addWidget(label);
    line->addWidget(stack);
    line->addStretch();
    return line;
}

/// Nothing is claimed before there is a number.
void FirstStartCard::showNumber()
{
    const RunHistory* run = m_shown.run().get();
    const std::optional<double> share
        = run && run->stepsDone() > 0 ? run->totals().counts.gradientsFlushedPercent() : std::nullopt;
    setVisible(share && *share > kMost);
    // Without the number, which the lesson asks for.
    m_text->setText(tr("Most of this model's gradients are zero, yet it learns. Why?"));
    setAccessibleDescription(m_text->text());
}

void FirstStartCard::finish()
{
    hide();
    disconnect(&m_shown, nullptr, this, nullptr);
    deleteLater();
    emit finished();
}

} // namespace ulpscope::ui
