// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a model, laid out and ready to be painted: where each of its items is and what is said of it.
#pragma once

#include "ui/picture/models/graph_layout.h"
#include "ui/picture/models/graph_losses.h"
#include "ui/picture/models/model_graph.h"
#include "ui/picture/picture_ink.h"
#include "ui/picture/picture_items.h"

#include <QCoreApplication>
#include <QFont>

#include <optional>
#include <string>
#include <vector>

namespace ulpscope::ui {

/// Everything that the picture is made from.
struct PictureContent
{
    ModelGraph graph;
    std::vector<std::size_t> opened; ///< folds
    GraphLosses losses;
    std::optional<GraphLosses>
        ghost; ///< colours tell how much more is lost than there, frames what has another dtype
    QString lossScale; ///< as the session has it: "dynamic 32768"; empty: none
};

/// A tensor, or several, on the way between or into boxes.
struct PictureFlow
{
    PictureItem item;
    std::vector<QPointF> way;
    std::vector<std::string> formats;
    std::vector<std::string> formatsThere; ///< of the other run; empty: the same
    std::vector<LayerTensor> tensors; ///< of several the worst is shown, and chosen
    QRectF mark;
    QRectF number; ///< where the share is written
    TensorLoss loss; ///< the worst of them
    std::optional<double> before; ///< share of the ghost's worst
};

/// What is written in a box.
struct PictureLook
{
    QString name;
    QString detail;
    std::string dtype; ///< empty: several
    std::string dtypeThere; ///< of the other run; empty: the same
    QString policy;
    bool hasPolicy = false;
    bool isBold = false;
    std::optional<Severity> problem;
};

class PictureDrawing : public ItemDrawing
{
    Q_DECLARE_TR_FUNCTIONS(PictureDrawing)
public:
    static constexpr double kPadding = 6; ///< in a box

    PictureDrawing(PictureContent content, const QFont& font, double width);

    /// Other numbers of the same graph; nothing moves.
    void setLosses(GraphLosses losses, std::optional<GraphLosses> ghost);

    QSizeF size() const override { return m_places.size; }
    const GraphPlaces& places() const { return m_places; }
    const ShownGraph& shown() const { return m_shown; }
    const PictureContent& content() const { return m_content; }

    const std::vector<PictureFlow>& flows() const { return m_flows; }
    const PictureFlow* flowOf(const PictureItem& item) const;
    const PictureLook& look(std::size_t box) const { return m_looks[box]; }
    const QFont& font() const { return m_font; }
    const QFont& boldFont() const { return m_bold; }
    double lineHeight() const { return m_line; }

    /// All items, column by column from left to right, from the top down; row by row.
    const std::vector<PictureItem>& items() const override { return m_items; }
    PictureItem itemAt(const QPointF& place) const override;
    QRectF rectOf(const PictureItem& item) const override;
    /// The mark with the compute dtype, where a policy is chosen; of a box.
    QRectF markOf(std::size_t box) const;
    /// A box without its weights, and the well below it that they are in; null without weights.
    QRectF boxPart(std::size_t box) const;
    QRectF wellOf(std::size_t box) const;
    double markWidth(const std::vector<std::string>& formats) const
    {
        return pictureMarkWidth(m_bold, formats);
    }
    PictureItem beside(const PictureItem& item, Qt::Key key) const override;

    /// The tensor that a click chooses; none of the loss.
    std::optional<LayerTensor> tensorOf(const PictureItem& item) const;
    /// The item that shows the tensor, or what it is folded into.
    PictureItem itemOf(const LayerTensor& tensor) const;
    /// The box or the composite whose policy is the mark's; none where there is no policy to choose.
    std::optional<LayerPlace> policyPlaceOf(const PictureItem& item) const;
    /// Path of the layer of a box or of a flow into it; empty of the loss.
    std::string layerOf(const PictureItem& item) const;
    std::optional<std::size_t> foldOf(const PictureItem& item) const;

    /// Percent, or with a ghost how many points more; nothing where nothing is known.
    std::optional<double> shownShare(const PictureFlow& flow) const;
    /// Empty where there is nothing to tell.
    QString flowText(const PictureFlow& flow, bool isLong) const;
    /// Whether the first value that is not finite arose in one of its boxes, at none of the flows that are seen.
    bool hidesBirthplace(std::size_t box) const;
    QString nameOf(const PictureItem& item) const override;
    QString tip(const PictureItem& item) const override;
    QString summary() const override;

private:
    void measure(double width);
    PictureLook lookOf(const ShownBox& box) const;
    void placeFlows();
    void order();
    void takeLosses();
    TensorLoss worst(const std::vector<LayerTensor>& tensors, const GraphLosses& losses) const;
    std::optional<LayerTensor> worstTensor(const std::vector<LayerTensor>& tensors) const;

    PictureContent m_content;
    ShownGraph m_shown;
    QFont m_font;
    QFont m_bold;
    GraphPlaces m_places;
    std::vector<PictureLook> m_looks;
    std::vector<PictureFlow> m_flows;
    std::vector<PictureItem> m_items;
    double m_boxHeight = 0; ///< without its weights
    double m_line = 0; ///< height of a line of text
    double m_gap = 0; ///< between two boxes, at least
};

} // namespace ulpscope::ui
