// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/models/written_terms.h"

#include <QCoreApplication>

namespace ulpscope::ui {

namespace {

struct WrittenTerm
{
    const char* id;
    const char* title; ///< null, as the definition: a catalog's
    const char* definition;
    const char* formula = nullptr;
    const char* source = nullptr;
    const char* seeAlso = ""; ///< ids with spaces between them
};

const WrittenTerm kTerms[] = {
    // Policies, in Keras' words.
    {"dtype_policy", QT_TRANSLATE_NOOP("WrittenTerm", "Dtype policy"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "What a layer computes in and what its variables are stored in, by a name such as mixed_float16. A layer "
            "has one of its own, or gets one from the policy map, or the global one."),
        nullptr, "keras.dtype_policies.DTypePolicy",
        "compute_dtype variable_dtype global_policy policy_map quantization_mode"},
    {"compute_dtype", QT_TRANSLATE_NOOP("WrittenTerm", "Compute dtype"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The number format that a layer's inputs and weights are cast to before it computes, and that its output "
            "has unless its numerics say otherwise."),
        nullptr, "Keras: DTypePolicy.compute_dtype", "dtype_policy variable_dtype autocast"},
    {"variable_dtype", QT_TRANSLATE_NOOP("WrittenTerm", "Variable dtype"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The number format that a layer's weights are stored in between steps. In a mixed policy it is float32, so "
            "that updates smaller than the compute dtype's digits are not lost."),
        nullptr, "Keras: DTypePolicy.variable_dtype",
        "dtype_policy compute_dtype updates_lost_percent master_weights"},
    {"output_dtype", QT_TRANSLATE_NOOP("WrittenTerm", "Output dtype"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The number format of what a layer gives to the next one: the compute dtype, unless the layer computes in "
            "at least float32 inside or its numerics name another."),
        nullptr, nullptr, "compute_dtype numerics"},
    {"mixed_precision", QT_TRANSLATE_NOOP("WrittenTerm", "Mixed precision"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Computing in a 16-bit or 8-bit format while weights are kept in float32, with a loss scale where "
            "gradients would be too small for the format."),
        nullptr, "Micikevicius et al. 2018, Mixed Precision Training, arXiv 1710.03740",
        "dtype_policy loss_scale master_weights"},
    {"global_policy", QT_TRANSLATE_NOOP("WrittenTerm", "Global policy"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The dtype policy of every layer that has none of its own and that no key of the policy map decides for."),
        nullptr, "keras.config.set_dtype_policy", "dtype_policy policy_map policy_origin"},
    {"policy_map", QT_TRANSLATE_NOOP("WrittenTerm", "Policy map"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A table of keys, each a layer's path or a regular expression for several, and the dtype policy of what "
            "the key decides for. It is one policy for a whole model, and travels as JSON."),
        nullptr, "keras.dtype_policies.DTypePolicyMap", "map_key layer_path policy_origin dtype_policy"},
    {"map_key", QT_TRANSLATE_NOOP("WrittenTerm", "Key of a policy map"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A layer's path, which decides for that layer, or a regular expression, which decides for every path that "
            "it matches. Where several expressions match one path, Keras raises an error."),
        nullptr, "Keras: DTypePolicyMap.__getitem__", "policy_map layer_path"},
    {"layer_path", QT_TRANSLATE_NOOP("WrittenTerm", "Layer path"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The names of the model, of what a layer is inside, and of the layer itself, with slashes between them: "
            "sequential/dense_1. Keys of a policy map are compared with it."),
        nullptr, "Keras: Layer.path", "policy_map map_key"},
    {"policy_origin", QT_TRANSLATE_NOOP("WrittenTerm", "Origin of a policy"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Where a layer's policy comes from: the layer itself, a key of the policy map, or the global policy."),
        nullptr, nullptr, "dtype_policy policy_map global_policy"},
    {"policy_palette", QT_TRANSLATE_NOOP("WrittenTerm", "Ready-made policies"),
        QT_TRANSLATE_NOOP(
            "WrittenTerm", "The policies that have a name in Keras, to be given to the selected layers."),
        nullptr, nullptr, "dtype_policy global_policy"},
    {"autocast", QT_TRANSLATE_NOOP("WrittenTerm", "Autocast"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A layer casts its floating-point inputs to its compute dtype before it is called; integers stay as they are."),
        nullptr, "Keras: DTypePolicy.convert_input", "compute_dtype"},
    {"quantization_mode", QT_TRANSLATE_NOOP("WrittenTerm", "Quantization mode"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "What a quantized policy does beyond its dtypes: float8, int8, int4, ternary, gptq or awq. float8 is "
            "made for training; the others quantize a layer that is trained."),
        nullptr, "Keras: Layer.quantize", "dtype_policy recipe"},
    {"default_dtype", QT_TRANSLATE_NOOP("WrittenTerm", "Default dtype (floatx)"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The dtype of inputs and losses, and of what no policy says otherwise; float32 unless it is set. Keras calls it floatx."),
        nullptr, "keras.config.floatx", "dtype_policy compute_dtype"},
    // What is lost.
    {"gradients_flushed_percent", nullptr, nullptr, "100 · #{g = 0, g64 ≠ 0} / #{g64 ≠ 0}", nullptr,
        "tensor:underflow loss_scale gradient_amax smallest_number subnormal"},
    {"updates_lost_percent", nullptr, nullptr, "100 · #{w unchanged, w64 changed} / #{w64 changed}",
        "Micikevicius et al. 2018, section 3.1", "variable_dtype master_weights ulp stochastic_rounding"},
    {"overflows", nullptr, nullptr, nullptr, nullptr, "infinity loss_scale skipped_step saturation"},
    {"error_vs_float64", nullptr, nullptr, "‖y − y64‖₂ / ‖y64‖₂", nullptr,
        "twin relative_error tensor:accumulated_error tensor:local_error"},
    {"loss", nullptr, nullptr, nullptr, nullptr, "twin loss_scale parameter:loss_weight"},
    {"gradient_amax", nullptr, nullptr, "max |g| / loss scale", nullptr,
        "smallest_number gradients_flushed_percent tensor:amax"},
    {"smallest_number", nullptr, nullptr, "2^-24 in float16, divided by the loss scale", nullptr,
        "subnormal gradients_flushed_percent loss_scale"},
    {"flush_to_zero", QT_TRANSLATE_NOOP("WrittenTerm", "Flushed to zero"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A number that is not zero became exactly zero, because it is smaller than half of the format's smallest "
            "number. Some hardware flushes all subnormals too."),
        nullptr, nullptr, "subnormal tensor:underflow gradients_flushed_percent"},
    {"saturation", QT_TRANSLATE_NOOP("WrittenTerm", "Saturation"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A number beyond the format's largest becomes the largest instead of infinity or NaN: what float8 stacks do."),
        nullptr, "OCP OFP8 rev 1.0, saturating conversion",
        "overflow_rule overflows tensor:float8_saturated"},
    {"relative_error", QT_TRANSLATE_NOOP("WrittenTerm", "Relative error (L2)"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The length of the difference of two tensors over the length of the exact one. 0/0 counts as 0, x/0 as infinity."),
        "‖a − b‖₂ / ‖b‖₂", nullptr, "sqnr ulp tensor:accumulated_error tensor:local_error"},
    {"sqnr", QT_TRANSLATE_NOOP("WrittenTerm", "SQNR"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Signal to quantization noise in decibels: each 6 dB are one more bit that is right."),
        "10 · log10(Σ b² / Σ (a − b)²)", nullptr, "relative_error"},
    {"tensor:accumulated_error", nullptr, nullptr, "‖t − t64‖₂ / ‖t64‖₂", nullptr,
        "twin tensor:local_error error_vs_float64"},
    {"tensor:local_error", nullptr, nullptr, nullptr, nullptr, "tensor:accumulated_error blame"},
    // Loss scaling.
    {"loss_scale", nullptr, nullptr, "∂(s · loss)/∂w / s",
        "Micikevicius et al. 2018, section 3.2; keras.optimizers.LossScaleOptimizer",
        "dynamic_loss_scale gradients_flushed_percent skipped_step overflows"},
    {"dynamic_loss_scale", QT_TRANSLATE_NOOP("WrittenTerm", "Dynamic loss scale"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A loss scale that doubles after 2000 steps with finite gradients, and halves and skips the step when a "
            "gradient is not finite. Keras begins at 32768."),
        nullptr, "keras.optimizers.LossScaleOptimizer", "loss_scale skipped_step"},
    {"skipped_step", QT_TRANSLATE_NOOP("WrittenTerm", "Skipped step"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A step whose gradients were not all finite: the optimizer did nothing, and a dynamic loss scale halves. "
            "The float64 twin never skips."),
        nullptr, "Keras: LossScaleOptimizer.apply", "dynamic_loss_scale overflows"},
    // Numbers.
    {"number_format", QT_TRANSLATE_NOOP("WrittenTerm", "Number format"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "How bits become a value: sign, exponent and mantissa, and which codes are subnormal, infinite or NaN."),
        "(−1)^sign · 1.mantissa · 2^(exponent − bias)", "IEEE 754-2019; OCP OFP8 rev 1.0",
        "exponent mantissa subnormal ulp"},
    {"ulp", QT_TRANSLATE_NOOP("WrittenTerm", "Ulp"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Unit in the last place: the distance between neighbouring numbers of a format, which doubles at each "
            "power of two. Rounding to nearest is off by half of it at most."),
        "2^(e − p + 1), e the exponent of the number, p the precision",
        "Goldberg 1991; Muller et al., Handbook of Floating-Point Arithmetic",
        "rounding mantissa number_format"},
    {"exponent", QT_TRANSLATE_NOOP("WrittenTerm", "Exponent and binade"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The power of two that a number lies above: 2^e ≤ |x| < 2^(e + 1). All numbers with one exponent are a "
            "binade, and lie equally far apart."),
        "e = floor(log2 |x|)", "IEEE 754-2019", "ulp subnormal number_format"},
    {"mantissa", QT_TRANSLATE_NOOP("WrittenTerm", "Mantissa and precision"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The digits of a number behind its leading one. The precision counts that one too: float16 stores 10 bits "
            "and has a precision of 11."),
        nullptr, "IEEE 754-2019", "exponent ulp"},
    {"subnormal", QT_TRANSLATE_NOOP("WrittenTerm", "Subnormal"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A number below the format's smallest normal one, with fewer digits the smaller it is. Below half of the "
            "smallest subnormal all becomes zero."),
        nullptr, "IEEE 754-2019", "flush_to_zero exponent"},
    {"nan", QT_TRANSLATE_NOOP("WrittenTerm", "NaN"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Not a number: the result of 0/0 or of infinity minus infinity. It spreads to all that is computed from it."),
        nullptr, "IEEE 754-2019", "infinity first_non_finite"},
    {"infinity", QT_TRANSLATE_NOOP("WrittenTerm", "Infinity"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "What a number beyond the format's largest becomes where the format has an infinity: beyond 65504 in float16."),
        nullptr, "IEEE 754-2019", "overflows nan saturation"},
    {"code", QT_TRANSLATE_NOOP("WrittenTerm", "Code and bits"),
        QT_TRANSLATE_NOOP(
            "WrittenTerm", "The bits that stand for a value, highest first: sign, exponent, mantissa."),
        nullptr, nullptr, "number_format exponent mantissa"},
    {"rounding", QT_TRANSLATE_NOOP("WrittenTerm", "Rounding"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A result that the format does not have becomes one of its two neighbours. Here to the nearest; halfway to "
            "the one whose last bit is 0."),
        nullptr, "IEEE 754-2019, roundTiesToEven", "ulp stochastic_rounding overflow_rule"},
    {"stochastic_rounding", QT_TRANSLATE_NOOP("WrittenTerm", "Stochastic rounding"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Up or down by chance, the likelier the nearer, so that the mean is exact and small updates are not all lost."),
        "P(up) = distance to the lower neighbour in ulps", "Gupta et al. 2015, arXiv 1502.02551",
        "rounding updates_lost_percent"},
    {"overflow_rule", QT_TRANSLATE_NOOP("WrittenTerm", "Overflow rule"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "What a stack stores for values that a format cannot hold: infinity, NaN, or its largest number."),
        nullptr, "OCP OFP8 rev 1.0; the stacks' own code", "saturation infinity"},
    {"number_lab", QT_TRANSLATE_NOOP("WrittenTerm", "Number lab"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "One number in many formats at once: its bits, what is stored, the error, the neighbours, and what each "
            "overflow rule makes of it."),
        nullptr, nullptr, "number_format ulp overflow_rule"},
    {"number_line", QT_TRANSLATE_NOOP("WrittenTerm", "Number line"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Where the values of the formats lie: equally far apart within a binade, twice as far in the next. Close "
            "up it is linear, wide out logarithmic."),
        nullptr, nullptr, "ulp exponent"},
    // Sums.
    {"accumulator", QT_TRANSLATE_NOOP("WrittenTerm", "Accumulator"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "What a sum of products is formed in, and in which order: its format, and when it is rounded."),
        nullptr, "Higham, Accuracy and Stability of Numerical Algorithms, chapter 4",
        "stall kahan tensor_core"},
    {"stall", QT_TRANSLATE_NOOP("WrittenTerm", "Stall"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A sum that has become so large that further terms are less than half its last digit: it no longer changes. "
            "1 + 1 + … ends at 2048 in float16 and at 256 in bfloat16."),
        nullptr, nullptr, "accumulator ulp"},
    {"kahan", QT_TRANSLATE_NOOP("WrittenTerm", "Kahan summation"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A sum that carries what its last rounding dropped, and adds it to the next term."),
        "y = x − c;  t = s + y;  c = (t − s) − y;  s = t", "Kahan 1965", "accumulator stall"},
    {"tensor_core", QT_TRANSLATE_NOOP("WrittenTerm", "Tensor core"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A unit that aligns a group of products to the largest, cuts digits off, and adds them at once. Hopper's "
            "keeps 13 fraction bits of float8 products; promotion moves its sums to float32 now and then."),
        nullptr,
        "Fasi et al. 2021, PeerJ CS 7:e330; Xie et al., arXiv 2511.10909; DeepSeek-V3, section 3.3.2",
        "accumulator"},
    {"accumulators_tab", QT_TRANSLATE_NOOP("WrittenTerm", "Accumulators (tab)"),
        QT_TRANSLATE_NOOP(
            "WrittenTerm", "The partial sums of one sum under several accumulators, against the exact ones."),
        nullptr, nullptr, "accumulator stall"},
    // Float8.
    {"tensor:amax", nullptr, nullptr, "max |x|", nullptr, "tensor:float8_scale amax_history"},
    {"amax_history", QT_TRANSLATE_NOOP("WrittenTerm", "Amax history"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The largest magnitudes of a tensor in the last steps. Delayed scaling takes the next scale from them, so "
            "that a scale lags behind a tensor that grows."),
        nullptr, "Micikevicius et al. 2022, arXiv 2209.05433; Transformer Engine, DelayedScaling",
        "tensor:float8_scale saturation recipe"},
    {"tensor:float8_scale", nullptr, nullptr, "scale = largest of the format / amax, or its inverse in Keras",
        "Transformer Engine; keras.layers.Dense.quantize(\"float8\")", "amax_history saturation"},
    {"recipe", QT_TRANSLATE_NOOP("WrittenTerm", "Scaling recipe"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "How float8 or narrower operands of a product get their scales: one a tensor from past amaxes or the present "
            "one, or one a block; and which formats and accumulators go with it."),
        nullptr, "Transformer Engine; torchao; Keras", "amax_history block_scaling numerics"},
    {"block_scaling", QT_TRANSLATE_NOOP("WrittenTerm", "Block scaling"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Every 16, 32 or 128 elements share a scale, so that one large value does not flush a whole tensor."),
        nullptr, "OCP Microscaling Formats (MX) rev 1.0", "recipe number_format"},
    {"numerics", QT_TRANSLATE_NOOP("WrittenTerm", "Numerics of a layer"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Which format each operand of each product is rounded to, how products are summed, and what is stored: "
            "inherited from policy and recipe, or overridden one by one."),
        nullptr, nullptr, "recipe accumulator dtype_policy"},
    {"master_weights", QT_TRANSLATE_NOOP("WrittenTerm", "Master weights"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The copy of the weights that updates are added to, in more digits than the layer computes in."),
        nullptr, "Micikevicius et al. 2018, section 3.1", "variable_dtype updates_lost_percent"},
    // The run.
    {"run", QT_TRANSLATE_NOOP("WrittenTerm", "Run"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "One training of a session from its initial weights, with all that was recorded of it."),
        nullptr, nullptr, "step twin kept_run"},
    {"step", QT_TRANSLATE_NOOP("WrittenTerm", "Step"),
        QT_TRANSLATE_NOOP("WrittenTerm", "One mini-batch: forward, backward, update. The first step is 0."),
        nullptr, nullptr, "run parameter:batch_size"},
    {"candidate", QT_TRANSLATE_NOOP("WrittenTerm", "Candidate"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The model under its policies, every number rounded as the format says: \"this run\" in the plots."),
        nullptr, nullptr, "twin run"},
    {"twin", QT_TRANSLATE_NOOP("WrittenTerm", "float64 twin"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The same training in float64, on the same batches from the same initial weights. The difference to it is "
            "what low precision costs."),
        nullptr, nullptr, "candidate error_vs_float64 watch"},
    {"watch", QT_TRANSLATE_NOOP("WrittenTerm", "Watch mode"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "What a run is compared with: a float64 twin at every step, or, without one, sampled steps redone in "
            "float64 from the run's own weights."),
        nullptr, nullptr, "twin"},
    {"run_before", QT_TRANSLATE_NOOP("WrittenTerm", "Run before (grey line)"),
        QT_TRANSLATE_NOOP("WrittenTerm", "The run that this one is compared with, drawn in grey below it."),
        nullptr, nullptr, "run kept_run"},
    {"kept_run", QT_TRANSLATE_NOOP("WrittenTerm", "Kept runs"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Runs that can be shown again, compared, made the grey line, or restored with their session."),
        nullptr, nullptr, "run run_before compare"},
    {"lesson", QT_TRANSLATE_NOOP("WrittenTerm", "Lesson"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A few pages that put one misconception right: they ask what will happen, let you do it in this window, and explain "
            "what you saw. Each number that one promises was measured by the engine."),
        nullptr, nullptr, "prediction scene"},
    {"prediction", QT_TRANSLATE_NOOP("WrittenTerm", "Prediction"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "What you expect before it is shown, with how sure you are. It stays on the plot as \"your guess\". Saying it first makes "
            "what happens easier to see as it is."),
        nullptr, "Crouch et al., 2004", "lesson"},
    {"present_lesson", QT_TRANSLATE_NOOP("WrittenTerm", "Presenting a lesson"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A lesson for a whole room: large type, one plot, one control. What the room predicts is typed in and stays on the plot. N and P "
            "lead on and back, B blanks, Esc ends."),
        nullptr, nullptr, "lesson prediction"},
    {"lesson_editor", QT_TRANSLATE_NOOP("WrittenTerm", "Lesson editor"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A lesson as a form: its texts, questions with a hint for every wrong answer, what is done, and the numbers that it promises. "
            "The player shows it as it is written; Check now measures the numbers."),
        nullptr, nullptr, "lesson answers_file"},
    {"answers_file", QT_TRANSLATE_NOOP("WrittenTerm", "File of answers"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "What one student has predicted and answered in lessons, and how sure he was: a file (.ulpsanswers) for the teacher, whose "
            "ulpscope-cli lessons --grade tells what a whole class has learnt. It leaves the computer only as this file."),
        nullptr, nullptr, "lesson prediction"},
    {"run_name", QT_TRANSLATE_NOOP("WrittenTerm", "Name of a run"),
        QT_TRANSLATE_NOOP(
            "WrittenTerm", "What differs from the session of the run before it, unless you gave it a name."),
        nullptr, nullptr, "kept_run"},
    {"note", QT_TRANSLATE_NOOP("WrittenTerm", "Note"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Your own words: about a kept run, in its table; or about a step and a layer, shown as a mark above the plots and "
            "saved in the session."),
        nullptr, nullptr, "kept_run step watch_expression"},
    {"watch_expression", QT_TRANSLATE_NOOP("WrittenTerm", "Watch"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "An expression of recorded figures, such as amax(dense_2.output)/65504 > 0.9. It is drawn as a curve; with a "
            "comparison it marks each step at which it becomes true, and can pause the run there."),
        nullptr, nullptr, "plots note run_until"},
    {"verdict", QT_TRANSLATE_NOOP("WrittenTerm", "Verdict"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "One sentence on whether the run is numerically healthy, and at most one button that repairs it."),
        nullptr, nullptr, "gradients_flushed_percent updates_lost_percent overflows"},
    {"scene", QT_TRANSLATE_NOOP("WrittenTerm", "Scene"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A session that comes with the program and shows one effect: its title, what to look at, and the knobs that "
            "make it what it is."),
        nullptr, nullptr, "session"},
    {"session", QT_TRANSLATE_NOOP("WrittenTerm", "Session"),
        QT_TRANSLATE_NOOP("WrittenTerm", "Model, data, training and policies, saved as one .ulps file."),
        nullptr, nullptr, "scene run"},
    {"run_until", QT_TRANSLATE_NOOP("WrittenTerm", "Run until"),
        QT_TRANSLATE_NOOP(
            "WrittenTerm", "Trains on and pauses where something first goes wrong, or after a step."),
        nullptr, nullptr, "run step"},
    {"back_to_step", QT_TRANSLATE_NOOP("WrittenTerm", "Back to step"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Goes back to an earlier step of the run, with its weights, optimizer and loss scale as they were."),
        nullptr, nullptr, "step run"},
    {"cursor", QT_TRANSLATE_NOOP("WrittenTerm", "Cursor of the plots"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The step whose values are written above the plots. It follows the pointer; a click or Return pins it. With Shift a "
            "second one is moved, and the plots tell how far apart the two steps are."),
        nullptr, nullptr, "step"},
    {"plots", QT_TRANSLATE_NOOP("WrittenTerm", "Training plots"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Recorded figures over the steps, one below the other on one axis. NaN, infinity, and zero on a logarithmic "
            "axis are marks at the edge, counted in the legend."),
        nullptr, nullptr, "cursor run_before twin"},
    {"model", QT_TRANSLATE_NOOP("WrittenTerm", "Model"),
        QT_TRANSLATE_NOOP(
            "WrittenTerm", "The layers, from the input on, with their policies and what each loses."),
        nullptr, "Keras: Model", "layer dtype_policy"},
    {"layer", QT_TRANSLATE_NOOP("WrittenTerm", "Layer"),
        QT_TRANSLATE_NOOP(
            "WrittenTerm", "One operation of the model with its weights, named and configured as in Keras."),
        nullptr, "keras.layers.Layer", "model dtype_policy"},
    {"layer_class", QT_TRANSLATE_NOOP("WrittenTerm", "Class of a layer"),
        QT_TRANSLATE_NOOP("WrittenTerm", "What the layer does, by its name in Keras: Dense, Conv2D, …"),
        nullptr, "keras.layers", "layer"},
    {"training", QT_TRANSLATE_NOOP("WrittenTerm", "Training"),
        QT_TRANSLATE_NOOP(
            "WrittenTerm", "How the model is trained: steps, batch, seed, optimizer, loss and loss scale."),
        nullptr, "Keras: Model.compile, Model.fit", "run step loss_scale"},
    {"optimizer", QT_TRANSLATE_NOOP("WrittenTerm", "Optimizer"),
        QT_TRANSLATE_NOOP("WrittenTerm", "The rule that makes updates of the weights from their gradients."),
        nullptr, "keras.optimizers", "loss updates_lost_percent"},
    {"schedule", QT_TRANSLATE_NOOP("WrittenTerm", "Learning-rate schedule"),
        QT_TRANSLATE_NOOP("WrittenTerm", "How the learning rate changes over the steps."), nullptr,
        "keras.optimizers.schedules", "optimizer"},
    {"loss_function", QT_TRANSLATE_NOOP("WrittenTerm", "Loss function"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "What the training makes small: a number for how wrong the outputs of a batch are."),
        nullptr, "keras.losses", "loss"},
    {"data", QT_TRANSLATE_NOOP("WrittenTerm", "Data"),
        QT_TRANSLATE_NOOP("WrittenTerm", "The examples that the model is trained and tested on."), nullptr,
        nullptr, "decision_field"},
    {"weight_gradient", QT_TRANSLATE_NOOP("WrittenTerm", "Weight gradient"),
        QT_TRANSLATE_NOOP(
            "WrittenTerm", "The derivative of the loss by a weight, told without the loss scale."),
        "dW = xᵀ g", nullptr, "output_gradient gradients_flushed_percent"},
    {"output_gradient", QT_TRANSLATE_NOOP("WrittenTerm", "Output gradient"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The derivative of the loss by a layer's output, which comes from the layer after it."),
        "dx = g Wᵀ passes it on", nullptr, "weight_gradient"},
    // The other tabs.
    {"diagnosis", QT_TRANSLATE_NOOP("WrittenTerm", "Diagnosis"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Why: where the first NaN was born, which layer's arithmetic makes the error, what the policies cost, and "
            "what other formats would lose."),
        nullptr, nullptr, "first_non_finite blame exponents ledger"},
    {"first_non_finite", QT_TRANSLATE_NOOP("WrittenTerm", "First value that is not finite"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Where the run's first NaN or infinity was born: step, layer, tensor, element, the operation and its operands."),
        nullptr, nullptr, "nan infinity"},
    {"blame", QT_TRANSLATE_NOOP("WrittenTerm", "Layer to blame"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The session is trained again with one layer at a time in float32: the layer whose float32 helps most is the "
            "one whose arithmetic spoils the result."),
        nullptr, nullptr, "tensor:local_error error_vs_float64"},
    {"ledger", QT_TRANSLATE_NOOP("WrittenTerm", "What policies cost"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Bytes of weights, optimizer, gradients and activations in the dtypes that a framework would store, and "
            "multiply-adds by the formats of their operands."),
        nullptr, nullptr, "dtype_policy multiply_add"},
    {"multiply_add", QT_TRANSLATE_NOOP("WrittenTerm", "Multiply-add"),
        QT_TRANSLATE_NOOP(
            "WrittenTerm", "One product added to a sum: the unit that the work of a layer is counted in."),
        nullptr, nullptr, "ledger accumulator"},
    {"format_loss", QT_TRANSLATE_NOOP("WrittenTerm", "What would be lost"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A tensor of the run rounded to other formats, or under scaling recipes: what would be flushed, overflow or "
            "saturate, and how far off the rest would be."),
        nullptr, nullptr, "flush_to_zero overflows sqnr recipe"},
    {"tensor", QT_TRANSLATE_NOOP("WrittenTerm", "Tensor"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "An array of numbers of a layer: its input, output, a weight, a gradient, an update or a state of the optimizer."),
        nullptr, nullptr, "weight_gradient output_gradient"},
    {"exponents", QT_TRANSLATE_NOOP("WrittenTerm", "Exponents over time"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "How many of a tensor's values lie in each binade, step by step, beside the limits of its format: what sinks "
            "below the lower line becomes zero."),
        nullptr, nullptr, "exponent subnormal flush_to_zero"},
    {"compare", QT_TRANSLATE_NOOP("WrittenTerm", "Compare"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "Kept runs beside each other: any recorded figure, and in what their sessions differ."),
        nullptr, nullptr, "kept_run sweep"},
    {"sweep", QT_TRANSLATE_NOOP("WrittenTerm", "Sweep"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The session trained once for each value of one knob, in the background; each point of the curve is a run. "
            "A cross at the upper edge is a run that diverged."),
        nullptr, nullptr, "compare kept_run"},
    {"seed_noise", QT_TRANSLATE_NOOP("WrittenTerm", "Noise of the seeds"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "What another seed changes of a run's numbers. A session and the same in float32 are trained under several seeds; a "
            "number differs by more than the seeds do if at most 5 % of all ways to deal its values into two groups set these as "
            "far apart. With n seeds that is at least 2 in binomial(2n, n): with fewer than four nothing can be said."),
        nullptr, "Wilcoxon 1945; Mann and Whitney 1947", "compare sweep"},
    {"policy_search", QT_TRANSLATE_NOOP("WrittenTerm", "Search for policies"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The cheapest policies of some layers that keep a budget. The answer was trained under every seed, and each single "
            "cheaper change of it was run until it broke the budget. Up to 4096 assignments every cheaper one is run, and only "
            "then it is called proved."),
        nullptr, nullptr, "search_budget ledger seed_noise dtype_policy"},
    {"search_budget", QT_TRANSLATE_NOOP("WrittenTerm", "Budget of a search"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "What has to hold of a run under every seed: numbers of it, at a step, over a range of steps or at its end, each below "
            "or above a limit. A limit may be a factor of what float32 has there under the same seed. A budget that float32 itself "
            "breaks is refused."),
        "key[@step or @from..to] < <= > >= == != number or factor*float32", nullptr,
        "policy_search seed_noise"},
    {"decision_field", QT_TRANSLATE_NOOP("WrittenTerm", "Picture of the data"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "The examples over what the model says everywhere, beside its float64 twin and the difference. The colour "
            "is the stronger the surer the model is, and strongest from a logit of ±4 on."),
        nullptr, nullptr, "logit twin data"},
    {"logit", QT_TRANSLATE_NOOP("WrittenTerm", "Logit"),
        QT_TRANSLATE_NOOP(
            "WrittenTerm", "An output before sigmoid or softmax: 0 is undecided, 4 is 98 % sure."),
        "p = 1 / (1 + e^−z)", nullptr, "decision_field"},
    {"diverged", QT_TRANSLATE_NOOP("WrittenTerm", "Diverged"),
        QT_TRANSLATE_NOOP("WrittenTerm",
            "A weight is no longer finite, or a step was applied although its loss is not: the run has no loss and no accuracy."),
        nullptr, nullptr, "nan infinity skipped_step"},
    {"good_to_know", QT_TRANSLATE_NOOP("WrittenTerm", "Good to know"),
        QT_TRANSLATE_NOOP("WrittenTerm", "What Keras would do with this session that few expect."), nullptr,
        "Keras 3.16", "policy_map dtype_policy"},
};

QString shown(const char* text)
{
    return text == nullptr ? QString() : QCoreApplication::translate("WrittenTerm", text);
}

} // namespace

std::vector<Term> writtenTerms()
{
    std::vector<Term> terms;
    for (const WrittenTerm& row : kTerms)
        terms.push_back({QString::fromLatin1(row.id), shown(row.title), shown(row.definition),
            QString::fromUtf8(row.formula), QString::fromUtf8(row.source),
            QString::fromLatin1(row.seeAlso).split(QLatin1Char(' '), Qt::SkipEmptyParts)});
    return terms;
}

} // namespace ulpscope::ui
