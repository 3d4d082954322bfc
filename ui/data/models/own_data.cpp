// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/models/own_data.h"

#include "engine/base/shown_text.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QLocale>
#include <QStringList>

namespace ulpscope::ui {

namespace {

constexpr std::size_t kNamedClasses = 4;

/// How many values of the features are NaN or infinite, as far as they reach the model.
std::int64_t nonFiniteFeatures(const DataProfile& profile, const DataChoice& choice)
{
    if (const FieldProfile* features = featureArray(profile, choice))
        return features->missing + features->infinite;
    std::int64_t count = 0;
    for (const FieldProfile* column : featureColumns(profile, choice))
        count += column->infinite;
    return count;
}

/// "Dense 32 relu"
QString layerText(const LayerSpec& layer)
{
    QString text = toQt(layer.className);
    if (layer.className == "InputLayer")
        return OwnData::tr("input %1")
            .arg(parameterText(*layer.config.find("shape"))
                     .replace(QStringLiteral(", "), QStringLiteral(" × ")));
    for (const char* name : {"units", "activation"})
        if (const ParameterValue* value = layer.config.find(name))
            text += QLatin1Char(' ') + parameterText(*value);
    return text;
}

/// "input 4 → Dense 32 relu → Dense 3"; of a text's model, which has branches, how many layers.
QString modelText(const ModelSpec& model)
{
    if (!model.isSequential())
        return OwnData::tr("a transformer of %1 layers").arg(model.layers.size());
    QStringList layers;
    for (const LayerSpec& layer : model.layers)
        layers += layerText(layer);
    return layers.join(QStringLiteral(" → "));
}

} // namespace

OwnData::OwnData(QObject* parent)
    : QObject(parent)
{
    connect(&m_aside, &Aside::failed, this, &OwnData::fail);
}

void OwnData::read(DataSource source)
{
    m_source = std::move(source);
    m_state = State::Reading;
    m_aside.ask([this, asked = m_source](const std::stop_token& stop) -> Aside::Answer {
        return [this, profile = std::make_shared<Result<DataProfile>>(profileData(asked, stop))] {
            take(*profile);
        };
    });
    emit changed();
}

void OwnData::cancel()
{
    m_aside.cancel();
    m_state = State::Empty;
}

void OwnData::take(const Result<DataProfile>& profile)
{
    if (!profile) {
        fail(engineText(profile.error()));
        return;
    }
    m_profile = std::make_shared<const DataProfile>(*profile);
    m_state = State::Ready;
    choose(guessChoice(*m_profile));
}

void OwnData::fail(const QString& message)
{
    m_error = message;
    m_state = State::Failed;
    emit changed();
}

void OwnData::choose(DataChoice choice)
{
    m_choice = std::move(choice);
    m_session = fittedSession(*m_profile, m_choice);
    emit changed();
}

void OwnData::chooseTarget(const std::string& name)
{
    choose(guessChoice(*m_profile, name));
}

void OwnData::setUsed(const std::string& column, bool isUsed)
{
    DataChoice choice = m_choice;
    std::erase(choice.without, column);
    if (!isUsed)
        choice.without.push_back(column);
    choose(std::move(choice));
}

QString fileSizeText(std::uint64_t bytes)
{
    return QLocale::c().formattedDataSize(qint64(bytes), 1);
}

QString foundText(const DataProfile& profile)
{
    const QString size = fileSizeText(profile.bytes);
    const auto count = std::int64_t(profile.fields.size());
    switch (profile.kind) {
    case DataFileKind::Csv:
        return OwnData::tr("%1 of %2, %3")
            .arg(countedText(profile.examples, OwnData::tr("line"), OwnData::tr("lines")),
                countedText(count, OwnData::tr("column"), OwnData::tr("columns")), size);
    case DataFileKind::Npz:
        return OwnData::tr("NPZ file of %1, %2")
            .arg(countedText(count, OwnData::tr("array"), OwnData::tr("arrays")), size);
    case DataFileKind::Npy:
    case DataFileKind::Idx:
        return OwnData::tr("%1 file, %2 along the first axis, %3")
            .arg(profile.kind == DataFileKind::Npy ? QStringLiteral("NPY") : QStringLiteral("IDX"),
                countText(profile.examples), size);
    case DataFileKind::Text:
        break;
    }
    return OwnData::tr("Text of %1, %2 different ones, %3")
        .arg(countedText(profile.examples, OwnData::tr("character"), OwnData::tr("characters")),
            countText(profile.fields[0].distinct), size);
}

QString classesText(const DataProfile& profile, const DataChoice& choice)
{
    DataChoice asClasses = choice;
    asClasses.isClassification = true;
    const Result<DataShape> shape = shapeOf(profile, asClasses);
    if (!shape || shape->classes == 0)
        return OwnData::tr("Classification");
    QString text = OwnData::tr("Classification: %1")
                       .arg(countedText(shape->classes, OwnData::tr("class"), OwnData::tr("classes")));
    const FieldProfile* target = profile.field(choice.target);
    if (target == nullptr || target->labels.empty())
        return text;
    QStringList names;
    for (const std::string& label : target->labels) {
        if (std::size_t(names.size()) == kNamedClasses) {
            names += QStringLiteral("…");
            break;
        }
        names += toQt(shownText(label, 20));
    }
    return text + QStringLiteral(" (") + names.join(QStringLiteral(", ")) + QLatin1Char(')');
}

QString outcomeText(const DataProfile& profile, const DataChoice& choice, const SessionSpec& session)
{
    const TrainingSpec& training = session.training;
    const ParameterValue* rate = training.optimizer.config.find("learning_rate");
    QStringList lines{OwnData::tr("Model: %1").arg(modelText(session.model)),
        OwnData::tr("Loss: %1. %2, learning rate %3, %4 %5, in float32 to begin with.")
            .arg(toQt(training.loss.className), toQt(training.optimizer.className),
                rate == nullptr ? QString() : parameterText(*rate),
                countedText(training.steps, OwnData::tr("step"), OwnData::tr("steps")),
                forCount(training.batchSize, OwnData::tr("of %1 example"), OwnData::tr("of %1 examples"))
                    .arg(countText(training.batchSize)))};
    const Config& data = session.data.config;
    if (data.find("missing") != nullptr)
        lines += OwnData::tr(
            "Lines with a missing cell in a column that is used are left out (%1 of %2 lines miss one in any).")
                     .arg(countText(profile.incompleteLines), countText(profile.examples));
    if (data.find("texts") != nullptr)
        lines += OwnData::tr(
            "Each text of a feature's column becomes a feature of its own, 1 where it stands.");
    if (data.find("target_normalization") != nullptr)
        lines += OwnData::tr(
            "The target is standardized too: who always says its mean has a squared error of 1.");
    if (const std::int64_t count = nonFiniteFeatures(profile, choice); count > 0)
        lines += OwnData::tr("⚠ %1 NaN or infinite among the features: the loss becomes NaN with them.")
                     .arg(countedText(count, OwnData::tr("value"), OwnData::tr("values")));
    if (profile.kind == DataFileKind::Idx)
        lines += OwnData::tr("Bytes are divided by 255.");
    if (profile.kind == DataFileKind::Text)
        lines += forCount(choice.context, OwnData::tr("After %1 character it says which comes next."),
            OwnData::tr("After each of %1 characters it says which comes next."))
                     .arg(choice.context);
    else
        lines += OwnData::tr("A fifth of the examples, drawn by the seed, is for testing.");
    return lines.join(QLatin1Char('\n'));
}

} // namespace ulpscope::ui
