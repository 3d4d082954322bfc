// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the picture of a model, on the screen and into files by the same code.
#pragma once

#include "ui/look/plot_content.h"
#include "ui/picture/picture_drawing.h"
#include "ui/picture/picture_ink.h"

#include <QPalette>

#include <memory>

class QPainter;

namespace ulpscope::ui {

class PicturePainter
{
    Q_DECLARE_TR_FUNCTIONS(PicturePainter)
public:
    /// `drawing` must outlive the painter.
    PicturePainter(const PictureDrawing& drawing, const QPalette& palette);

    /// current: with the keys' frame; chosen: highlighted.
    void paint(QPainter& painter, const PictureItem& current = {}, const PictureItem& chosen = {}) const;

private:
    void paintFlow(QPainter& painter, const PictureFlow& flow, bool isChosen) const;
    void paintBox(QPainter& painter, std::size_t box, bool isChosen) const;
    void paintWell(QPainter& painter, std::size_t box) const;
    void paintMark(
        QPainter& painter, const QRectF& place, const std::vector<std::string>& formats, bool isFramed) const;
    void paintCross(QPainter& painter, const QPointF& centre, bool isStrong, bool isRinged) const;

    const PictureDrawing& m_drawing;
    const PictureContent& m_content;
    const ShownGraph& m_shown;
    PictureInk m_ink;
    QPalette m_palette;
    QFont m_font;
    QFont m_bold;
    double m_line; ///< height of a line of text
};

/// As files and paper have it, whatever the theme.
PlotContent lightContent(std::shared_ptr<const PictureDrawing> drawing);

} // namespace ulpscope::ui
