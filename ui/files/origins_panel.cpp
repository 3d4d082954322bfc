// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/origins_panel.h"

#include "ui/files/searched_list.h"
#include "ui/files/task_bar.h"
#include "ui/look/boxes.h"
#include "ui/look/buttons.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/message_banner.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace ulpscope::ui {

namespace {

constexpr int kBecauseColumn = 2; ///< the layers' column with a sentence

std::vector<std::string> namesIn(const QString& text)
{
    std::vector<std::string> names;
    for (const QString& name : text.split(QLatin1Char(' '), Qt::SkipEmptyParts))
        names.push_back(name.toStdString());
    return names;
}

} // namespace

OriginsPanel::OriginsPanel(std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_kernels(std::move(kernels))
    , m_expected(new QLineEdit(this))
    , m_task(new TaskBar(QStringLiteral("origins"), tr("&Find the first that is not finite"),
          tr("Reads every step until a tensor has a NaN or an infinity, and computes the layers that made it again"),
          this))
    , m_first(new LinkButton(this))
    , m_hints(proseLabel(this))
    , m_births(new QWidget(this))
    , m_birthList(new QVBoxLayout(m_births))
    , m_layersTitle(new QLabel(tr("Who made it, and who handed it on"), this))
    , m_layers(new LeadingTable(
          {.name = "originLayers", .terms = "first_non_finite"}, m_layersTitle->text(), this))
    , m_roadTitle(new QLabel(tr("The road there"), this))
    , m_road(new LeadingTable(
          {.name = "originRoad", .terms = "first_non_finite tensor"}, m_roadTitle->text(), this))
{
    registerPlace(this, {.name = "originsPanel", .terms = "first_non_finite"});
    place();
    connect(m_task, &TaskBar::beginWanted, this, &OriginsPanel::find);
    connect(m_task, &TaskBar::stopWanted, this, &OriginsPanel::stop);
    connect(m_expected, &QLineEdit::returnPressed, this, &OriginsPanel::find);
    for (LeadingTable* table : {m_layers, m_road})
        connect(table, &LeadingTable::placeWanted, this, &OriginsPanel::placeWanted);
    connect(m_first, &QPushButton::clicked, this, [this] {
        const RecordedName& name = m_found->report.tensors[*m_found->report.first].tensor->name;
        emit placeWanted({name.path, name.role, name.step});
    });
    connect(&m_aside, &Aside::failed, m_task, &TaskBar::end);
    show(nullptr);
}

void OriginsPanel::place()
{
    describe(m_expected, QStringLiteral("originsExpected"), tr("Expected infinities"),
        tr("Tensors whose infinities are meant, as a mask's: layer/role, * stands for any characters, a space between two"));
    m_expected->setPlaceholderText(QStringLiteral("*/scores */input_3"));
    m_expected->setClearButtonEnabled(true);
    auto* label = new QLabel(tr("Infinities are &meant in"), this);
    label->setBuddy(m_expected);
    m_first->setObjectName(QStringLiteral("originFirst"));
    m_first->setToolTip(tr("Shows the tensor at that step"));
    m_hints->setObjectName(QStringLiteral("originHints"));
    m_layers->setLongColumn(kBecauseColumn);
    m_birthList->setContentsMargins(0, 0, 0, 0);
    m_birthList->setSpacing(6);
    QFont bold = font();
    bold.setBold(true);
    for (QLabel* title : {m_layersTitle, m_roadTitle})
        title->setFont(bold);
    auto* bar = new FlowLayout;
    bar->addPair(label, m_expected);
    auto* layout = columnOf(this, {bar, m_task}, {.margins = QMargins(0, 4, 4, 0), .spacing = 6});
    layout->addWidget(m_first, 0, Qt::AlignLeft);
    for (QWidget* widget :
        std::initializer_list<QWidget*>{m_hints, m_births, m_layersTitle, m_layers, m_roadTitle, m_road})
        layout->addWidget(widget);
    layout->addStretch(1);
}

void OriginsPanel::setRecording(std::shared_ptr<const ShownRecording> recording)
{
    m_aside.cancel();
    m_recording = std::move(recording);
    m_task->end(tr("NaN and infinity spread from one place. The button looks for it."));
    m_expected->clear();
    show(nullptr);
}

void OriginsPanel::find()
{
    if (!m_recording)
        return;
    auto progress = std::make_shared<TaskProgress>();
    show(nullptr);
    m_task->say(tr("Reading step by step…"));
    m_task->follow(progress);
    m_aside.ask([this, progress, recording = m_recording, kernels = m_kernels,
                    expected = namesIn(m_expected->text())](const std::stop_token& stop) -> Aside::Answer {
        const auto found = std::make_shared<Result<std::optional<FoundOrigins>>>(foundOrigins(
            *recording->recording, expected, *kernels, stop, [&](std::size_t done, std::size_t all) {
                progress->all = all;
                progress->done = done;
            }));
        return [this, found] {
            m_task->rest();
            if (!*found)
                return m_task->say(engineText(found->error()));
            if (!**found)
                return m_task->say(tr("Every number is finite, or expected not to be."));
            m_task->say(originSentence((**found)->report));
            show(std::make_shared<const FoundOrigins>(*std::move(**found)));
        };
    });
}

void OriginsPanel::stop()
{
    m_aside.cancel();
    m_task->end(tr("Stopped before anything was found."));
}

void OriginsPanel::show(std::shared_ptr<const FoundOrigins> found)
{
    m_found = std::move(found);
    const bool isFound = m_found != nullptr;
    for (QWidget* widget : std::initializer_list<QWidget*>{m_first, m_births, m_layersTitle, m_roadTitle})
        widget->setVisible(isFound);
    QStringList hints;
    if (isFound) {
        const RecordedName& name = m_found->report.tensors[*m_found->report.first].tensor->name;
        m_first->setText(tr("Show %1 at step %2").arg(toQt(name.tensor()), countText(name.step)));
        for (const Message& hint : m_found->report.hints)
            hints += engineText(hint);
    }
    m_hints->setText(hints.join(QLatin1Char('\n')));
    m_hints->setVisible(!hints.isEmpty());
    m_layers->setTable(isFound ? originMetrics(m_found->report) : MetricTable(),
        isFound ? placesOfOrigins(m_found->report) : std::vector<RecordedPlace>());
    m_road->setTable(isFound ? roadMetrics(m_found->report) : MetricTable(),
        isFound ? placesOfRoad(m_found->report) : std::vector<RecordedPlace>());
    showBirths();
}

/// Shows how each producer that was computed again came to be, and from what.
void OriginsPanel::showBirths()
{
    qDeleteAll(m_births->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    if (!m_found)
        return;
    int number = 0;
    for (const LocalError& error : m_found->births) {
        auto* frame = new TintedFrame(m_births);
        frame->setSeverity(Severity::Failure);
        frame->setObjectName(QStringLiteral("originBirth%1").arg(number));
        QLabel* sentence = proseLabel(frame, birthSentence(error));
        sentence->setObjectName(QStringLiteral("originBirthSaid%1").arg(number));
        auto* operands = new MetricTableModel(frame);
        operands->setTable(operandMetrics(*error.birth));
        auto* view = new MetricView(operands, frame);
        describe(view, QStringLiteral("originOperands%1").arg(number++),
            tr("Operands of %1").arg(toQt(error.path)));
        columnOf(frame, {sentence, view}, {.hasStyleMargins = true});
        m_birthList->addWidget(frame);
    }
}

void OriginsPanel::focusFirst()
{
    m_task->beginButton()->setFocus();
}

} // namespace ulpscope::ui
