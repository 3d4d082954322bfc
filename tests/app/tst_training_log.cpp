// SPDX-License-Identifier: GPL-3.0-or-later
// Logs as the stacks write them, with numbers of our own, and what is said of them.
#include "app/io/logs/training_log_reader.h"
#include "app/judge/logs/log_verdict.h"
#include "engine/base/number_text.h"
#include "engine/scaling/loss_scale_text.h"

#include <QTest>

#include <cmath>

using namespace ulpscope;

namespace {

/// Lines of `line(step)`, steps from..to in `by`.
template <class Line>
std::string lines(int from, int to, int by, const Line& line)
{
    std::string text;
    for (int step = from; step <= to; step += by)
        text += line(step) + '\n';
    return text;
}

std::string power(int exponent)
{
    return shortestText(std::ldexp(1.0, exponent));
}

std::string apex(int exponent)
{
    return "Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to " + power(exponent);
}

std::string megatron(
    int iteration, const std::string& loss, int exponent, double norm, int skipped, double rate = 1e-4)
{
    return " iteration " + std::to_string(iteration) + "/ 9000 | consumed samples: "
        + std::to_string(8 * iteration) + " | elapsed time per iteration (ms): 312.5 | learning rate: "
        + std::to_string(rate) + " | global batch size: 8 | lm loss: " + loss
        + " | loss scale: " + power(exponent) + " | grad norm: " + std::to_string(norm)
        + " | number of skipped iterations: " + std::to_string(skipped) + " | number of nan iterations: 0 |";
}

std::string insightface(int step, int exponent)
{
    return "Training: 2021-05-12 17:03:21,111-Speed 3104.2 samples/sec Loss 21.5 LearningRate 0.0400 Epoch: 1 Global Step: "
        + std::to_string(step) + " Fp16 Grad Scale: " + power(exponent) + " Required: 11 hours";
}

} // namespace

class TestTrainingLog : public QObject
{
    Q_OBJECT

private slots:
    void aLogHasItsVerdict_data()
    {
        QTest::addColumn<QString>("log");
        QTest::addColumn<QString>("stack");
        QTest::addColumn<QString>("verdict");
        const auto row
            = [](const char* name, const std::string& log, const char* stack, const char* verdict) {
                  QTest::newRow(name) << QString::fromStdString(log) << stack << verdict;
              };
        const auto loss
            = [](int step) { return "step " + std::to_string(step) + " loss " + std::to_string(3.0 / step); };
        row("apex finds its place",
            apex(15) + "\n" + apex(14) + "\n" + apex(13) + "\n" + lines(1, 300, 1, loss), "apex",
            "warming_up");
        row("apex, a growth between overflows",
            apex(15) + "\n" + lines(1, 2000, 1, loss) + apex(15) + "\n" + lines(2001, 4000, 1, loss)
                + apex(15) + "\n" + lines(4001, 4100, 1, loss),
            "apex", "saw_tooth");
        row("apex, falls without end and no loss", lines(0, 40, 1, [](int i) { return apex(15 - i); }),
            "apex", "falls_without_end");
        row("DeepSpeed, from 2^32",
            lines(0, 20, 1,
                [](int i) {
                    return "[deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: "
                        + power(32 - i) + ", reducing to " + power(31 - i);
                })
                + lines(1, 50, 1, loss),
            "DeepSpeed", "warming_up");
        row("DeepSpeed, hysteresis first",
            "[deepspeed] OVERFLOW! Rank 3 Skipping step. Attempted loss scale: 65536, but hysteresis is 2. Reducing hysteresis to 1\n"
            "[deepspeed] OVERFLOW! Rank 3 Skipping step. Attempted loss scale: 65536, reducing to 32768\n"
                + lines(1, 50, 1, loss),
            "DeepSpeed", "warming_up");
        row("DeepSpeed, hysteresis after a while",
            "[deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 65536, reducing to 32768\n"
                + lines(1, 50, 1, loss)
                + "[deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 32768, but hysteresis is 2. Reducing hysteresis to 1\n"
                + lines(51, 90, 1, loss),
            "DeepSpeed", "warming_up"); // nothing grew
        row("fairseq, its least",
            lines(0, 12, 1,
                [](int i) {
                    return "2021-03-01 | NOTE: overflow detected, setting loss scale to: " + power(6 - i);
                })
                + "FloatingPointError: Minimum loss scale reached (0.0001). Your loss is probably exploding.\n",
            "fairseq", "falls_without_end");
        row("fairseq, stopped in the middle",
            "| NOTE: overflow detected, setting loss scale to: 64.0\n"
                + lines(100, 900, 100,
                    [](int step) {
                        return "epoch 001: " + std::to_string(step)
                            + " / 900 loss=7.1, ppl=137.2, num_updates=" + std::to_string(step)
                            + ", lr=1e-04, gnorm=1.5, clip=0, loss_scale=0.5";
                    }),
            "fairseq", "exhausted");
        row("Megatron, saw-tooth",
            lines(100, 9000, 100,
                [](int i) {
                    return megatron(
                        i, "2.5E+00", i / 100 % 20 < 10 ? 16 : 17, 1.5, i / 100 % 20 == 0 ? 1 : 0);
                }),
            "Megatron", "saw_tooth");
        row("Megatron, too many skips",
            lines(100, 9000, 100,
                [](int i) { return megatron(i, "2.5E+00", i / 100 % 2 == 0 ? 16 : 17, 1.5, 30); }),
            "Megatron", "many_skips");
        row("Megatron, nan in the loss",
            lines(1, 30, 1, [](int i) { return megatron(i, "2.5E+00", 16, 1.5, 0); })
                + lines(31, 60, 1, [](int i) { return megatron(i, "nan", 46 - i, 1.5, 1); }),
            "Megatron", "forward_not_finite");
        row("insightface, stuck",
            lines(20, 20000, 20, [](int i) { return insightface(i, i < 100 ? 14 : 11); }), "insightface",
            "stuck");
        row("JSON lines",
            lines(1, 30, 1,
                [](int i) {
                    return R"({"step": )" + std::to_string(i)
                        + R"(, "loss": 2.5, "loss_scale": 32768, "found_inf": 0})";
                }),
            "JSON", "steady");
        row("JSON lines with NaN, as Python writes it",
            R"({"step": 1, "loss": 2.5})"
            "\n"
            R"({"step": 2, "loss": NaN})"
            "\n",
            "JSON", "loss_not_finite");
        row("a table of Keras", "epoch,accuracy,loss\n0,0.5,0.7\n1,0.6,0.6\n2,0.1,nan\n", "a table",
            "loss_not_finite");
        row("a table, all well", "epoch,accuracy,loss\n0,0.5,0.7\n1,0.6,0.6\n", "a table", "no_scale");
        row("dicts as Python prints them, behind a progress bar",
            "  0%|          | 0/200 [00:00<?]\r  1%|          | 2/200 [00:01<01:30]{'loss': 2.5, 'grad_norm': 1.25, 'epoch': 0.1}\n"
            "{'loss': nan, 'grad_norm': nan, 'epoch': 0.2}\r\n",
            "unknown", "loss_not_finite");
        row("steps of a progress bar, in one line",
            "step 1: loss 2.5, scale 64\rstep 2: loss 2.5, scale 32\rstep 3: loss 2.25, scale 32\n",
            "unknown", "warming_up");
        row("words of fairseq's JSON",
            R"(2021-03-01 | INFO | train_inner | {"epoch": 1, "loss": "7.1", "num_updates": "100", "loss_scale": "64"})"
            "\n",
            "unknown", "scale_once");
        row("JSON lines with a text that has NaN in it",
            R"({"step": 1, "note": "seen NaN here", "loss": 2.5, "loss_scale": 64})"
            "\n",
            "JSON", "scale_once");
        row("skipped steps that the scale does not see",
            lines(1, 100, 1,
                [](int i) {
                    return "step " + std::to_string(i) + " loss 2.5 scale 1024"
                        + (i % 5 == 0 ? "\nskipping step" : "");
                }),
            "unknown", "scale_ignores_skips");
        row("skipped steps without a scale",
            lines(1, 100, 1,
                [](int i) {
                    return "step " + std::to_string(i) + " loss 2.5" + (i == 5 ? "\nskipped step" : "");
                }),
            "unknown", "skips_without_scale");
        row("a scale that grew beyond float32", "step 1 scale 1e38\nstep 2 scale inf\nstep 3 scale inf\n",
            "unknown", "scale_not_finite");
        row("a scale that was never a number", "step 1 scale nan\n", "unknown", "scale_not_finite");
        const auto json = [](const std::string& number, int exponent) {
            return [=](int i) {
                return R"({"step": )" + std::to_string(i) + R"(, "loss": )" + number + R"(, "loss_scale": )"
                    + power(exponent) + "}";
            };
        };
        row("a NaN that no scale is halved for",
            lines(0, 20, 1, json("1.5", 10)) + lines(21, 40, 1, json("NaN", 10)), "JSON",
            "forward_not_finite");
        row("a NaN at the end, while the scale falls",
            lines(0, 9, 1, json("2.5", 12)) + lines(10, 20, 1, json("2.25", 13)) + json("NaN", 12)(21) + "\n"
                + json("NaN", 11)(22) + "\n",
            "JSON", "forward_not_finite");
        row("one NaN in a step that was skipped",
            lines(0, 9, 1, json("2.5", 12)) + json("NaN", 11)(10) + "\n" + lines(11, 20, 1, json("2.25", 11)),
            "JSON", "forward_not_finite");
        row("Megatron in bfloat16, iterations of NaN",
            lines(10, 300, 10, [](int i) { return megatron(i, "2.5E+00", 0, 1.5, 0); })
                + lines(310, 400, 10,
                    [](int i) {
                        std::string line = megatron(i, "nan", 0, NAN, 0);
                        return line.replace(line.find("nan iterations: 0"), 17, "nan iterations: 10");
                    }),
            "Megatron", "forward_not_finite");
        row("Megatron in bfloat16, all well",
            lines(10, 9000, 10, [](int i) { return megatron(i, "2.5E+00", 0, 1.5, 0); }), "Megatron",
            "steady");
        row("a loss that is printed as 0 for it is NaN",
            lines(1, 9, 1,
                [](int i) { return "{'loss': 2." + std::to_string(i) + ", 'grad_norm': 1.5, 'epoch': 0.1}"; })
                + lines(1, 5, 1,
                    [](int) { return std::string("{'loss': 0.0, 'grad_norm': nan, 'epoch': 0.2}"); }),
            "unknown", "forward_not_finite");
        row("gradients that are not finite, without a scale",
            lines(1, 9, 1, [](int) { return std::string("loss 2.5 grad_norm 1.5"); })
                + lines(1, 5, 1, [](int) { return std::string("loss 2.5 grad_norm inf"); }),
            "unknown", "gradient_not_finite");
        const auto byRanks
            = [](int count, int exponent) { return lines(1, count, 1, [=](int) { return apex(exponent); }); };
        row("one overflow, by four ranks", byRanks(4, 15), "apex", "still_falling");
        row("overflows by four ranks, the log cut off",
            byRanks(4, 15) + lines(1, 3, 1, loss) + byRanks(4, 14) + byRanks(4, 13) + lines(4, 300, 1, loss)
                + byRanks(3, 12),
            "apex", "still_falling");
        row("a growth between overflows by two ranks",
            byRanks(2, 15) + byRanks(2, 14) + byRanks(4, 13) + lines(1, 3000, 1, loss), "apex", "saw_tooth");
        row("Megatron, all is skipped at the least scale",
            lines(1, 12, 1, [](int i) { return megatron(10 * i, "2.5E+00", 12 - i, 1.5, 1); })
                + lines(13, 40, 1, [](int i) { return megatron(10 * i, "2.5E+00", 0, 1.5, 10); }),
            "Megatron", "backward_not_finite");
        row("words of nobody", "step 10: loss 2.3, loss scale 65536\nstep 20: loss 2.1, loss scale 65536\n",
            "unknown", "steady");
    }

    void aLogHasItsVerdict()
    {
        QFETCH(QString, log);
        QFETCH(QString, stack);
        QFETCH(QString, verdict);
        const Result<TrainingLog> read = readTrainingLog(log.toStdString());
        QVERIFY2(read.ok(), read ? "" : read.error().text().c_str());
        QCOMPARE(QString::fromStdString(read->stack), stack);
        const LogJudgement judgement = judgeLog(*read);
        QVERIFY(!judgement.verdicts.empty());
        QCOMPARE(QString::fromStdString(judgement.verdicts.front().id), verdict);
        for (const LogVerdict& each : judgement.verdicts) {
            QVERIFY(!each.sentence.empty() && !each.why.empty());
            for (const std::size_t line : each.lines)
                QVERIFY(line >= 1 && line <= read->lines);
        }
        if (!judgement.lossScaleArgument.empty()) {
            const Result<Component> rule = lossScaleByText(judgement.lossScaleArgument, {"none", {}});
            QVERIFY2(rule.ok(), qPrintable(QString::fromStdString(judgement.lossScaleArgument)));
        }
    }

    void everyFieldOfALineIsRead()
    {
        const Result<TrainingLog> log = readTrainingLog(megatron(120, "2.5E-01", 20, 3.25, 2, 0.5) + "\n");
        QVERIFY(log.ok());
        QCOMPARE(log->events.size(), std::size_t{1});
        const LogEvent& event = log->events.front();
        QCOMPARE(event.line, std::size_t{1});
        QVERIFY(event.step == 120 && event.loss == 0.25 && event.lossScale == 0x1p20);
        QVERIFY(event.gradientNorm == 3.25 && event.learningRate == 0.5);
        QCOMPARE(event.skipped, 2);
    }

    void aRepeatedLineIsOneSkip()
    {
        const LogJudgement judgement
            = judgeLog(*readTrainingLog(lines(1, 4, 1, [](int) { return apex(15); })));
        QCOMPARE(judgement.skippedSteps, 1);
        QVERIFY(QString::fromStdString(judgement.verdicts.front().sentence.text())
                    .startsWith("The scale falls to 2^15 on line 1."));
        QCOMPARE(judgement.verdicts.front().lines, std::vector<std::size_t>{1});
    }

    void aNotFiniteLossIsToldWithItsLine()
    {
        const auto judged
            = [](const std::string& log) { return judgeLog(*readTrainingLog(log)).verdicts.front(); };
        const LogVerdict lasting
            = judged("step 1 loss 2.5 scale 64\nstep 2 loss nan scale 64\nstep 3 loss nan scale 64\n");
        QCOMPARE(lasting.severity, Severity::Failure);
        QCOMPARE(lasting.sentence.text(), std::string("The loss is NaN from line 2 on; it was 2.5 before."));
        QCOMPARE(lasting.lines, (std::vector<std::size_t>{2, 3}));
        const LogVerdict once
            = judged("step 1 loss 2.5 scale 64\nstep 2 loss nan scale 32\nstep 3 loss 2 scale 32\n");
        QCOMPARE(once.severity, Severity::Warning);
        QCOMPARE(once.sentence.text(),
            std::string("The loss is NaN on line 2, and finite again after it. That step was skipped."));
        const LogVerdict unskipped
            = judged("step 1 loss 2.5 scale 64\nstep 2 loss inf scale 64\nstep 3 loss 2 scale 64\n");
        QCOMPARE(unskipped.severity, Severity::Warning); // the weights were not ruined
        QVERIFY(QString::fromStdString(unskipped.sentence.text())
                    .endsWith("The log does not show that 1 such step was skipped."));
    }

    void aSawToothSaysItsLinesAndItsInterval()
    {
        const LogVerdict verdict = judgeLog(*readTrainingLog(lines(0, 2000, 50, [](int step) {
            return "step " + std::to_string(step) + " loss 2.5 scale " + power(step / 200 % 2 == 0 ? 10 : 11);
        }))).verdicts.front();
        QCOMPARE(verdict.id, std::string("saw_tooth"));
        QVERIFY2(QString::fromStdString(verdict.sentence.text()).contains("It grows after 200 steps."),
            verdict.sentence.text().c_str());
        QCOMPARE(verdict.lines, (std::vector<std::size_t>{13, 17, 21, 25, 29, 33, 37, 41}));
    }

    /// As a line of somebody's own, as JSON, and as a table.
    void ownNamesAreRead_data()
    {
        QTest::addColumn<QString>("log");
        QTest::newRow("words")
            << "[gpu0] it=00001 L=2.5 S=64 skip=0 (3.1s)\n[gpu1] it=00002 L=2.25 S=32 skip=1 (3.2s)\n";
        QTest::newRow("JSON") << R"({"it": 1, "L": 2.5, "S": 64, "skip": false})"
                                 "\n"
                                 R"({"it": 2, "L": 2.25, "S": 32, "skip": true})"
                                 "\n";
        QTest::newRow("a table") << "it,L,S,skip\n1,2.5,64,0\n2,2.25,32,1\n";
    }
    void ownNamesAreRead()
    {
        QFETCH(QString, log);
        const std::string text = log.toStdString();
        const Result<TrainingLog> unnamed = readTrainingLog(text);
        QVERIFY(!unnamed || !unnamed->events.front().loss);
        const Result<TrainingLog> read
            = readTrainingLog(text, {}, {.step = "it", .loss = "L", .lossScale = "S", .skipped = "skip"});
        QVERIFY(read.ok());
        QCOMPARE(read->stack, std::string(kOwnStack));
        QCOMPARE(read->events.size(), std::size_t{2});
        const LogEvent& last = read->events.back();
        QVERIFY(last.step == 2 && last.loss == 2.25 && last.lossScale == 32.0);
        QCOMPARE(read->events.front().skipped, 0);
        QCOMPARE(last.skipped, 1);
    }

    /// Only what is said after the last fall tells whether the scale holds.
    void aLogThatEndsWithAFallDoesNotHold()
    {
        const auto sentence = [](const std::string& log) {
            return QString::fromStdString(judgeLog(*readTrainingLog(log)).verdicts.front().sentence.text());
        };
        const std::string falls = apex(15) + "\n" + apex(14) + "\n";
        const QString open = QStringLiteral("There the log ends: whether the scale holds is not known.");
        QVERIFY(sentence(falls).endsWith(open));
        QVERIFY(
            sentence(falls + "step 3 loss 2.5\n").endsWith(open)); // the loss of the step that was skipped
        QVERIFY(sentence(falls + "step 3 loss 2.5\nstep 4 loss 2.5\n")
                    .contains("has held since, for at least 1 step."));
    }

    void aHeldScaleIsWhatItWas()
    {
        const Result<TrainingLog> log = readTrainingLog(
            "OVERFLOW! Rank 3 Skipping step. Attempted loss scale: 65536, but hysteresis is 2. Reducing hysteresis to 1\n"
            "OVERFLOW! Rank 3 Skipping step. Attempted loss scale: 65536, reducing to 32768\n");
        QVERIFY(log.ok());
        QVERIFY(log->events.front().isScaleHeld && !log->events.back().isScaleHeld);
        const LogJudgement judgement = judgeLog(*log);
        QCOMPARE(judgement.lossScaleArgument, std::string("deepspeed 2^16"));
        QCOMPARE(judgement.skippedSteps, 2);
        QVERIFY(QString::fromStdString(judgement.verdicts.front().sentence.text())
                    .startsWith("The scale falls to 2^15 on line 2."));
    }

    void aLineIsCountedOnce()
    {
        const Result<TrainingLog> log = readTrainingLog("nothing\r\nloss 1\rloss 2\nloss 3");
        QVERIFY(log.ok());
        QCOMPARE(log->lines, std::size_t{3});
        QCOMPARE(log->events.size(), std::size_t{3});
        QCOMPARE(log->events[1].line, std::size_t{2});
        QCOMPARE(*log->events[1].loss, 2.0);
    }

    void refusesMoreThanAMillionEvents()
    {
        std::string text;
        for (int i = 0; i < 1'000'000; ++i)
            text += "loss 1\n";
        QVERIFY(readTrainingLog(text).ok());
        const Result<TrainingLog> log = readTrainingLog(text + "loss 1\n");
        QVERIFY(
            !log.ok() && QString::fromStdString(log.error().message.text()).contains("more than 1000000"));
    }

    void aNormThatFollowsTheScaleIsOfScaledGradients()
    {
        const auto log = [](bool follows) {
            return lines(1, 40, 1, [&](int i) {
                const int exponent = 10 + i % 4;
                return megatron(i, "2.5", exponent, follows ? std::ldexp(1.5, exponent) : 1.5, 0);
            });
        };
        const auto has = [](const std::string& text) {
            const LogJudgement judgement = judgeLog(*readTrainingLog(text));
            return std::any_of(judgement.verdicts.begin(), judgement.verdicts.end(),
                [](const LogVerdict& verdict) { return verdict.id == "clipped_while_scaled"; });
        };
        QVERIFY(has(log(true)));
        QVERIFY(!has(log(false)));
    }

    void aScheduleThatGoesOnOverSkippedStepsIsTold()
    {
        const auto judged = [](double rate) {
            const std::string log = megatron(1, "9", 16, 1, 0, 0.1) + "\n" + megatron(2, "9", 15, 1, 1, rate)
                + "\n" + megatron(3, "9", 15, 1, 0, 0.3) + "\n";
            const LogJudgement judgement = judgeLog(*readTrainingLog(log));
            const auto found = std::find_if(judgement.verdicts.begin(), judgement.verdicts.end(),
                [](const LogVerdict& verdict) { return verdict.id == "schedule_counts_skips"; });
            return found == judgement.verdicts.end() ? std::vector<std::size_t>{} : found->lines;
        };
        QCOMPARE(judged(0.2), std::vector<std::size_t>{2});
        QCOMPARE(judged(0.1), std::vector<std::size_t>{});
    }

    void readsMetricsOfTensors()
    {
        const Result<TrainingLog> log = readTrainingLog(
            "2026-01-02 10:00:00,000 - INFO - decoder.fc1_gradient_underflows% \t\t\t\t iteration=000012 \t\t\t\t value=0.0000\n"
            "2026-01-02 10:00:00,001 - INFO - decoder.fc1_activation_max \t\t\t\t iteration=000012 \t\t\t\t value=17.5000\n");
        QVERIFY(log.ok());
        QCOMPARE(log->stack, std::string("dlfw-inspect"));
        QCOMPARE(log->statistics.size(), std::size_t{2});
        QVERIFY(log->statistics.back() == (LogStatistic{2, "decoder.fc1", "activation", "max", 12, 17.5}));
        QCOMPARE(judgeLog(*log).verdicts.back().id, std::string("values_underflow"));
    }

    void whatSaysNothingIsRefused()
    {
        const Result<TrainingLog> log = readTrainingLog("hello\nworld, 3 lossless things\n");
        QVERIFY(!log.ok());
        QVERIFY(QString::fromStdString(log.error().message.text())
                    .contains("no number in it has a name that is known for a loss"));
    }
};

QTEST_GUILESS_MAIN(TestTrainingLog)
#include "tst_training_log.moc"
