// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/model_picture.h"

#include "app/session/same_task.h"
#include "ui/look/action.h"
#include "ui/look/describe.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/policy_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/look/plot_file.h"
#include "ui/look/theme.h"
#include "ui/picture/picture_painter.h"
#include "ui/tree/layer_policy_actions.h"
#include "ui/tree/models/layer_tree_model.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStyleOptionViewItem>
#include <QToolTip>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kRepaintMs = 33; ///< 30 times a second
constexpr int kRestShare = 4; ///< a picture that takes long is looked after less often
constexpr int kFileWidth = 1000; ///< of a file's picture where there is none on the screen

} // namespace

ModelPicture::ModelPicture(Document& document, const ShownRun& shown, QWidget* parent)
    : PictureArea(parent)
    , m_document(document)
    , m_shown(shown)
    , m_layers(new LayerTreeModel(document, this))
    , m_delegate(new LayerPolicyDelegate(this))
    , m_export(makeAction(this, QStringLiteral("exportModelPicture"), tr("Export picture…"),
          tr("Writes the picture of the model to a file: SVG, PDF, or DOT for Graphviz")))
    , m_difference(makeAction(this, QStringLiteral("pictureByDifference"), tr("Colour by &difference"),
          tr("Colours what is lost more or less than in the run that is compared with")))
{
    describe(this, {.name = "modelPicture", .terms = "model layer dtype_policy", .guide = "window#model"},
        tr("Picture of the model"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    m_export->setIcon(glyphIcon(Glyph::Export));
    m_difference->setCheckable(true);
    m_difference->setEnabled(false);
    m_repaint.setSingleShot(true);
    m_repaint.setInterval(kRepaintMs);
    connect(&m_repaint, &QTimer::timeout, this, &ModelPicture::takeRun);
    connect(m_export, &QAction::triggered, this, [this] { PlotFile::ask(this, plotContent()); });
    connect(m_difference, &QAction::toggled, this, &ModelPicture::setColoursByDifference);
    connect(m_layers, &LayerTreeModel::editRefused, this, &ModelPicture::editRefused);
    connect(m_delegate, &QAbstractItemDelegate::commitData, this, [this](QWidget* editor) {
        if (editor == m_chooser)
            m_delegate->setModelData(
                editor, m_layers, m_layers->indexOf(m_chosenFor, LayerTreeModel::PolicyColumn));
    });
    connect(m_delegate, &QAbstractItemDelegate::closeEditor, this, [this](QWidget* editor) {
        if (editor == m_chooser)
            closeChooser();
    });
    connect(&m_document, &Document::sessionChanged, this, &ModelPicture::takeSession);
    connect(&m_shown, &ShownRun::replaced, this, &ModelPicture::takeRun);
    connect(&m_shown, &ShownRun::stepChanged, this, &ModelPicture::takeRun);
    connect(&m_shown, &ShownRun::grew, this, &ModelPicture::onGrew);
    m_graph = modelGraph(*m_document.session());
    redraw();
}

ModelPicture::~ModelPicture()
{
    disconnect(m_delegate, nullptr, this, nullptr); // the chooser loses the focus
    delete m_chooser;
}

PictureContent ModelPicture::content() const
{
    const Component& lossScale = m_document.session()->training.lossScale;
    ModelGraph graph = m_graph;
    if (isByDifference())
        compareDtypes(graph, modelGraph(m_ghostLosses.run()->session()));
    return {std::move(graph), m_opened, m_losses, ghostLosses(),
        lossScale.className == "none" ? QString() : lossScaleText(lossScale)};
}

void ModelPicture::redraw()
{
    m_drawing = std::make_unique<PictureDrawing>(content(), font(), viewport()->width());
    setItems(*m_drawing);
}

void ModelPicture::takeSession()
{
    ModelGraph graph = modelGraph(*m_document.session());
    if (graph.folds != m_graph.folds)
        m_opened.clear();
    m_graph = std::move(graph);
    closeChooser();
    takeRun();
    redraw();
}

void ModelPicture::takeRun()
{
    m_repaint.stop();
    if (!isVisible())
        return; // when it is seen
    QElapsedTimer watch;
    watch.start();
    const auto ofSession = [this](const std::shared_ptr<const RunHistory>& run) {
        return run && !isAnotherScene(run->session(), *m_document.session()) ? run : nullptr;
    };
    m_losses = GraphLosses(ofSession(m_shown.run()), m_shown.pinnedStep());
    const std::shared_ptr<const RunHistory> before = m_ghostLosses.run();
    const std::shared_ptr<const RunHistory> ghost = m_shown.ghost();
    m_ghostLosses = GraphLosses(ghost, m_shown.pinnedStep());
    m_difference->setEnabled(ghost != nullptr);
    if (ghost != before && m_byDifference)
        redraw(); // it has dtypes of its own
    else {
        m_drawing->setLosses(m_losses, ghostLosses());
        setAccessibleDescription(m_drawing->summary());
        viewport()->update();
    }
    m_repaint.setInterval(std::max(kRepaintMs, int(watch.elapsed()) * kRestShare));
}

void ModelPicture::onGrew()
{
    if (!m_shown.isGrowing())
        takeRun();
    else if (!m_repaint.isActive())
        m_repaint.start();
}

void ModelPicture::setColoursByDifference(bool byDifference)
{
    m_difference->setChecked(byDifference);
    if (m_byDifference == byDifference)
        return;
    m_byDifference = byDifference;
    takeRun();
    redraw();
}

void ModelPicture::setLayerActions(QMenu* setPolicy, const QList<QAction*>& actions)
{
    m_setPolicy = setPolicy;
    m_layerActions = actions;
}

QSize ModelPicture::sizeHint() const
{
    return m_drawing->size().toSize().boundedTo({4 * 260, 300});
}

void ModelPicture::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    painter.translate(corner());
    PictureItem chosen;
    if (m_chosen)
        chosen = current() && m_drawing->tensorOf(current()) == m_chosen ? current()
                                                                         : m_drawing->itemOf(*m_chosen);
    PicturePainter(*m_drawing, palette()).paint(painter, hasFocus() ? current() : PictureItem{}, chosen);
    if (const PictureItem box = opensInto()) {
        const QRectF opener = openerOf(box);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
        painter.setBrush(palette().color(QPalette::Base));
        painter.drawEllipse(opener);
        paintGlyph(painter, Glyph::Add, opener.adjusted(2, 2, -2, -2), palette().color(QPalette::Text));
    }
}

std::string ModelPicture::chosenLayer() const
{
    const PictureItem item
        = m_chosen && m_drawing->tensorOf(current()) != m_chosen ? m_drawing->itemOf(*m_chosen) : current();
    return item ? m_drawing->layerOf(item) : m_graph.boxes.size() > 1 ? m_graph.boxes[1].path : std::string();
}

PictureItem ModelPicture::opensInto() const
{
    const std::string path = chosenLayer();
    const std::vector<ShownBox>& boxes = m_drawing->shown().boxes;
    for (std::size_t i = 0; i < boxes.size() && m_operations; ++i) {
        const auto& fold = boxes[i].fold;
        const bool isOne = fold ? m_graph.folds[*fold].kind == GraphFold::Kind::Composite
                                : m_graph.boxes[boxes[i].first].kind != GraphBox::Kind::Input;
        const PictureItem box{PictureItem::Kind::Box, i};
        if (isOne && m_drawing->layerOf(box) == path)
            return box;
    }
    return {};
}

QRectF ModelPicture::openerOf(const PictureItem& box) const
{
    const double size = fontMetrics().height();
    const QRectF place = m_drawing->boxPart(box.index);
    return {place.right() - size * 0.6, place.top() - size * 0.4, size, size};
}

bool ModelPicture::isAtOpener(const QPoint& place) const
{
    const PictureItem box = opensInto();
    return box && openerOf(box).translated(corner()).contains(QPointF(place));
}

bool ModelPicture::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip)
        if (const auto* help = static_cast<QHelpEvent*>(event); isAtOpener(help->pos())) {
            QToolTip::showText(help->globalPos(),
                tr("Shows the operations of %1 (O)").arg(m_drawing->nameOf(opensInto())), viewport());
            return true;
        }
    return PictureArea::viewportEvent(event);
}

void ModelPicture::mouseMoveEvent(QMouseEvent* event)
{
    PictureArea::mouseMoveEvent(event);
    if (isAtOpener(event->pos()))
        viewport()->setCursor(Qt::PointingHandCursor);
}

void ModelPicture::showEvent(QShowEvent* event)
{
    PictureArea::showEvent(event);
    takeRun();
}

void ModelPicture::resizeEvent(QResizeEvent*)
{
    closeChooser();
    redraw();
}

void ModelPicture::choose(const LayerTensor& tensor)
{
    m_chosen = tensor;
    const auto isInside = [&](const GraphBox& box) {
        return !box.path.empty() && (tensor.path == box.path || tensor.path.starts_with(box.path + '/'));
    };
    const auto box = std::find_if(m_graph.boxes.begin(), m_graph.boxes.end(), isInside);
    const std::size_t index = std::size_t(box - m_graph.boxes.begin());
    std::vector<std::size_t> opened = m_opened;
    for (std::size_t fold = 0; fold < m_graph.folds.size() && box != m_graph.boxes.end(); ++fold) {
        const GraphFold& one = m_graph.folds[fold];
        const bool isAround = index >= one.first && index < one.first + one.count;
        // A composite's output is its own, whatever is inside.
        const bool isItself = one.kind == GraphFold::Kind::Composite && tensor.path == one.path;
        if (isAround && !isItself && std::find(opened.begin(), opened.end(), fold) == opened.end())
            opened = withFold(m_graph, opened, fold, true);
    }
    if (opened != m_opened) {
        m_opened = std::move(opened);
        redraw();
    }
    if (m_drawing->tensorOf(current()) != m_chosen)
        if (const PictureItem item = m_drawing->itemOf(tensor)) {
            setCurrent(item);
        }
    viewport()->update();
}

void ModelPicture::walkTo(const PictureItem& item)
{
    setCurrent(item);
    const std::optional<LayerTensor> tensor = m_drawing->tensorOf(item);
    m_chosen = tensor;
    viewport()->update();
    if (tensor)
        emit tensorChosen(*tensor);
}

void ModelPicture::setFold(std::size_t fold, bool isOpen)
{
    const std::size_t first = m_graph.folds[fold].first;
    m_opened = withFold(m_graph, m_opened, fold, isOpen);
    forgetCurrent();
    redraw();
    const std::vector<ShownBox>& boxes = m_drawing->shown().boxes;
    for (std::size_t box = 0; box < boxes.size(); ++box)
        if (boxes[box].first <= first && first < boxes[box].first + boxes[box].count)
            setCurrent({PictureItem::Kind::Box, box});
}

void ModelPicture::activate(const PictureItem& item)
{
    if (const std::optional<std::size_t> fold = m_drawing->foldOf(item)) {
        setFold(*fold, true);
        return;
    }
    walkTo(item);
    if (const std::string layer = m_drawing->layerOf(item); !layer.empty())
        emit layerOpened(layer);
}

void ModelPicture::choosePolicy(const PictureItem& item)
{
    closeChooser();
    const std::optional<LayerPlace> place = m_drawing->policyPlaceOf(item);
    if (!place)
        return;
    setCurrent(item);
    m_chosenFor = *place;
    const QModelIndex index = m_layers->indexOf(*place, LayerTreeModel::PolicyColumn);
    QStyleOptionViewItem option;
    option.initFrom(viewport());
    m_chooser = m_delegate->createEditor(viewport(), option, index);
    m_delegate->setEditorData(m_chooser, index);
    m_chooser->installEventFilter(m_delegate);
    const QRect mark = m_drawing->markOf(item.index).translated(corner()).toAlignedRect();
    QRect at(mark.topLeft(), m_chooser->sizeHint());
    at.moveLeft(std::max(0, std::min(at.left(), viewport()->width() - at.width())));
    at.moveTop(std::max(0, std::min(at.top(), viewport()->height() - at.height())));
    m_chooser->setGeometry(at);
    m_chooser->show();
    m_chooser->setFocus();
    static_cast<QComboBox*>(m_chooser)->showPopup();
}

void ModelPicture::closeChooser()
{
    if (!m_chooser)
        return;
    QWidget* chooser = m_chooser;
    m_chooser = nullptr;
    const bool hadFocus = chooser->isAncestorOf(QApplication::focusWidget()) || chooser->hasFocus();
    chooser->hide();
    chooser->deleteLater();
    if (hadFocus)
        setFocus();
}

void ModelPicture::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (isAtOpener(event->pos())) {
        m_operations->trigger();
        return;
    }
    const PictureItem item = itemAt(event->pos());
    if (!item)
        return;
    const bool isMark = item.kind == PictureItem::Kind::Box && m_drawing->policyPlaceOf(item)
        && m_drawing->markOf(item.index).translated(corner()).contains(QPointF(event->pos()));
    if (isMark)
        choosePolicy(item);
    else if (const auto fold = m_drawing->foldOf(item))
        setFold(*fold, true);
    else
        walkTo(item);
}

void ModelPicture::mouseDoubleClickEvent(QMouseEvent* event)
{
    const PictureItem item = itemAt(event->pos());
    if (event->button() == Qt::LeftButton && item.kind == PictureItem::Kind::Box && !m_drawing->foldOf(item))
        activate(item);
}

void ModelPicture::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_F4:
        activate(current());
        return;
    case Qt::Key_F2:
        choosePolicy(current());
        return;
    case Qt::Key_Backspace:
        // The innermost fold around what is chosen closes again.
        if (current().kind == PictureItem::Kind::Box && event->modifiers() == Qt::NoModifier) {
            const std::size_t first = m_drawing->shown().boxes[current().index].first;
            for (std::size_t i = m_graph.folds.size(); i-- > 0;) {
                const GraphFold& fold = m_graph.folds[i];
                const bool isOpen = std::find(m_opened.begin(), m_opened.end(), i) != m_opened.end();
                if (isOpen && first >= fold.first && first < fold.first + fold.count) {
                    setFold(i, false);
                    return;
                }
            }
        }
        break;
    default:
        break;
    }
    PictureArea::keyPressEvent(event);
}

void ModelPicture::contextMenuEvent(QContextMenuEvent* event)
{
    PictureItem item = current();
    QPoint at = event->globalPos();
    if (event->reason() == QContextMenuEvent::Mouse)
        item = itemAt(viewport()->mapFromGlobal(at));
    else if (item)
        at = viewport()->mapToGlobal(placeOf(item).center());
    if (item)
        walkTo(item); // the layer that the actions are about
    QMenu menu(this);
    fillMenu(menu, item);
    menu.exec(at);
}

void ModelPicture::fillMenu(QMenu& menu, const PictureItem& item)
{
    menu.setToolTipsVisible(true);
    if (item.kind == PictureItem::Kind::Box) {
        if (const auto fold = m_drawing->foldOf(item))
            menu.addAction(tr("&Unfold"), this, [this, fold = *fold] { setFold(fold, true); });
        else if (!m_drawing->layerOf(item).empty())
            menu.addAction(tr("&Open layer"), this, [this, item] { activate(item); });
        if (m_operations && opensInto() == item)
            menu.addAction(m_operations);
        const std::size_t first = m_drawing->shown().boxes[item.index].first;
        for (std::size_t i = m_graph.folds.size(); i-- > 0;) {
            const GraphFold& fold = m_graph.folds[i];
            if (std::find(m_opened.begin(), m_opened.end(), i) != m_opened.end() && first >= fold.first
                && first < fold.first + fold.count) {
                menu.addAction(tr("&Fold again"), this, [this, i] { setFold(i, false); });
                break;
            }
        }
    }
    if (m_elements && m_drawing->tensorOf(item))
        menu.addAction(m_elements);
    if (m_setPolicy && m_drawing->policyPlaceOf(item)) {
        menu.addSeparator();
        menu.addMenu(m_setPolicy);
        menu.addActions(m_layerActions);
    }
    if (!menu.isEmpty())
        menu.addSeparator();
    menu.addActions(pictureActions());
}

PlotContent ModelPicture::plotContent() const
{
    const auto drawing = std::make_shared<PictureDrawing>(
        content(), font(), viewport()->width() > 0 ? viewport()->width() : kFileWidth);
    const QString title = toQt(m_document.session()->title);
    PlotContent plot = lightContent(drawing);
    plot.title = title;
    plot.facts = {m_losses.run() ? runFacts(*m_losses.run()) : runFacts(*m_document.session(), 0)};
    plot.graphviz = [drawing, title] {
        return QByteArray::fromStdString(
            dotText(drawing->content().graph, drawing->shown(), title.toStdString()));
    };
    return plot;
}

} // namespace ulpscope::ui
