// SPDX-License-Identifier: GPL-3.0-or-later
// What model and reference make of single examples.
#pragma once

#include "ui/data/data_panel.h"
#include "ui/data/models/continued_text.h"

#include <QStyledItemDelegate>

class QCheckBox;
class QLabel;
class QListView;

namespace ulpscope::ui {

class MetricTableModel;
class MetricView;

// A table of test examples, the worst of this run first, with what both lanes say of each: for data that is no picture. Of a text
// also how each lane writes on.
class ExamplePanel : public DataPanel
{
    Q_OBJECT
public:
    explicit ExamplePanel(QWidget* parent = nullptr);

    EvaluationQuestion question(const DataSample& sample) const override;
    QString present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run) override;
    void copyPicture() override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void writeOn();

    ContinuedText m_text;
    QLabel* m_written; ///< of a text
    MetricTableModel* m_model;
    MetricView* m_view;
};

class PictureListModel;

// Images of the test data with their class and what both lanes say, the worst of this run first; all, or those alone of which the
// lanes say different classes.
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
