// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/loss_scale_text.h"

#include "engine/base/number_text.h"
#include "engine/scaling/loss_scale.h"
#include "ui/look/models/display_text.h"

#include <QRegularExpression>

#include <cmath>

namespace ulpscope::ui {

namespace {

std::optional<double> parseScale(const QString& text)
{
    static const QRegularExpression power(QStringLiteral("^2\\s*(?:\\^|\\*\\*)\\s*(-?\\d{1,4})$"));
    if (const QRegularExpressionMatch match = power.match(text); match.hasMatch())
        return std::ldexp(1.0, match.captured(1).toInt());
    return parseNumber(text.toStdString());
}

} // namespace

QString lossScaleText(const Component& lossScale)
{
    const LossScaleClass* row = findRow(lossScaleCatalog(), lossScale.className);
    QString text = toQt(lossScale.className);
    if (!row || row->parameters.empty())
        return text;
    const ParameterSpec& parameter = row->parameters.front();
    const ParameterValue* value = lossScale.config.find(parameter.name);
    const ParameterValue& scale = value ? *value : parameter.defaultValue;
    int exponent = 0;
    if (const double* number = std::get_if<double>(&scale);
        number && *number > 65536 && std::frexp(*number, &exponent) == 0.5)
        return QString(text + QStringLiteral(" 2^") + QString::number(exponent - 1));
    return text + QLatin1Char(' ') + parameterText(scale);
}

Result<Component> parseLossScale(const QString& text, const Component& current)
{
    const QString trimmed = text.trimmed();
    if (const std::optional<double> scale = parseScale(trimmed))
        return parseLossScale(QStringLiteral("fixed ") + trimmed, current);
    const qsizetype space = trimmed.indexOf(QLatin1Char(' '));
    const std::string word = (space < 0 ? trimmed : trimmed.left(space)).toLower().toStdString();
    const Result<const LossScaleClass*> row = rowByName(lossScaleCatalog(), "loss scale", word);
    if (!row)
        return row.error();
    Component result{word, current.className == word ? current.config : Config()};
    if (space >= 0) {
        const QString number = trimmed.mid(space + 1).trimmed();
        const std::optional<double> scale = parseScale(number);
        if (!scale || (*row)->parameters.empty())
            return Error{"loss scale",
                "expected \"none\", \"auto\", \"fixed 1024\", \"dynamic 2^15\" or another rule, got \""
                    + trimmed.toStdString() + '"'};
        result.config.set((*row)->parameters.front().name, *scale);
    }
    const std::span<const LossScaleClass> rows = lossScaleCatalog();
    return checkComponent(rows, "loss scale", result);
}

QStringList commonLossScales()
{
    return {QStringLiteral("none"), QStringLiteral("auto"), QStringLiteral("dynamic 32768"),
        QStringLiteral("tf_keras 32768"), QStringLiteral("grad_scaler 65536"), QStringLiteral("fixed 1"),
        QStringLiteral("fixed 128"), QStringLiteral("fixed 1024"), QStringLiteral("fixed 65536"),
        QStringLiteral("fixed 2^20")};
}

} // namespace ulpscope::ui
