// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a model, laid out and ready to be painted: on the screen and in files by the same code. It knows where each of its
// items is and what is said of it.
#pragma once

#include "ui/picture/models/graph_layout.h"
#include "ui/picture/models/graph_losses.h"
#include "ui/picture/models/model_graph.h"

#include <QCoreApplication>
#include <QFont>
#include <QPalette>

#include <optional>
#include <string>
#include <vector>

class QPainter;

namespace ulpscope::ui {

/// Something in the picture that can be chosen.
struct PictureItem
{
    enum class Kind { None, Box, Forward, Gradient, Weights, WeightGradient };

    Kind kind = Kind::None;
    std::size_t index = 0; ///< of ShownGraph::boxes, of flows between boxes ShownGraph::edges

    explicit operator bool() const { return kind != Kind::None; }
    bool operator==(const PictureItem&) const = default;
};

/// Everything that the picture is made from.
struct PictureContent
{
    ModelGraph graph;
    std::vector<std::size_t> opened; ///< folds
    GraphLosses losses;
    std::optional<GraphLosses> ghost; ///< colours tell how much more is lost than there
    QString lossScale; ///< as the session has it: "dynamic 32768"; empty: none
};

class PictureDrawing
{
    Q_DECLARE_TR_FUNCTIONS(PictureDrawing)
public:
    PictureDrawing(PictureContent content, const QFont& font, const QPalette& palette, double width);

    /// Other numbers of the same graph; nothing moves.
    void setLosses(GraphLosses losses, std::optional<GraphLosses> ghost);

    QSizeF size() const { return m_places.size; }
    const GraphPlaces& places() const { return m_places; }
    const ShownGraph& shown() const { return m_shown; }
    const PictureContent& content() const { return m_content; }

    /// current: with the keys' frame; chosen: highlighted.
    void paint(QPainter& painter, const PictureItem& current = {}, const PictureItem& chosen = {}) const;

    /// All items, column by column from left to right, from the top down; row by row.
    const std::vector<PictureItem>& items() const { return m_items; }
    PictureItem itemAt(const QPointF& place) const;
    /// Where it is, as a rectangle around what is drawn of it.
    QRectF rectOf(const PictureItem& item) const;
    /// The mark with the compute dtype, where a policy is chosen; of a box.
    QRectF markOf(std::size_t box) const;
    /// Where an arrow key leads from there: up to one step; the same item at the end.
    PictureItem beside(const PictureItem& item, Qt::Key key) const;

    /// The tensor that a click chooses; none of the loss.
    std::optional<LayerTensor> tensorOf(const PictureItem& item) const;
    /// The item that shows the tensor, or what it is folded into.
    PictureItem itemOf(const LayerTensor& tensor) const;
    /// The box or the composite whose policy is the mark's; none where there is no policy to choose.
    std::optional<LayerPlace> policyPlaceOf(const PictureItem& item) const;
    /// Path of the layer of a box or of a flow into it; empty of the loss.
    std::string layerOf(const PictureItem& item) const;
    std::optional<std::size_t> foldOf(const PictureItem& item) const;

    /// "dense_1", "3 x block of 7 layers"
    QString nameOf(const PictureItem& item) const;
    /// One line, for a screen reader.
    QString spokenText(const PictureItem& item) const;
    /// Several lines with the exact numbers.
    QString tip(const PictureItem& item) const;
    /// One sentence on all of it.
    QString summary() const;

private:
    struct Flow
    {
        PictureItem item;
        std::vector<QPointF> way;
        std::vector<std::string> formats;
        std::vector<LayerTensor> tensors; ///< of several the worst is shown, and chosen
        QRectF mark;
        QRectF number; ///< where the share is written
        TensorLoss loss; ///< the worst of them
        std::optional<double> before; ///< share of the ghost's worst
    };
    struct Look
    {
        QString name;
        QString detail;
        std::string dtype; ///< empty: several
        QString policy;
        bool hasPolicy = false;
        bool isBold = false;
        std::optional<Severity> problem;
    };

    void measure(double width);
    Look lookOf(const ShownBox& box) const;
    void placeFlows();
    void order();
    void takeLosses();
    bool hidesBirthplace(std::size_t box) const;
    void paintCross(QPainter& painter, const QPointF& centre, bool isStrong, bool isRinged) const;
    const Flow* flowOf(const PictureItem& item) const;
    TensorLoss worst(const std::vector<LayerTensor>& tensors, const GraphLosses& losses) const;
    std::optional<LayerTensor> worstTensor(const std::vector<LayerTensor>& tensors) const;
    std::optional<double> shown(const Flow& flow) const;
    void paintFlow(QPainter& painter, const Flow& flow, bool isChosen) const;
    void paintBox(QPainter& painter, std::size_t box, bool isChosen) const;
    void paintMark(QPainter& painter, const QRectF& place, const std::vector<std::string>& formats) const;
    double markWidth(const std::vector<std::string>& formats) const;
    QRectF boxPart(std::size_t box) const;
    QRectF wellOf(std::size_t box) const;
    QString flowText(const Flow& flow, bool isLong) const;

    PictureContent m_content;
    ShownGraph m_shown;
    QFont m_font;
    QFont m_bold;
    QPalette m_palette;
    GraphPlaces m_places;
    std::vector<Look> m_looks;
    std::vector<Flow> m_flows;
    std::vector<PictureItem> m_items;
    double m_boxHeight = 0; ///< without its weights
    double m_line = 0; ///< height of a line of text
};

} // namespace ulpscope::ui
