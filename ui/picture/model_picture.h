// SPDX-License-Identifier: GPL-3.0-or-later
// The model as a picture: what flows where in which dtype, forward and back, and what each tensor loses. A click chooses a tensor, the
// mark of a box chooses its policy. Arrow keys walk boxes and flows.
#pragma once

#include "app/session/document.h"
#include "app/session/shown_run.h"
#include "ui/look/plot_content.h"
#include "ui/picture/picture_area.h"
#include "ui/picture/picture_drawing.h"
#include "ui/tree/models/layer_tensor.h"

#include <QTimer>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QAction;
class QMenu;

namespace ulpscope::ui {

class LayerPolicyDelegate;
class LayerTreeModel;

class ModelPicture : public PictureArea
{
    Q_OBJECT
public:
    /// Both must outlive the widget.
    ModelPicture(Document& document, const ShownRun& shown, QWidget* parent);
    ~ModelPicture() override;

    /// Highlights the box or the flow of that tensor, opening what it is folded into; another one's highlight goes.
    void choose(const LayerTensor& tensor);
    /// Nothing: no run to differ from was chosen, or it is not asked for.
    void setColoursByDifference(bool byDifference);
    bool coloursByDifference() const { return m_byDifference; }

    /// As it leaves the window, in light colours: as a picture, or as a graph for Graphviz.
    PlotContent plotContent() const;
    /// What the menu of a layer's box has of the tree: they act on the layer that is chosen.
    void setLayerActions(QMenu* setPolicy, const QList<QAction*>& actions);
    /// Shows the operations of chosenLayer(); it is at the box of that layer, and in its menu.
    void setOperationsAction(QAction* action) { m_operations = action; }
    /// Shows the elements of the chosen tensor; it is in the menu of whatever has one.
    void setElementsAction(QAction* action) { m_elements = action; }
    /// Path of the layer that is chosen, or that has what is; empty: the loss.
    std::string chosenLayer() const;

    /// What an actions' menu of the window takes: export, and colour by difference.
    QList<QAction*> pictureActions() const { return {m_difference, m_export}; }

    const PictureDrawing& drawing() const { return *m_drawing; }
    /// A fold opens or closes, a layer is opened.
    void activate(const PictureItem& item);
    /// The chooser of the tree, at the mark of the box.
    void choosePolicy(const PictureItem& item);

    QSize sizeHint() const override;

signals:
    void tensorChosen(const ulpscope::ui::LayerTensor& tensor);
    /// Path of the layer.
    void layerOpened(const std::string& path);
    void editRefused(const QString& message);

protected:
    void redraw() override;
    void walkTo(const PictureItem& item) override;
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void takeSession();
    void takeRun();
    void onGrew();
    PictureContent content() const;
    bool isByDifference() const { return m_byDifference && m_ghostLosses.run(); }
    std::optional<GraphLosses> ghostLosses() const
    {
        return isByDifference() ? std::optional(m_ghostLosses) : std::nullopt;
    }
    void setFold(std::size_t fold, bool isOpen);
    void closeChooser();
    void fillMenu(QMenu& menu, const PictureItem& item);
    /// The box whose operations are shown, and where the button for that is; none of what has no operations.
    PictureItem opensInto() const;
    QRectF openerOf(const PictureItem& box) const;
    bool isAtOpener(const QPoint& place) const;

    Document& m_document;
    const ShownRun& m_shown;
    LayerTreeModel* m_layers;
    LayerPolicyDelegate* m_delegate;
    QWidget* m_chooser = nullptr; ///< of a policy, while it is open
    LayerPlace m_chosenFor;
    QMenu* m_setPolicy = nullptr;
    QList<QAction*> m_layerActions;
    QAction* m_operations = nullptr;
    QAction* m_elements = nullptr;
    QAction* m_export;
    QAction* m_difference;
    QTimer m_repaint;
    ModelGraph m_graph;
    std::vector<std::size_t> m_opened;
    GraphLosses m_losses;
    GraphLosses m_ghostLosses;
    std::unique_ptr<PictureDrawing> m_drawing;
    std::optional<LayerTensor> m_chosen;
    bool m_byDifference = false;
};

} // namespace ulpscope::ui
