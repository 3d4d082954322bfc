// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/models/data_kind.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

namespace ulpscope::ui {

namespace {

constexpr std::int64_t kLargestPicture = 1024; ///< pixels along a side
constexpr std::int64_t kSmallestPicture = 4;

} // namespace

bool isPlane(const DataSample& sample)
{
    return sample.featureShape == std::vector<std::int64_t>{2} && sample.targetsPerExample == 1;
}

bool isCurve(const DataSample& sample)
{
    return sample.featureShape == std::vector<std::int64_t>{1} && sample.targetsPerExample == 1
        && sample.classes == 0;
}

bool arePictures(const DataSample& sample)
{
    const std::vector<std::int64_t>& shape = sample.featureShape;
    const auto isSide
        = [](std::int64_t extent) { return extent >= kSmallestPicture && extent <= kLargestPicture; };
    const bool hasChannels = shape.size() == 3 && (shape[2] == 1 || shape[2] == 3);
    return (shape.size() == 2 || hasChannels) && isSide(shape[0]) && isSide(shape[1]);
}

bool isText(const DataSample& sample)
{
    return sample.featureShape.size() == 1 && sample.targetsPerExample == sample.featureShape[0]
        && sample.classes > 0 && std::int64_t(sample.classNames.size()) == sample.classes;
}

QString columnLabel(const std::vector<NumberColumn>& columns, std::size_t column)
{
    if (column >= columns.size())
        return {};
    const NumberColumn& row = columns[column];
    const QString name = toQt(row.text.empty() ? row.name : row.name + ": " + row.text);
    return row.isNormalized() ? tr("%1, normalized").arg(name) : name;
}

QString classText(const DataSample& sample, std::size_t classNumber)
{
    if (classNumber >= sample.classNames.size())
        return QString::number(classNumber);
    const std::string& name = sample.classNames[classNumber];
    return isText(sample) ? characterText(name) : toQt(name);
}

QString characterText(const std::string& byte)
{
    const auto code = static_cast<unsigned char>(byte.empty() ? '\0' : byte.front());
    if (code == '\n')
        return QStringLiteral("⏎");
    if (code == ' ')
        return QStringLiteral("␣");
    if (code < 0x20 || code > 0x7e)
        return QStringLiteral("\\x%1").arg(uint(code), 2, 16, QLatin1Char('0'));
    return QString(QLatin1Char(char(code)));
}

} // namespace ulpscope::ui
