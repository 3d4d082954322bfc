// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/health_strip.h"

#include "ui/look/boxes.h"
#include "ui/look/buttons.h"
#include "ui/look/explanation_popup.h"
#include "ui/look/flow_layout.h"
#include "ui/look/glyphs.h"
#include "ui/look/message_banner.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/look/place.h"
#include "ui/look/reaction.h"
#include "ui/look/theme.h"
#include "ui/training/metric_tile.h"
#include "ui/training/models/headline.h"
#include "ui/training/models/run_time.h"

#include <QEvent>
#include <QLabel>
#include <QToolButton>

namespace ulpscope::ui {

namespace {

constexpr int kMinSentence
    = 30; ///< characters of the verdict in a line, below which it is no sentence any more

QString verdictText(const Verdict& verdict)
{
    const QString text = engineText(verdict.sentence);
    return verdict.accuracy.empty() ? text : text + QLatin1Char(' ') + engineText(verdict.accuracy);
}

} // namespace

HealthStrip::HealthStrip(const ShownRun& shown, const RunController& controller,
    std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_shown(shown)
    , m_controller(controller)
    , m_tileBar(new QWidget(this))
    , m_verdictFrame(new TintedFrame(this))
    , m_sign(new QLabel(this))
    , m_sentence(new QLabel(this))
    , m_link(new LinkButton(this))
    , m_why(new QToolButton(this))
    , m_action(new AccentButton(this))
    , m_doable(new FlowLayout(nullptr, 8))
    , m_offer(shown, controller, std::move(kernels))
{
    registerPlace(this, {.name = "healthStrip", .terms = "verdict", .guide = "window#tiles"});
    registerPlace(m_tileBar, {.name = "tiles", .terms = "verdict", .guide = "window#tiles"});
    auto* tiles = new FlowLayout(m_tileBar, 8);
    tiles->setContentsMargins(0, 0, 0, 0);
    for (const Headline& headline : headlines(nullptr)) {
        auto* tile = new MetricTile(m_tileBar);
        tile->showHeadline(headline);
        tiles->addWidget(tile);
        m_tiles.push_back(tile);
    }

    registerPlace(m_verdictFrame, {.name = "verdict", .lessons = {{"verdict"}}});
    m_sentence->setObjectName(QStringLiteral("verdictSentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont sentenceFont = m_sentence->font();
    sentenceFont.setWeight(QFont::DemiBold);
    m_sentence->setFont(sentenceFont);
    m_link->setObjectName(QStringLiteral("verdictLink"));
    m_why->setObjectName(QStringLiteral("verdictWhy"));
    m_why->setText(tr("Why?"));
    m_why->setIcon(glyphIcon(Glyph::Help));
    m_why->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_why->setAutoRaise(true);
    m_why->setFocusPolicy(Qt::StrongFocus);
    m_why->setToolTip(tr("Explains what happened, in a few sentences"));
    m_why->setAccessibleName(tr("Why?"));
    m_action->setObjectName(QStringLiteral("verdictAction"));
    m_action->setAutoDefault(false);
    m_action->setFont(sentenceFont);
    QBoxLayout* said = rowOf({m_sign, {m_sentence, 1}}, {.spacing = 8});
    m_doable->addWidget(m_link);
    m_doable->addWidget(m_why);
    m_doable->addWidget(m_action);
    auto* parts = new TurningBox([this] { return leastVerdictWidth(); }, m_verdictFrame);
    parts->setContentsMargins(10, 3, 4, 3);
    parts->setSpacing(4);
    parts->addLayout(said, 1);
    parts->addLayout(m_doable);

    columnOf(this, {m_verdictFrame});

    connect(m_link, &QPushButton::clicked, this, [this] { emit placeRequested(m_place); });
    connect(m_why, &QToolButton::clicked, this, &HealthStrip::explain);
    connect(m_action, &QPushButton::clicked, this, [this] {
        if (m_isStale || isUntrained())
            emit trainRequested();
        else if (const Repair* repair = offered();
                 repair && !m_controller.isStale()) // while another run starts, the verdict is not about it
            emit repairRequested(Repair(*repair));
    });
    connect(&controller, &RunController::stateChanged, this, [this] {
        m_offer.judged(m_verdict);
        refreshStale();
        showVerdict();
    });
    connect(&m_offer, &RepairOffer::changed, this, &HealthStrip::showVerdict);
    connect(&shown, &ShownRun::replaced, this, &HealthStrip::showRun);
    connect(&shown, &ShownRun::grew, this, &HealthStrip::showRun);
    connect(&shown, &ShownRun::stepChanged, this, [this] {
        showTiles();
        showVerdict(); // it says what it is about beside a pinned step
    });
    showRun();
    refreshStale();
    onEvent(this, {QEvent::PaletteChange}, [this] { showVerdict(); });
}

void HealthStrip::addControl(QWidget* control)
{
    m_control = control;
    m_doable->addWidget(control);
}

QList<MetricTile*> HealthStrip::tiles() const
{
    return {m_tiles.begin(), m_tiles.end()};
}

void HealthStrip::showTiles()
{
    const std::vector<Headline> numbers = headlines(m_shown.run().get(), m_shown.pinnedSteps());
    for (std::size_t i = 0; i < m_tiles.size(); ++i) {
        m_tiles[i]->showHeadline(numbers[i]);
        m_tiles[i]->setVisible(numbers[i].applies);
    }
}

void HealthStrip::showRun()
{
    const RunHistory* run = m_shown.run().get();
    showTiles();
    m_verdict = run
        ? judge(run->session(), run->totals(), run->last(), run->accuracy().value_or(RunAccuracy()))
        : judge({}, {}, {});
    m_place = run ? placeOf(m_verdict.subject, *run) : RunPlace();
    m_offer.judged(m_verdict);
    refreshStale(); // the run may be the session's own now
    showVerdict();
}

void HealthStrip::refreshStale()
{
    const bool hasSteps
        = m_shown.run() && m_shown.run()->stepsDone() > 0; // without steps nothing can be stale
    const bool isStale
        = hasSteps && m_controller.isStale() && (m_controller.isIdle() || m_controller.isOfAnother());
    for (MetricTile* tile : m_tiles) // a kept run's numbers are its own
        tile->setFaint(isStale && !m_controller.showsKeptRun());
    if (m_isStale == isStale) {
        if (isStale)
            showVerdict(); // how long it will take
        return;
    }
    m_isStale = isStale;
    showVerdict();
}

bool HealthStrip::isUntrained() const
{
    return !m_shown.run() || m_shown.run()->stepsDone() == 0;
}

void HealthStrip::showVerdict()
{
    const Severity severity = m_isStale ? Severity::Notice : m_verdict.severity;
    const QColor ink = severityColor(severity, palette());
    const RunHistory* run = m_shown.run().get();
    const bool isUnfinished = run && run->stepsDone() < run->session().training.steps;
    m_sign->setPixmap(glyphIcon(severityGlyph(severity), ink).pixmap(QSize(20, 20), devicePixelRatioF()));
    m_sentence->setText(m_isStale ? staleText()
            : isUnfinished && (m_shown.pinnedStep() || severity == Severity::Good)
            ? tr("The run so far: %1").arg(sentenceText())
            : m_shown.pinnedStep() ? tr("The whole run: %1").arg(sentenceText())
                                   : sentenceText());
    m_link->setVisible(!m_isStale && m_place);
    m_link->setText(m_place.text);
    m_link->setAccessibleName(tr("Show what the verdict is about: %1").arg(m_place.text));
    m_link->setToolTip(m_place.view == RunPlace::View::Plots
            ? tr("Shows what this is about: %1. The plots read that step, and the layer is chosen.")
                  .arg(m_place.whole.isEmpty() ? m_place.text : m_place.whole)
            : tr("Shows the answer in the diagnosis"));
    m_link->updateGeometry();
    m_why->setVisible(!m_isStale && !m_verdict.why.empty());
    const bool trains = m_isStale || isUntrained();
    const Repair* repair = trains ? nullptr : offered();
    const QString action = trains ? tr("Train")
        : repair ? tr("%1: %2").arg(engineText(repair->text), engineText(m_offer.trials()->outcome))
                 : QString();
    m_action->setVisible(!action.isEmpty() && (!trains || m_controller.isIdle()));
    m_action->setText(action);
    m_action->updateGeometry();
    m_action->setToolTip(!repair
            ? tr("Trains the session as it is now")
            : tr(
                "Was tried for %1 from the same seed: %2. Changes the session and trains again; Undo takes it back")
                  .arg(countedText(m_offer.trials()->steps, tr("step"), tr("steps")),
                      engineText(m_offer.trials()->outcome)));
    m_action->setAccessibleName(action);
    m_verdictFrame->setAccessibleName(m_sentence->text());
    m_verdictFrame->setSeverity(severity);
    m_action->setSeverity(severity);
}

/// Width of the frame that has the sentence and the buttons beside each other.
int HealthStrip::leastVerdictWidth() const
{
    int taken = m_sign->sizeHint().width() + 40; // and margins and gaps
    for (const QWidget* control : std::initializer_list<const QWidget*>{m_link, m_why, m_action, m_control})
        if (control && !control->isHidden())
            taken += control->sizeHint().width() + 8;
    return taken + m_sentence->fontMetrics().averageCharWidth() * kMinSentence;
}

const Repair* HealthStrip::offered() const
{
    const RepairTrials* trials = m_offer.trials();
    return m_offersRepairs && trials && trials->helped ? &*trials->helped : nullptr;
}

void HealthStrip::offerRepairs(bool isWanted)
{
    m_offersRepairs = isWanted;
    showVerdict();
}

QString HealthStrip::sentenceText() const
{
    const QString text = verdictText(m_verdict);
    const RepairTrials* trials = m_offer.trials();
    if (!trials || trials->untried.empty())
        return text;
    QStringList repairs;
    for (const Message& repair : trials->untried)
        repairs += engineText(repair);
    return tr("%1 What may help took too long to be tried: %2.")
        .arg(text, repairs.join(QStringLiteral(", ")));
}

QString HealthStrip::staleText() const
{
    if (m_controller.showsKeptRun())
        return tr(
            "This is a kept run of other settings. Train shows the session's own; \"Restore session\" among the runs "
            "(F8) brings this one's back.");
    if (!m_controller.isIdle())
        return tr("These are the numbers of \"%1\". This session's are on their way.")
            .arg(engineText(m_shown.run()->session().title));
    QString text = tr("The session has changed since this run: train again to see what it does.");
    if (const std::optional<double> seconds = m_controller.expectedSeconds();
        seconds && *seconds >= kLongRunSeconds)
        text += tr(" It will take about %1.").arg(durationText(*seconds));
    return text;
}

void HealthStrip::explain()
{
    QStringList why;
    for (const Message& part : m_verdict.why)
        why += engineText(part);
    QString text = QStringLiteral("<p>%1</p>").arg(why.join(QLatin1Char(' ')).toHtmlEscaped());
    if (m_verdict.birthplace)
        text += QStringLiteral("<p>%1</p>").arg(birthplaceText(*m_verdict.birthplace).toHtmlEscaped());
    if (m_moreAbout)
        if (const auto [address, title] = m_moreAbout(toQt(m_verdict.lesson)); !address.isEmpty())
            text += QStringLiteral("<p><a href=\"%1\">%2</a></p>")
                        .arg(address.toHtmlEscaped(), title.toHtmlEscaped());
    auto* popup = new ExplanationPopup(verdictText(m_verdict), text, this);
    connect(popup, &ExplanationPopup::linkActivated, this, [this, popup](const QString& address) {
        popup->close();
        emit moreRequested(address);
    });
    popup->showBelow(m_why);
}

} // namespace ulpscope::ui
