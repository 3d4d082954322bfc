// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/picture_delegate.h"

#include "ui/data/models/picture_list_model.h"
#include "ui/look/theme.h"

#include <QApplication>
#include <QPainter>

namespace ulpscope::ui {

namespace {

constexpr int kPictureSide = 84;
constexpr int kPadding = 6;
constexpr int kCharacters = 19; ///< characters for which a line has room

} // namespace

QSize PictureDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int lines = index.data(PictureListModel::ReferenceRole).toString().isEmpty() ? 2 : 3;
    const int text = kCharacters * option.fontMetrics.averageCharWidth();
    return {std::max(kPictureSide, text) + 2 * kPadding,
        kPictureSide + lines * option.fontMetrics.lineSpacing() + 3 * kPadding};
}

void PictureDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    const QPalette& palette = option.palette;
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    if (isSelected)
        painter->fillRect(option.rect, palette.highlight());
    const QRect inside = option.rect.adjusted(kPadding, kPadding, -kPadding, -kPadding);
    const QRect picture(inside.center().x() - kPictureSide / 2, inside.top(), kPictureSide, kPictureSide);
    painter->drawImage(picture, index.data(Qt::DecorationRole).value<QImage>());
    if (index.data(PictureListModel::IsDisagreementRole).toBool()) {
        painter->setPen(QPen(severityColor(Severity::Warning, palette), 2));
        painter->drawRect(option.rect.adjusted(2, 2, -3, -3));
    }
    int top = picture.bottom() + kPadding;
    const auto line = [&](const QString& text, bool isBold, bool isWrong) {
        QFont font = option.font;
        font.setBold(isBold);
        painter->setFont(font);
        painter->setPen(isSelected ? palette.color(QPalette::HighlightedText)
                : isWrong          ? severityColor(Severity::Warning, palette)
                                   : palette.color(QPalette::Text));
        const QRect row(inside.left(), top, inside.width(), option.fontMetrics.lineSpacing());
        painter->drawText(row, Qt::AlignHCenter | Qt::AlignVCenter,
            QFontMetrics(font).elidedText(text, Qt::ElideRight, row.width()));
        top += row.height();
    };
    const auto judged = [&](int said, int wrong, const QString& sign) {
        const bool isWrong = index.data(wrong).toBool();
        line(sign + (isWrong ? QStringLiteral(" ✗ ") : QStringLiteral(" ✓ ")) + index.data(said).toString(),
            false, isWrong);
    };
    line(index.data(PictureListModel::RightRole).toString(), true, false);
    judged(PictureListModel::SaidRole, PictureListModel::IsWrongRole, tr("run"));
    if (!index.data(PictureListModel::ReferenceRole).toString().isEmpty())
        judged(PictureListModel::ReferenceRole, PictureListModel::IsReferenceWrongRole, tr("f64"));
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        QStyleOptionFocusRect focus;
        focus.QStyleOption::operator=(option);
        QApplication::style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter);
    }
    painter->restore();
}

} // namespace ulpscope::ui
