// SPDX-License-Identifier: GPL-3.0-or-later
// Optimizers and learning-rate schedules against traces of real Keras: optimizers.jsonl, written by make_optimizers.py.
#include "engine/dtype/rounding.h"
#include "engine/optimizer/learning_rate_schedule.h"
#include "engine/optimizer/optimizer_catalog.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

using namespace ulpscope;

namespace {

/// {"class": ..., parameters}, checked.
Component componentOf(const QJsonObject& json)
{
    Component component{json["class"].toString().toStdString(), {}};
    for (auto member = json.begin(); member != json.end(); ++member) {
        const std::string name = member.key().toStdString();
        const QJsonValue value = member.value();
        if (value.isBool())
            component.config.set(name, value.toBool());
        else if (value.isArray()) {
            std::vector<std::int64_t> list;
            for (const QJsonValue& entry : value.toArray())
                list.push_back(entry.toInt());
            component.config.set(name, list);
        } else if (value.isDouble()) {
            const double number = value.toDouble();
            if (name.ends_with("steps") || name.ends_with("frequency"))
                component.config.set(name, static_cast<std::int64_t>(number));
            else
                component.config.set(name, number);
        }
    }
    return component;
}

Tensor tensorOf(const QJsonArray& values, const Shape& shape, const Format& format, double scale = 1)
{
    Tensor tensor(shape, format);
    for (Index i = 0; i < tensor.size(); ++i)
        tensor.set(i, roundToFormat(format, values[static_cast<int>(i)].toDouble() * scale));
    return tensor;
}

struct Golden
{
    std::map<QString, QJsonObject> gradients; ///< by dtype
    std::vector<QJsonObject> traces;
    std::vector<QJsonObject> schedules;
};

Golden readGolden()
{
    Golden golden;
    QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/optimizers.jsonl"));
    if (!file.open(QIODevice::ReadOnly))
        return golden;
    while (!file.atEnd()) {
        const QJsonObject row = QJsonDocument::fromJson(file.readLine()).object();
        const QString kind = row["kind"].toString();
        if (kind == QStringLiteral("gradients"))
            golden.gradients[row["dtype"].toString()] = row;
        else if (kind == QStringLiteral("trace"))
            golden.traces.push_back(row);
        else if (kind == QStringLiteral("schedule"))
            golden.schedules.push_back(row);
    }
    return golden;
}

/// How far apart in units of the format's last place at the expected value, or at 1/4 if that is smaller: weights and
/// steps are of that size, and near zero their difference has fewer digits.
double ulps(const Format& format, double value, const QJsonValue& golden)
{
    if (golden.isNull()) // NaN or infinite
        return std::isfinite(value) ? std::numeric_limits<double>::infinity() : 0;
    const double expected = golden.toDouble();
    constexpr int kSmallest = -2;
    const int exponent = expected == 0 ? kSmallest : std::max(std::ilogb(expected), kSmallest);
    return std::fabs(value - expected) / std::ldexp(1.0, exponent - format.precision() + 1);
}

/// What the trace may differ in. XLA multiplies by the reciprocal of a loss scale, a norm and a count, float64's powers are not those of
/// libm, and Adafactor's sums of squares have another order, which 16 bits hide; all else is the same bits.
double allowedUlps(const Format& format, const Component& optimizer, const Config& config, double scale)
{
    if (optimizer.className == "Adafactor")
        return format.precision() < 24 ? 0 : 2;
    const bool hasPowers = format.precision() > 24
        && (optimizer.className.starts_with("Adam") || optimizer.className == "Nadam");
    const bool dividesByOneNumber = std::exp2(std::ilogb(scale)) != scale
        || config.integer("gradient_accumulation_steps") == 3 || config.number("clipnorm") > 0
        || config.number("global_clipnorm") > 0;
    return hasPowers || dividesByOneNumber ? 2 : 0;
}

const Shape kShapes[] = {{3, 4}, {4}};

} // namespace

class TestOptimizers : public QObject
{
    Q_OBJECT

private slots:
    void everyOptimizerHasATrace()
    {
        const Golden golden = readGolden();
        for (const OptimizerClass& row : optimizerCatalog())
            QVERIFY2(std::any_of(golden.traces.begin(), golden.traces.end(),
                         [&](const QJsonObject& trace) {
                             return trace["optimizer"].toObject()["class"].toString().toStdString()
                                 == row.name;
                         }),
                (row.name + " has no case in make_optimizers.py").c_str());
    }

    void tracesAreKeras_data()
    {
        const Golden golden = readGolden();
        QVERIFY(golden.traces.size() > 100);
        QTest::addColumn<QJsonObject>("trace");
        QTest::addColumn<QJsonObject>("gradients");
        for (const QJsonObject& trace : golden.traces) {
            QString name = trace["dtype"].toString();
            const QJsonObject optimizer = trace["optimizer"].toObject();
            name += u' ' + optimizer["class"].toString();
            for (auto member = optimizer.begin(); member != optimizer.end(); ++member)
                if (member.key() != QStringLiteral("class"))
                    name += u' ' + member.key() + u'=' + member.value().toVariant().toString();
            name += u' ' + trace["rule"].toString();
            QTest::newRow(qPrintable(name)) << trace << golden.gradients.at(trace["dtype"].toString());
        }
    }

    void tracesAreKeras()
    {
        QFETCH(QJsonObject, trace);
        QFETCH(QJsonObject, gradients);
        const Format& format = *findFormat(trace["dtype"].toString().toStdString());
        const Component component = componentOf(trace["optimizer"].toObject());
        const OptimizerClass* row = findRow(optimizerCatalog(), component.className);
        QVERIFY(row != nullptr);
        const Result<Config> config = checkConfig(component.config, row->parameters);
        QVERIFY2(config, config ? "" : config.error().text().c_str());
        OptimizerContext context;
        context.floatx = format == float64Format() ? &float64Format() : &float32Format();
        const std::unique_ptr<Optimizer> optimizer = row->make(*config, context);
        const Kernels kernels = *Kernels::load();
        Arithmetic arithmetic(kernels);

        const bool isScaled = trace.contains(QStringLiteral("scale"));
        GradientScale scale;
        scale.scale = isScaled ? trace["scale"].toDouble() : 1;
        scale.isArray = trace["rule"].toString() == QStringLiteral("dynamic");
        std::vector<Tensor> variables;
        for (int v = 0; v < 2; ++v)
            variables.push_back(tensorOf(gradients["initial"].toArray()[v].toArray(), kShapes[v], format));
        double worst = 0;
        const QJsonArray steps = gradients["steps"].toArray();
        for (int step = 0; step < steps.size(); ++step) {
            std::vector<Tensor> given;
            for (int v = 0; v < 2; ++v)
                given.push_back(
                    tensorOf(steps[step].toArray()[v].toArray(), kShapes[v], format, scale.scale));
            const VariableUpdate updates[]{{&variables[0], &given[0]}, {&variables[1], &given[1]}};
            std::vector<UpdateSize> counts;
            optimizer->apply(arithmetic, updates, scale, counts);
            const auto compare = [&](const Tensor& actual, const QString& what, std::size_t v) {
                const QJsonArray expected
                    = trace[what].toArray()[step].toArray()[static_cast<int>(v)].toArray();
                for (Index i = 0; i < actual.size(); ++i) {
                    const double distance = ulps(format, actual.at(i), expected[static_cast<int>(i)]);
                    worst = std::isnan(distance) ? distance : std::max(worst, distance);
                }
            };
            for (std::size_t v = 0; v < 2; ++v) {
                compare(variables[v], QStringLiteral("variables"), v);
                if (!config->flag("use_ema"))
                    continue;
                const std::size_t average = optimizer->state(v).size();
                QCOMPARE(optimizer->keptName(v, average), std::string_view("average"));
                compare(optimizer->kept(v, average), QStringLiteral("averages"), v);
            }
        }
        const double allowed = allowedUlps(format, component, *config, scale.scale);
        QVERIFY2(worst <= allowed, qPrintable(QStringLiteral("%1 units in the last place").arg(worst)));
    }

    void schedulesAreKeras_data()
    {
        QTest::addColumn<QJsonObject>("row");
        int index = 0;
        for (const QJsonObject& row : readGolden().schedules)
            QTest::addRow("%s %s %d", qPrintable(row["dtype"].toString()),
                qPrintable(row["schedule"].toObject()["class"].toString()), ++index)
                << row;
    }

    void schedulesAreKeras()
    {
        QFETCH(QJsonObject, row);
        const Format& floatx = *findFormat(row["dtype"].toString().toStdString());
        const Component component = componentOf(row["schedule"].toObject());
        const Result<Component> checked
            = checkComponent(scheduleCatalog(), "learning-rate schedule", component);
        QVERIFY2(checked, checked ? "" : checked.error().text().c_str());
        const ScheduleClass* schedule = findRow(scheduleCatalog(), component.className);
        const QJsonArray rates = row["rates"].toArray();
        QCOMPARE(rates.size(), 16);
        for (int step = 0; step < rates.size(); ++step) {
            const double rate = schedule->rate(checked->config, floatx, row["initial"].toDouble(), step);
            QVERIFY2(std::fabs(rate - rates[step].toDouble()) <= 0.3 * std::ldexp(4.0, -floatx.precision()),
                qPrintable(QStringLiteral("step %1: %2, Keras %3")
                               .arg(step)
                               .arg(rate, 0, 'g', 17)
                               .arg(rates[step].toDouble(), 0, 'g', 17)));
        }
    }
};

QTEST_GUILESS_MAIN(TestOptimizers)
#include "tst_optimizers.moc"
