// SPDX-License-Identifier: GPL-3.0-or-later
// What keys, pointer and screen readers need of a picture: its items, where they are and what is said of them.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <cstddef>
#include <vector>

namespace ulpscope::ui {

/// Something in a picture that can be chosen.
struct PictureItem
{
    enum class Kind { None, Box, Forward, Gradient, Weights, WeightGradient };

    Kind kind = Kind::None;
    std::size_t index = 0; ///< of the picture's boxes, of flows between boxes its edges

    explicit operator bool() const { return kind != Kind::None; }
    bool operator==(const PictureItem&) const = default;
};

class ItemDrawing
{
public:
    ItemDrawing() = default;
    Q_DISABLE_COPY_MOVE(ItemDrawing)
    virtual ~ItemDrawing() = default;

    virtual QSizeF size() const = 0;
    /// All items, in the order of Home to End.
    virtual const std::vector<PictureItem>& items() const = 0;
    virtual PictureItem itemAt(const QPointF& place) const = 0;
    /// Where it is, as a rectangle around what is drawn of it; null of what is not in the picture.
    virtual QRectF rectOf(const PictureItem& item) const = 0;
    /// Where an arrow key leads from there: up to one step; the same item at the end.
    virtual PictureItem beside(const PictureItem& item, Qt::Key key) const = 0;
    /// "dense_1", "3 x block of 7 layers"
    virtual QString nameOf(const PictureItem& item) const = 0;
    /// Several lines with the exact numbers.
    virtual QString tip(const PictureItem& item) const = 0;
    /// One sentence on all of it.
    virtual QString summary() const = 0;

    /// One line, for a screen reader.
    QString spokenText(const PictureItem& item) const
    {
        return tip(item).replace(QLatin1Char('\n'), QStringLiteral("; "));
    }
};

} // namespace ulpscope::ui
