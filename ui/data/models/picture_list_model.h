// SPDX-License-Identifier: GPL-3.0-or-later
// Images of judged examples as a list: the image, and in words its class and what both lanes say.
#pragma once

#include "ui/data/models/judged_examples.h"

#include <QAbstractListModel>
#include <QImage>

#include <memory>

namespace ulpscope::ui {

/// An example as an image: grey, or of three channels; from the least to the largest of its numbers. NaN is black.
QImage imageOf(const Examples& examples, const DataSample& sample, std::int64_t index);

class PictureListModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role {
        RightRole = Qt::UserRole + 1, ///< the class that it is of
        SaidRole, ///< the decision of this run
        ReferenceRole, ///< the class that the float64 reference predicts; empty without a reference
        IsWrongRole, ///< bool: this run says another class
        IsReferenceWrongRole,
        IsDisagreementRole ///< bool: the lanes say different classes
    };

    using QAbstractListModel::QAbstractListModel;

    void setExamples(JudgedExamples judged, std::shared_ptr<const Evaluation> evaluation, DataSample sample);
    void setOnlyDisagreements(bool only);
    const JudgedExamples& judged() const { return m_judged; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    void list();

    JudgedExamples m_judged;
    std::shared_ptr<const Evaluation> m_evaluation;
    DataSample m_sample;
    bool m_onlyDisagreements = false;
    std::vector<std::size_t> m_rows; ///< places in worstFirst
};

} // namespace ulpscope::ui
