// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/models/picture_list_model.h"

#include "ui/look/models/display_text.h"

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr std::size_t kMaxPictures = 60; ///< pictures in the list at most

} // namespace

QImage imageOf(const Examples& examples, const DataSample& sample, std::int64_t index)
{
    const auto height = int(sample.featureShape[0]);
    const auto width = int(sample.featureShape[1]);
    const int channels = sample.featureShape.size() == 3 ? int(sample.featureShape[2]) : 1;
    const auto numbers = std::size_t(sample.featuresPerExample());
    const auto pixels = std::span(examples.features).subspan(std::size_t(index) * numbers, numbers);
    float low = std::numeric_limits<float>::infinity();
    float high = -low;
    for (const float pixel : pixels) {
        if (!std::isfinite(pixel))
            continue;
        low = std::min(low, pixel);
        high = std::max(high, pixel);
    }
    const auto level = [&](int at) {
        const float pixel = pixels[std::size_t(at)];
        return std::isfinite(pixel) && high > low ? int(std::lround(255 * (pixel - low) / (high - low))) : 0;
    };
    QImage image(width, height, QImage::Format_RGB32);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const int at = (y * width + x) * channels;
            image.setPixel(x, y,
                channels == 3 ? qRgb(level(at), level(at + 1), level(at + 2))
                              : qRgb(level(at), level(at), level(at)));
        }
    return image;
}

void PictureListModel::setExamples(
    JudgedExamples judged, std::shared_ptr<const Evaluation> evaluation, DataSample sample)
{
    beginResetModel();
    m_judged = std::move(judged);
    m_evaluation = std::move(evaluation);
    m_sample = std::move(sample);
    list();
    endResetModel();
}

void PictureListModel::setOnlyDisagreements(bool only)
{
    beginResetModel();
    m_onlyDisagreements = only;
    list();
    endResetModel();
}

void PictureListModel::list()
{
    m_rows.clear();
    for (std::size_t i = 0; i < m_judged.worstFirst.size() && m_rows.size() < kMaxPictures; ++i)
        if (!m_onlyDisagreements || m_judged.worstFirst[i].isDisagreement)
            m_rows.push_back(i);
}

int PictureListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant PictureListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const JudgedExample& example = m_judged.worstFirst[m_rows[std::size_t(index.row())]];
    const QString right = saidText(m_sample, example.right);
    const QString said = saidText(m_sample, example.said);
    const QString reference = m_judged.hasReference ? saidText(m_sample, example.referenceSaid) : QString();
    switch (role) {
    case Qt::DecorationRole:
        return imageOf(*m_evaluation->examples, m_sample, example.index);
    case Qt::DisplayRole: // read by screen readers and searched by typing
    case Qt::ToolTipRole: {
        QString text = tr("%1: this run says %2").arg(right, said);
        if (m_judged.hasReference)
            text += tr(", float64 says %1").arg(reference);
        text += tr("; loss %1").arg(numberText(example.loss));
        if (example.referenceLoss)
            text += tr(", in float64 %1").arg(numberText(*example.referenceLoss));
        return text;
    }
    case RightRole:
        return right;
    case SaidRole:
        return said;
    case ReferenceRole:
        return reference;
    case IsWrongRole:
        return example.said != example.right;
    case IsReferenceWrongRole:
        return m_judged.hasReference && example.referenceSaid != example.right;
    case IsDisagreementRole:
        return example.isDisagreement;
    default:
        return {};
    }
}

} // namespace ulpscope::ui
