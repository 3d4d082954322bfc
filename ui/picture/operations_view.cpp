// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/operations_view.h"

#include "app/session/document.h"
#include "app/session/session_runner.h"
#include "app/session/shown_run.h"
#include "engine/graph/print.h"
#include "engine/train/step_formula.h"
#include "ui/look/action.h"
#include "ui/look/boxes.h"
#include "ui/look/buttons.h"
#include "ui/look/describe.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/look/plot_file.h"
#include "ui/look/theme.h"
#include "ui/tree/models/layer_tensor.h"

#include <QAction>
#include <QCheckBox>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kWidthOfFiles = 1000; ///< where there is none on the screen

} // namespace

OperationsPicture::OperationsPicture(QWidget* parent)
    : PictureArea(parent)
    , m_export(makeAction(this, QStringLiteral("exportOperations"), tr("Export picture…"),
          tr("Writes the picture of the operations to a file: SVG, PDF, or DOT for Graphviz")))
{
    describe(this, {.name = "operationsPicture", .terms = "layer", .guide = "window#operations"},
        tr("Operations of the layer"));
    m_export->setIcon(glyphIcon(Glyph::Export));
    show(std::make_shared<graph::Graph>(), {}, false, nullptr);
}

void OperationsPicture::show(std::shared_ptr<const graph::Graph> step, const std::string& path,
    bool hasUpdate, std::shared_ptr<const OperationCounts> counts)
{
    if (step != m_step || path != m_path) {
        m_opened.clear();
        forgetCurrent();
    }
    const bool isSame
        = m_drawing && step == m_step && path == m_path && hasUpdate == m_hasUpdate && counts == m_counts;
    m_step = std::move(step);
    m_path = path;
    m_hasUpdate = hasUpdate;
    m_counts = std::move(counts);
    if (!isSame)
        redraw();
}

void OperationsPicture::redraw()
{
    auto drawing = std::make_unique<OperationDrawing>(operationGraph(m_step, m_path, m_opened, m_hasUpdate),
        m_counts, font(), viewport()->width() > 0 ? viewport()->width() : kWidthOfFiles);
    setItems(*drawing);
    m_drawing = std::move(drawing);
}

void OperationsPicture::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    painter.translate(corner());
    m_drawing->paint(painter, palette(), current());
}

void OperationsPicture::setFunction(graph::GroupId function, bool isOpen)
{
    const graph::ValueId result = m_step->groups()[function.index()].result;
    if (isOpen)
        m_opened.push_back(function);
    else
        std::erase(m_opened, function);
    forgetCurrent();
    redraw();
    setCurrent(m_drawing->itemOf(result));
}

void OperationsPicture::activate(const PictureItem& item)
{
    setCurrent(item);
    if (item && m_drawing->boxOf(item).kind == OperationBox::Kind::Function)
        setFunction(*m_drawing->boxOf(item).function, true);
}

void OperationsPicture::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
    if (isPlain && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        activate(current());
        return;
    }
    if (isPlain && event->key() == Qt::Key_Backspace && current()) {
        const OperationBox& box = m_drawing->boxOf(current());
        if (box.function && box.kind != OperationBox::Kind::Function)
            setFunction(*box.function, false);
        return;
    }
    PictureArea::keyPressEvent(event);
}

void OperationsPicture::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        activate(itemAt(event->pos()));
}

void OperationsPicture::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isMouse = event->reason() == QContextMenuEvent::Mouse;
    const PictureItem item = isMouse ? itemAt(event->pos()) : current();
    setCurrent(item);
    QMenu menu(this);
    menu.setToolTipsVisible(true);
    if (item && m_drawing->boxOf(item).function) {
        const graph::GroupId function = *m_drawing->boxOf(item).function;
        const bool isClosed = m_drawing->boxOf(item).kind == OperationBox::Kind::Function;
        menu.addAction(isClosed ? tr("&Open function") : tr("&Close function"), this,
            [this, function, isClosed] { setFunction(function, isClosed); });
        menu.addSeparator();
    }
    menu.addAction(m_export);
    menu.exec(isMouse || !item ? event->globalPos() : viewport()->mapToGlobal(placeOf(item).center()));
}

OperationsView::OperationsView(
    const Document& document, SessionRunner& runner, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_runner(runner)
    , m_shown(shown)
    , m_model(new LinkButton(this))
    , m_layer(new QLabel(this))
    , m_update(new QCheckBox(tr("Update"), this))
    , m_sentence(new QLabel(this))
    , m_picture(new OperationsPicture(this))
{
    registerPlace(this, {.name = "operations", .terms = "layer", .guide = "window#operations"});
    m_model->setText(tr("Model"));
    describe(m_model, {.name = "operationsToModel", .terms = "model", .guide = "window#operations"},
        tr("Model"), tr("Back to the picture of the model (Escape)"));
    QFont bold = font();
    bold.setBold(true);
    m_layer->setFont(bold);
    describe(m_update, {.name = "operationsUpdate", .terms = "optimizer", .guide = "window#operations"},
        tr("Update"), tr("Shows how the optimizer changes the layer's weights, too"));
    m_sentence->setObjectName(QStringLiteral("operationsSentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    columnOf(this,
        {rowOf(
             {m_model, new QLabel(QStringLiteral("›"), this), m_layer, new QLabel(QStringLiteral("›"), this),
                 new QLabel(tr("operations"), this), Stretch{1}, m_update},
             {.spacing = 4}),
            m_sentence, {m_picture, 1}},
        {.spacing = 4});
    connect(m_model, &QPushButton::clicked, this, &OperationsView::left);
    connect(m_update, &QCheckBox::toggled, this, &OperationsView::refresh);
    connect(
        m_picture->exportAction(), &QAction::triggered, this, [this] { PlotFile::ask(this, plotContent()); });
    connect(&m_document, &Document::sessionChanged, this, &OperationsView::takeSession);
    connect(&shown, &ShownRun::replaced, this, &OperationsView::ask);
    connect(&shown, &ShownRun::stepChanged, this, &OperationsView::ask);
    connect(&runner, &SessionRunner::stateChanged, this, &OperationsView::ask);
    connect(&runner, &SessionRunner::operationCountsReady, this, &OperationsView::take);
}

void OperationsView::showLayer(const std::string& path)
{
    m_path = path;
    m_layer->setText(path.empty() ? tr("loss") : layerText(path));
    refresh();
}

void OperationsView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    takeSession();
}

void OperationsView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        emit left();
    else
        QWidget::keyPressEvent(event);
}

/// The whole step, or as much of it as has formulas.
void OperationsView::takeSession()
{
    if (!isVisible())
        return; // when it is seen
    m_step.reset();
    m_refusal.clear();
    const Result<CheckedSession> checked = resolveSession(*m_document.session());
    for (const StepPart part : {StepPart::Whole, StepPart::Forward}) {
        Result<graph::Graph> step
            = checked ? stepFormula(*checked, part) : Result<graph::Graph>(checked.error());
        if (step) {
            m_step = std::make_shared<const graph::Graph>(*std::move(step));
            break;
        }
        m_refusal = engineText(step.error().message);
    }
    ask();
}

void OperationsView::ask()
{
    if (!isVisible())
        return;
    m_answer.reset();
    m_isAnswered = false;
    if (m_step && m_refusal.isEmpty() && !m_runner.isTraining())
        m_runner.askForOperations(m_shown.run().get(), m_shown.pinnedStep());
    refresh();
}

void OperationsView::take(const std::shared_ptr<const OperationCounts>& counts)
{
    m_answer = counts;
    m_isAnswered = true;
    refresh();
}

QString OperationsView::whyNoCounts() const
{
    const RunHistory* run = m_shown.run().get();
    if (!run || run->stepsDone() == 0)
        return tr("What they lose is known after a step of training.");
    if (m_runner.isTraining())
        return tr("What they lose is shown when the training stands still.");
    if (!m_runner.hasTensorsOf(run))
        return tr("This run is not in memory: train it again to see what they lose.");
    if (!m_isAnswered)
        return tr("Doing the step again…");
    if (!m_answer)
        return tr("What they lose cannot be counted for this step.");
    if (!m_answer->isTheRuns)
        return tr("Not shown is what they lose: these operations do not give this run's bits.");
    // Its nodes would be others than those that are drawn.
    if (graph::textOf(m_answer->graph) != graph::textOf(*m_step))
        return tr("The run was trained with other settings: train again to see what they lose.");
    if (m_shown.pinnedStep().value_or(m_answer->step) != m_answer->step)
        return tr("Step %1 is too far back to be done again; Back to step (B) goes there.")
            .arg(countText(*m_shown.pinnedStep()));
    return {};
}

void OperationsView::refresh()
{
    const bool isShown = m_step && hasOperations(*m_step, m_path);
    const QString noCounts = m_step && m_refusal.isEmpty() ? whyNoCounts() : QString();
    m_counts = isShown && m_refusal.isEmpty() && noCounts.isEmpty() ? m_answer : nullptr;
    m_picture->show(
        isShown ? m_step : std::make_shared<graph::Graph>(), m_path, m_update->isChecked(), m_counts);
    m_update->setEnabled(m_step && m_refusal.isEmpty());
    QString text = !m_step ? m_refusal
        : !isShown         ? tr("The step has no operations of %1.").arg(m_layer->text())
                           : m_picture->drawing().summary() + QLatin1Char('.');
    if (isShown)
        text += QLatin1Char(' ')
            + (m_counts
                    ? tr("At step %1, without zeros that arrive from before.").arg(countText(m_counts->step))
                    : noCounts.isEmpty() ? tr("Forward only: %1.").arg(m_refusal)
                                         : noCounts);
    m_sentence->setText(text);
}

PlotContent OperationsView::plotContent() const
{
    const OperationGraph& shown = m_picture->drawing().graph();
    const auto drawing = std::make_shared<OperationDrawing>(
        shown, m_counts, m_picture->font(), m_picture->viewport()->width());
    PlotContent plot;
    plot.title = tr("%1: operations of %2").arg(toQt(m_document.session()->title), m_layer->text());
    plot.facts = {m_shown.run() ? runFacts(*m_shown.run()) : runFacts(*m_document.session(), 0)};
    plot.size = drawing->size().toSize();
    plot.paint = [drawing](QPainter& painter) { drawing->paint(painter, themePalette(Theme::Light)); };
    plot.graphviz = [drawing, title = plot.title] {
        const OperationGraph& graph = drawing->graph();
        return QByteArray::fromStdString(graph::dotOf(*graph.step, title.toStdString(), graph.path));
    };
    return plot;
}

} // namespace ulpscope::ui
