// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a layer's operations: a pass below the other, each laid out as the model is, and ready to be painted on the screen or into
// a file.
#pragma once

#include "engine/train/operation_counts.h"
#include "ui/picture/models/graph_layout.h"
#include "ui/picture/models/operation_graph.h"
#include "ui/picture/picture_ink.h"
#include "ui/picture/picture_items.h"

#include <QCoreApplication>
#include <QPalette>

#include <memory>
#include <optional>

class QPainter;

namespace ulpscope::ui {

class OperationDrawing : public ItemDrawing
{
    Q_DECLARE_TR_FUNCTIONS(OperationDrawing)
public:
    /// counts: of the same step; null: none are known.
    OperationDrawing(
        OperationGraph graph, std::shared_ptr<const OperationCounts> counts, const QFont& font, double width);

    QSizeF size() const override { return m_size; }
    const std::vector<PictureItem>& items() const override { return m_items; }
    /// Where an edge is, the box that it comes from.
    PictureItem itemAt(const QPointF& place) const override;
    QRectF rectOf(const PictureItem& item) const override;
    /// Left and Right walk the operations in the order of computation, Up and Down to the next above or below.
    PictureItem beside(const PictureItem& item, Qt::Key key) const override;
    QString nameOf(const PictureItem& item) const override;
    QString tip(const PictureItem& item) const override;
    QString summary() const override;

    const OperationGraph& graph() const { return m_graph; }
    const OperationBox& boxOf(const PictureItem& item) const { return *m_boxes[item.index].box; }
    /// The box that has the value, or stands for it.
    PictureItem itemOf(graph::ValueId value) const;

    void paint(QPainter& painter, const QPalette& palette, const PictureItem& current = {}) const;

private:
    struct PlacedBox
    {
        const OperationBox* box;
        Pass pass;
        QRectF place;
        std::size_t rank;
        std::optional<OperationCount> loss; ///< the worst of those inside
    };
    struct PlacedEdge
    {
        std::size_t from;
        std::size_t to;
        graph::ValueId value;
        std::vector<QPointF> way;
        QRectF mark;
    };
    struct Heading
    {
        Pass pass;
        double top;
    };

    double placePart(const OperationPart& part, double top, double width);
    /// widest: in lines of text.
    LayoutBox sizeOf(const OperationBox& box, int edgesIn, double widest) const;
    std::vector<std::string> castOf(const OperationBox& box) const;
    QString secondLine(const OperationBox& box) const;
    static QString lossText(const std::optional<OperationCount>& loss);
    std::optional<OperationCount> worstOf(const OperationBox& box) const;
    QString operandsText(graph::ValueId value) const;
    void paintBox(QPainter& painter, const PlacedBox& placed, const PictureInk& ink, const QPalette& palette,
        bool isCurrent) const;

    OperationGraph m_graph;
    std::shared_ptr<const OperationCounts> m_counts;
    QFont m_font;
    QFont m_bold;
    double m_line;
    std::vector<PlacedBox> m_boxes;
    std::vector<PlacedEdge> m_edges;
    std::vector<Heading> m_headings;
    std::vector<PictureItem> m_items;
    QSizeF m_size;
};

} // namespace ulpscope::ui
