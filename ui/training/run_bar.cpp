// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/run_bar.h"

#include "engine/policy/legacy_policy.h"
#include "engine/session/stop_condition.h"
#include "ui/look/action.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/policy_text.h"
#include "ui/look/models/translation.h"
#include "ui/training/step_slider.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QSpinBox>
#include <QVariantAnimation>
#include <QWidget>
#include <QWidgetAction>

#include <utility>

namespace ulpscope::ui {

namespace {

class Frame : public QWidget
{
public:
    explicit Frame(QWidget* around)
        : QWidget(around->parentWidget())
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setGeometry(around->geometry().adjusted(-3, -3, 3, 3));
        raise();
        show();
    }

    void setStrength(double strength)
    {
        m_strength = strength;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
        if (frame.isEmpty()) // the arcs of an empty frame would have NaN as radius
            return;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        QColor color = palette().color(QPalette::Highlight);
        color.setAlphaF(static_cast<float>(m_strength));
        painter.setPen(QPen(color, 2));
        painter.drawRoundedRect(frame, 5, 5);
    }

private:
    double m_strength = 1;
};

void flash(QWidget* widget)
{
    auto* frame = new Frame(widget);
    auto* fade = new QVariantAnimation(frame);
    fade->setDuration(1600);
    fade->setStartValue(1.0);
    fade->setEndValue(0.0);
    fade->setEasingCurve(QEasingCurve::InQuad);
    QObject::connect(fade, &QVariantAnimation::valueChanged, frame,
        [frame](const QVariant& value) { frame->setStrength(value.toDouble()); });
    QObject::connect(fade, &QVariantAnimation::finished, frame, &QObject::deleteLater);
    fade->start();
}

constexpr int kMaxSteps = 100'000'000;
constexpr int kMoreSteps = 100;
constexpr int kBeforeSteps = -1; ///< the newest step of a run without steps

} // namespace

RunBar::RunBar(Document& document, const ShownRun& shown, RunController& controller, QWidget* parent)
    : QToolBar(tr("Run"), parent)
    , m_document(document)
    , m_shown(shown)
    , m_controller(controller)
    , m_policyBar(new QToolBar(tr("Policy and loss scale"), this))
    , m_train(makeAction(this, QStringLiteral("train"), tr("&Train"), QString(), Qt::Key_Space))
    , m_step(makeAction(
          this, QStringLiteral("step"), tr("&Step"), tr("Trains on one mini-batch (S)"), Qt::Key_S))
    , m_until(makeAction(this, QStringLiteral("until"), tr("Run &until"),
          tr("Trains on and pauses where something first goes wrong, or after a step: choose which (U)"),
          Qt::Key_U))
    , m_more(makeAction(this, QStringLiteral("more"), tr("&More steps"),
          tr("Trains a run that is at its end on, as if it had been longer from the start: choose how many steps (M)"),
          Qt::Key_M))
    , m_asManyAgain(new QAction(this))
    , m_back(makeAction(this, QStringLiteral("back"), tr("&Back to step"),
          tr("Goes back to an earlier step of this run, with its weights and tensors: type which (B)"),
          Qt::Key_B))
    , m_stop(makeAction(this, QStringLiteral("stop"), tr("St&op"), tr("Stops; what was computed stays (Esc)"),
          Qt::Key_Escape))
    , m_reset(makeAction(this, QStringLiteral("reset"), tr("&Reset"),
          tr("Back to the initial weights, before the first step (R)"), Qt::Key_R))
    , m_policy(new QComboBox(this))
    , m_lossScale(new QComboBox(this))
    , m_backTo(new QSpinBox(this))
    , m_slider(new StepSlider(shown, this))
{
    registerPlace(this,
        {.name = "runBar",
            .terms = "run",
            .guide = "window#run-bar",
            .lessons = {{"run.train", "train"}, {"run.step", "step"}, {"run.reset", "reset"}}});
    setMovable(false);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIconSize(QSize(18, 18));
    m_step->setIcon(glyphIcon(Glyph::Step));
    m_stop->setIcon(glyphIcon(Glyph::Stop));
    m_reset->setIcon(glyphIcon(Glyph::Reset));
    makeUntilMenu();
    makeMoreMenu();
    makeBackMenu();
    addActions({m_train, m_step, m_reset});
    QAction* steps = addWidget(m_slider);
    steps->setText(tr("Shown step"));
    steps->setToolTip(tr("The step that every picture and number is of"));
    registerPlace(m_policyBar,
        {.name = "policyBar", .terms = "global_policy loss_scale", .guide = "window#policy-bar"});
    m_policyBar->setMovable(false);

    describe(m_policy,
        {.name = "globalPolicy", .terms = "global_policy dtype_policy", .lessons = {{"policy"}}},
        tr("Global policy"),
        tr("The dtype policy of every layer that has none of its own. As in Keras' compile, "
           "choosing mixed_float16 also turns a dynamic loss scale on, and any other policy turns loss scaling off."));
    for (const std::string& name : commonPolicyNames())
        m_policy->addItem(toQt(name));
    m_lossScale->setEditable(true);
    describe(m_lossScale,
        {.name = "lossScale", .terms = "loss_scale dynamic_loss_scale", .lessons = {{"loss-scale"}}},
        tr("Loss scale"),
        tr("What the loss is multiplied by before it is differentiated; gradients are "
           "divided by it again. Choose, or type \"none\", \"auto\" (what Keras' compile does), \"fixed 1024\", \"dynamic "
           "2^15\", \"tf_keras 2^15\" or \"grad_scaler 2^16\"."));
    m_lossScale->setInsertPolicy(QComboBox::NoInsert);
    m_lossScale->addItems(commonLossScales());
    addChooser(tr("Gl&obal policy"), m_policy, 26);
    addChooser(tr("Loss sc&ale"), m_lossScale, 16);

    connect(m_train, &QAction::triggered, &controller, &RunController::trainOrPause);
    connect(m_step, &QAction::triggered, &controller, &RunController::step);
    connect(m_stop, &QAction::triggered, &controller, &RunController::stop);
    connect(m_reset, &QAction::triggered, &controller, &RunController::reset);
    connect(m_policy, &QComboBox::textActivated, this, &RunBar::setPolicy);
    connect(m_lossScale, &QComboBox::textActivated, this, &RunBar::setLossScale);
    connect(m_lossScale->lineEdit(), &QLineEdit::editingFinished, this,
        [this] { setLossScale(m_lossScale->currentText()); });
    connect(&document, &Document::sessionChanged, this, &RunBar::refresh);
    connect(&document, &Document::sessionChanged, this, &RunBar::refreshActions);
    connect(&controller, &RunController::stateChanged, this, &RunBar::refreshActions);
    connect(&shown, &ShownRun::grew, this, &RunBar::refreshBack);
    refresh();
    refreshActions();
}

void RunBar::makeUntilMenu()
{
    auto* menu = new QMenu(this);
    for (const StopCondition& condition : stopConditionCatalog()) {
        QAction* action
            = makeAction(menu, QString::fromUtf8(condition.name.data(), int(condition.name.size())),
                engineText(condition.title), engineText(condition.description));
        menu->addAction(action);
        connect(
            action, &QAction::triggered, this, [this, &condition] { m_controller.trainUntil(condition); });
    }
    menu->addSeparator();
    auto* step = new QSpinBox(menu);
    describe(step, {.name = "untilStep", .terms = "run_until step"}, tr("Run until step"));
    step->setPrefix(tr("Step "));
    step->setRange(0, kMaxSteps);
    step->setValue(100);
    step->setToolTip(
        tr("Trains on and pauses after this step: type its number and press Enter. The first step is 0."));
    step->setStatusTip(step->toolTip());
    auto* entry = new QWidgetAction(menu);
    entry->setObjectName(QStringLiteral("until-step"));
    entry->setText(tr("Step"));
    entry->setDefaultWidget(step);
    menu->addAction(entry);
    // Not editingFinished, which comes when the menu closes too.
    connect(step->findChild<QLineEdit*>(), &QLineEdit::returnPressed, this, [this, menu, step] {
        step->interpretText();
        menu->close();
        m_controller.trainUntilStep(step->value());
    });
    menu->setToolTipsVisible(true);
    QAction* beforeStep = menu->actions().at(menu->actions().size() - 2); // the separator
    connect(menu, &QMenu::aboutToShow, this, [this, menu, beforeStep] { offerWatches(*menu, beforeStep); });
    m_until->setMenu(menu);
    connect(m_until, &QAction::triggered, this, [this] { popUp(m_until); });
}

void RunBar::offerWatches(QMenu& menu, QAction* before)
{
    for (QAction* action : std::exchange(m_watchActions, {}))
        delete action;
    for (const WatchSpec& watch : m_document.session()->watches) {
        const Result<StopRule> rule = stopRuleOf(watch.expression);
        if (!rule) // one that is drawn and compares nothing
            continue;
        QAction* action = makeAction(&menu, QStringLiteral("untilWatch%1").arg(m_watchActions.size()),
            toQt(watch.expression).replace(QLatin1Char('&'), QStringLiteral("&&")),
            tr("Trains on and pauses after the step where this watch of the session holds"));
        connect(action, &QAction::triggered, this, [this, rule = *rule] { m_controller.trainUntil(rule); });
        menu.insertAction(before, action);
        m_watchActions.push_back(action);
    }
}

void RunBar::makeMoreMenu()
{
    auto* menu = new QMenu(this);
    const auto add = [&](QAction* action, const QString& id, const QString& toolTip) {
        action->setObjectName(id);
        action->setToolTip(toolTip);
        action->setStatusTip(toolTip);
        menu->addAction(action);
        return action;
    };
    const QString toolTip = tr(
        "Trains on with the weights as they are. The session gets so many steps more, which Undo takes back, "
        "and the run is to the last bit what it would be had it been so long from the start.");
    const QAction* hundred = add(
        new QAction(tr("%1 more steps").arg(kMoreSteps), this), QStringLiteral("more-hundred"), toolTip);
    add(m_asManyAgain, QStringLiteral("more-again"), toolTip);
    menu->setToolTipsVisible(true);
    m_more->setMenu(menu);
    connect(hundred, &QAction::triggered, this, [this] { m_controller.trainMore(kMoreSteps); });
    connect(m_asManyAgain, &QAction::triggered, this,
        [this] { m_controller.trainMore(m_document.session()->training.steps); });
    connect(m_more, &QAction::triggered, this, [this] { popUp(m_more); });
}

void RunBar::popUp(QAction* action)
{
    const QWidget* below = widgetForAction(m_train);
    action->menu()->popup(
        below->isVisible() ? below->mapToGlobal(below->rect().bottomLeft()) : QCursor::pos());
}

void RunBar::makeBackMenu()
{
    auto* menu = new QMenu(this);
    describe(m_backTo, {.name = "backTo", .terms = "back_to_step step"}, tr("Back to step"),
        tr("An earlier step of the run; the first is 0. Type its number and press Enter to go back to it: weights, "
           "optimizer and loss scale are what they were after it, and training on gives the same numbers again."));
    m_backTo->setStatusTip(m_backTo->toolTip());
    m_backTo->setSpecialValueText(tr("start"));
    auto* entry = new QWidgetAction(menu);
    entry->setObjectName(QStringLiteral("back-step"));
    entry->setText(tr("Step"));
    entry->setDefaultWidget(m_backTo);
    menu->addAction(entry);
    // Not editingFinished, which comes when the menu closes too.
    connect(m_backTo->findChild<QLineEdit*>(), &QLineEdit::returnPressed, this, [this, menu] {
        m_backTo->interpretText();
        const int wanted = m_backTo->value();
        menu->close();
        m_backTo->setValue(newestStep());
        if (wanted > newestStep())
            emit noticed(tr("The newest step is %1: there is no step %2 to go back to.")
                             .arg(countText(newestStep()), countText(wanted)));
        else if (wanted < newestStep() && !m_controller.keptSteps().empty())
            m_controller.goTo(wanted + 1);
    });
    connect(menu, &QMenu::aboutToShow, this, [this] {
        m_backTo->setFocus();
        m_backTo->selectAll();
    });
    // Beyond the newest too, or the box would drop a digit of what is typed, and go to another step.
    m_backTo->setRange(kBeforeSteps, kMaxSteps);
    m_back->setMenu(menu);
    connect(m_back, &QAction::triggered, this, [this] { popUp(m_back); });
}

int RunBar::newestStep() const
{
    const RunHistory* run = m_shown.run().get();
    return run ? static_cast<int>(run->stepsDone()) - 1 : kBeforeSteps;
}

void RunBar::refreshBack()
{
    const int newest = newestStep();
    const bool canGoBack = newest >= 0 && !m_controller.isTraining() && !m_controller.isStale()
        && !m_controller.keptSteps().empty();
    m_backTo->setValue(newest);
    m_back->setEnabled(canGoBack);
}

void RunBar::addChooser(const QString& caption, QComboBox* chooser, int characters)
{
    auto* group = new QWidget(m_policyBar);
    auto* label = new QLabel(caption, group);
    label->setBuddy(chooser);
    label->setToolTip(chooser->toolTip());
    chooser->setMinimumContentsLength(std::min(characters, 14));
    chooser->setSizeAdjustPolicy(QComboBox::AdjustToContentsOnFirstShow);
    rowOf(group, {label, chooser}, {.margins = {8, 0, 4, 0}});
    QAction* action = m_policyBar->addWidget(group);
    action->setText(QString(caption).remove(QLatin1Char('&')));
    action->setToolTip(chooser->toolTip());
}

void RunBar::focusPolicy()
{
    m_policy->setFocus(Qt::ShortcutFocusReason);
    m_policy->showPopup();
}

void RunBar::focusLossScale()
{
    m_lossScale->setFocus(Qt::ShortcutFocusReason);
    m_lossScale->lineEdit()->selectAll();
}

void RunBar::refresh()
{
    const SessionSpec& session = *m_document.session();
    const QString policy = toQt(session.policies.global.name);
    if (m_policy->findText(policy) < 0)
        m_policy->addItem(policy);
    m_policy->setCurrentText(policy);
    const QString scale = lossScaleText(session.training.lossScale);
    m_lossScale->setCurrentIndex(m_lossScale->findText(scale));
    m_lossScale->setEditText(scale);
}

void RunBar::refreshActions()
{
    const bool isTraining = m_controller.isTraining();
    const bool hasBegun = m_controller.canGoOn() && newestStep() >= 0;
    m_train->setIcon(glyphIcon(isTraining ? Glyph::Pause : Glyph::Play));
    m_train->setText(isTraining ? tr("&Pause") : hasBegun ? tr("&Go on") : tr("&Train"));
    m_train->setToolTip(isTraining ? tr("Pauses the training (Space)")
            : hasBegun             ? tr("Trains on from where it was paused (Space)")
                                   : tr("Trains the session from its initial weights (Space)"));
    m_train->setStatusTip(m_train->toolTip());
    m_stop->setEnabled(!m_controller.isIdle());
    m_step->setEnabled(!isTraining);
    m_until->setEnabled(!isTraining);
    m_more->setEnabled(m_controller.canTrainMore());
    m_asManyAgain->setText(tr("As many again (%1)").arg(countText(m_document.session()->training.steps)));
    refreshBack();
}

void RunBar::setPolicy(const QString& name)
{
    const Result<DTypePolicy> policy
        = policyOfFamily(m_document.session()->policies.family, name.toStdString());
    if (!policy) {
        refresh();
        m_document.refuse(policy.error());
        return;
    }
    const Component before = m_document.session()->training.lossScale;
    if (*policy == m_document.session()->policies.global)
        return;
    if (!m_document.tryEdit(tr("Set global policy"),
            [&](SessionSpec& session) { setGlobalPolicyAsCompile(session, *policy); })) {
        refresh();
    } else if (m_document.session()->training.lossScale != before) {
        flash(m_lossScale);
        emit noticed(tr("Global policy %1: the loss scale is now \"%2\", as Keras' compile sets it.")
                         .arg(name, lossScaleText(m_document.session()->training.lossScale)));
    }
}

void RunBar::setLossScale(const QString& text)
{
    const Component before = m_document.session()->training.lossScale;
    if (text == lossScaleText(before))
        return;
    const Result<Component> lossScale = parseLossScale(text, before);
    if (lossScale)
        m_document.tryEdit(
            tr("Set loss scale"), [&](SessionSpec& session) { session.training.lossScale = *lossScale; });
    else
        m_document.refuse(lossScale.error());
    refresh();
}

} // namespace ulpscope::ui
