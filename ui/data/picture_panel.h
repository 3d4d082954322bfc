// SPDX-License-Identifier: GPL-3.0-or-later
// Images of the test data with their class and what both lanes say, the worst of this run first; all, or those alone of which the
// lanes say different classes.
#pragma once

#include "ui/data/data_panel.h"

#include <QStyledItemDelegate>

class QCheckBox;
class QListView;

namespace ulpscope::ui {

class PictureListModel;

// Paints an image with its class and what both lanes say below it, each with a sign for right or wrong, and a frame where they
// say different classes.
class PictureDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

class PicturePanel : public DataPanel
{
    Q_OBJECT
public:
    explicit PicturePanel(QWidget* parent = nullptr);

    EvaluationQuestion question(const DataSample& sample) const override;
    QString present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run) override;
    void copyPicture() override;

private:
    void readCurrent();

    PictureListModel* m_model;
    QCheckBox* m_onlyDisagreements;
    QListView* m_view;
};

} // namespace ulpscope::ui
