// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/update_formula.h"

#include "engine/base/check.h"
#include "engine/dtype/rounding.h"
#include "engine/kernels/xla_rules.h"

#include <algorithm>
#include <optional>

namespace ulpscope {

using graph::Value;

namespace {

/// x, moved by this share of the way to y.
Value movedBy(const Value& x, const Value& y, const Value& share)
{
    return x + (y - x) * share;
}

/// 1 - beta^t
Value correctionOf(UpdateCall& call, const std::string& beta)
{
    return call.ofStep(beta + " correction", [&] { return 1 - pow(call.parameter(beta), call.time()); });
}

Value rootMeanSquare(const Value& x)
{
    return sqrt(meanOnce(x * x, allAxes(x.shape())));
}

} // namespace

Value UpdateCall::state(const std::string& name, const Shape& shape, double initial)
{
    const Value made = builder().variable(name, shape, variable.format());
    kept.push_back({made, made, initial});
    return made;
}

void UpdateCall::keep(const Value& state, const Value& next, bool isMeanSquare)
{
    const auto found = std::ranges::find(kept, state.id(), [](const Kept& each) { return each.state.id(); });
    check(found != kept.end(), "[UpdateCall] what is kept was made by state()");
    found->next = next;
    found->isMeanSquare = isMeanSquare;
}

Value UpdateCall::number(double number) const
{
    return builder().constant(roundToFormat(format(), number), &format());
}

Value UpdateCall::ofStep(const std::string& name, const std::function<Value()>& formula)
{
    const std::pair key{&format(), name};
    if (const auto found = step.numbers.find(key); found != step.numbers.end())
        return found->second;
    const graph::OwnerId owner = builder().owner();
    builder().setOwner({}, Pass::Update);
    const Value made = formula();
    builder().setOwner(owner, Pass::Update);
    return step.numbers.emplace(key, made).first->second;
}

Value UpdateCall::learningRate()
{
    return ofStep("learning rate", [&] { return builder().cast(step.learningRate, format()); });
}

Value UpdateCall::time(int more)
{
    return ofStep("time " + std::to_string(more),
        [&] { return builder().cast(more == 0 ? step.iterations : step.iterations + more, format()); });
}

std::uint8_t allAxes(const Shape& shape)
{
    return static_cast<std::uint8_t>((1U << shape.rank()) - 1);
}

Value sumOnce(const Value& x, std::uint8_t axes)
{
    graph::Builder& builder = x.builder();
    const Value wide = builder.cast(x, carrierFormat(*x.format()));
    return builder.cast(builder.sum(wide, axes, graph::SumOrder::Sequential), *x.format());
}

Value meanOnce(const Value& x, std::uint8_t axes)
{
    const Format& wide = carrierFormat(*x.format());
    const Value sum = sumOnce(x.builder().cast(x, wide), axes);
    const auto count = static_cast<double>(x.shape().elements() / sum.shape().elements());
    return x.builder().cast(sum / count, *x.format());
}

Value dividedByFewer(const Value& x, const Value& divisor)
{
    const bool isFewer = !(x.shape() == divisor.shape());
    return isFewer && dividesByReciprocal(x.format()->mantissaBits) ? x * (1 / divisor) : x / divisor;
}

/// keras/src/optimizers/sgd.py
Value sgdFormula(UpdateCall& call)
{
    const Value step = call.gradient * call.learningRate();
    if (call.config.number("momentum") == 0)
        return call.variable - step;
    const Value momentum = call.parameter("momentum");
    const Value velocity = call.state("momentum");
    const Value next = momentum * velocity - step;
    call.keep(velocity, next);
    return call.variable + (call.config.flag("nesterov") ? momentum * next - step : next);
}

/// keras/src/optimizers/adam.py; AdamW differs in its default weight decay alone.
Value adamFormula(UpdateCall& call)
{
    const Value alpha = call.ofStep("alpha", [&] {
        const Value root = sqrt(correctionOf(call, "beta_2"));
        return call.learningRate() * root / correctionOf(call, "beta_1");
    });
    const Value m = call.state("momentum");
    const Value v = call.state("velocity");
    const Value mean = movedBy(m, call.gradient, call.number(1 - call.config.number("beta_1")));
    const Value variance
        = movedBy(v, call.gradient * call.gradient, call.number(1 - call.config.number("beta_2")));
    call.keep(m, mean);
    call.keepMeanSquare(v, variance);
    Value spread = variance;
    if (call.config.flag("amsgrad")) {
        const Value largest = call.state("velocity_hat");
        spread = maximum(largest, variance);
        call.keep(largest, spread);
    }
    const Value step = mean * alpha;
    return call.variable - step / (sqrt(spread) + call.parameter("epsilon"));
}

/// keras/src/optimizers/adamax.py
Value adamaxFormula(UpdateCall& call)
{
    const Value m = call.state("momentum");
    const Value u = call.state("norm");
    const Value mean = movedBy(m, call.gradient, call.number(1 - call.config.number("beta_1")));
    const Value norm = maximum(call.parameter("beta_2") * u, abs(call.gradient));
    call.keep(m, mean);
    call.keep(u, norm);
    const Value step = call.learningRate() * mean;
    return call.variable - step / (correctionOf(call, "beta_1") * (norm + call.parameter("epsilon")));
}

/// keras/src/optimizers/nadam.py. Of the product of all betas so far Keras has one number, in the dtype of the first variable; here each
/// variable has its own.
Value nadamFormula(UpdateCall& call)
{
    const auto share = [&](int more) { // 1 - 0.96^t / 2
        return call.ofStep("share " + std::to_string(more),
            [&] { return 1 - 0.5 * pow(call.number(0.96), call.time(more)); });
    };
    const Value beta1 = call.parameter("beta_1");
    const Value next = call.ofStep("next", [&] { return call.parameter("beta_1") * share(1); });
    const Value m = call.state("momentum");
    const Value v = call.state("velocity");
    const Value u = call.state("u_product", Shape(), 1);
    const Value product = u * beta1 * share(0);
    const Value mean = movedBy(m, call.gradient, 1 - beta1);
    const Value variance = movedBy(v, call.gradient * call.gradient, 1 - call.parameter("beta_2"));
    call.keep(m, mean);
    call.keepMeanSquare(v, variance);
    call.keep(u, product);
    const Value ofMean = dividedByFewer(next * mean, 1 - product * next);
    const Value ofGradient = dividedByFewer((1 - beta1 * share(0)) * call.gradient, 1 - product);
    const Value divisor
        = sqrt(dividedByFewer(variance, correctionOf(call, "beta_2"))) + call.parameter("epsilon");
    return call.variable - (ofMean + ofGradient) * call.learningRate() / divisor;
}

/// keras/src/optimizers/rmsprop.py
Value rmspropFormula(UpdateCall& call)
{
    const double share = call.config.number("momentum");
    const Value rho = call.parameter("rho");
    const Value rest = call.number(1 - call.config.number("rho"));
    const Value v = call.state("velocity");
    const Value velocity = rho * v + rest * (call.gradient * call.gradient);
    call.keepMeanSquare(v, velocity);
    std::optional<Value> momentum;
    if (share > 0)
        momentum = call.state("momentum");
    Value spread = velocity;
    if (call.config.flag("centered")) {
        const Value average = call.state("average_gradient");
        const Value mean = rho * average + rest * call.gradient;
        call.keep(average, mean);
        spread = velocity - mean * mean;
    }
    Value step = call.learningRate() * call.gradient / sqrt(spread + call.parameter("epsilon"));
    if (momentum) {
        step = call.number(share) * *momentum + step;
        call.keep(*momentum, step);
    }
    return call.variable - step;
}

/// keras/src/optimizers/adagrad.py
Value adagradFormula(UpdateCall& call)
{
    const Value accumulator
        = call.state("accumulator", call.variable.shape(), call.config.number("initial_accumulator_value"));
    const Value sum = accumulator + call.gradient * call.gradient;
    call.keepMeanSquare(accumulator, sum);
    return call.variable - call.learningRate() * call.gradient / sqrt(sum + call.parameter("epsilon"));
}

/// keras/src/optimizers/lion.py
Value lionFormula(UpdateCall& call)
{
    const auto mixed = [&](const Value& m, const char* name) {
        const Value beta = call.parameter(name);
        return m * beta + call.gradient * (1 - beta);
    };
    const Value m = call.state("momentum");
    const Value direction = mixed(m, "beta_1");
    call.keep(m, mixed(m, "beta_2"));
    return call.variable - call.learningRate() * sign(direction);
}

/// keras/src/optimizers/adafactor.py. A variable of two axes or more has a second moment that is the product of its row and column means;
/// Keras keeps the product as well, and so do we. With relative_step Keras takes the minimum twice, without it once: the same.
Value adafactorFormula(UpdateCall& call)
{
    const Shape& shape = call.variable.shape();
    graph::Builder& builder = call.builder();
    const Value rate
        = call.ofStep("rate", [&] { return minimum(call.learningRate(), 1 / sqrt(call.time())); });
    const Value beta2
        = call.ofStep("beta_2", [&] { return 1 - pow(call.time(), call.parameter("beta_2_decay")); });
    const Value rest = call.ofStep("rest", [&] { return 1 - beta2; });
    const auto mixed = [&](const Value& old, const Value& now) { return beta2 * old + rest * now; };
    const Value alpha = maximum(call.parameter("epsilon_2"), rootMeanSquare(call.weights)) * rate;
    const Value squares = call.gradient * call.gradient + call.parameter("epsilon_1");
    const Value v = call.state("velocity");
    Value velocity = v;
    if (const int rank = shape.rank(); rank < 2) {
        velocity = mixed(v, squares);
    } else {
        const auto axis = [](int at) { return static_cast<std::uint8_t>(1U << at); };
        const Value rowMeans = meanOnce(squares, axis(rank - 1));
        const Value columnMeans = meanOnce(squares, axis(rank - 2));
        const Value r = call.state("r", rowMeans.shape());
        const Value c = call.state("c", columnMeans.shape());
        const Value rows = mixed(r, rowMeans);
        const Value columns = mixed(c, columnMeans);
        call.keep(r, rows);
        call.keep(c, columns);
        const Value mean = builder.reshape(meanOnce(rows, axis(rank - 2)), rows.shape().withLast(1));
        Shape across = columns.shape().withLast(1);
        across.append(columns.shape().last());
        const Value share = builder.reshape(dividedByFewer(rows, mean), shape.withLast(1));
        velocity = builder.broadcast(share, shape) * builder.reshape(columns, across);
    }
    call.keep(v, velocity);
    const Value scaled = call.gradient / sqrt(velocity);
    const Value clip = maximum(call.number(1), rootMeanSquare(scaled) / call.parameter("clip_threshold"));
    return call.variable - alpha * dividedByFewer(scaled, clip);
}

} // namespace ulpscope
