// SPDX-License-Identifier: GPL-3.0-or-later
// Logs in the layouts of the published stacks, with numbers of our own: every number of an entry is read, and where it stands.
#include "app/io/logs/training_log_reader.h"
#include "app/judge/logs/log_place.h"
#include "app/judge/logs/log_statistics.h"
#include "app/judge/logs/log_verdict.h"
#include "engine/base/number_text.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>

using namespace ulpscope;

namespace {

/// "line 3: step 10 loss 2.5 scale 1024 norm nan skipped 1"
std::string told(const LogEvent& event)
{
    std::string text = placeText(event).text() + ':';
    const auto add = [&](const char* name, const std::optional<double>& value) {
        if (value)
            text += std::string(" ") + name + ' ' + shortestText(*value);
    };
    if (event.step)
        text += " step " + std::to_string(*event.step);
    if (event.lastStep)
        text += '/' + std::to_string(*event.lastStep);
    add("epoch", event.epoch);
    add("loss", event.loss);
    add("mean", event.meanLoss);
    add("validation", event.validationLoss);
    add("scale", event.lossScale);
    add("norm", event.gradientNorm);
    add("mean norm", event.meanGradientNorm);
    add("rate", event.learningRate);
    if (event.skipped > 0)
        text += " skipped " + std::to_string(event.skipped);
    for (const auto& [is, name] :
        {std::pair{event.isLossAveraged, " averaged"}, {event.isLossNull, " no loss"},
            {event.isNormNull, " no norm"}, {event.isScaleHeld, " held"}, {event.saysMinimum, " minimum"}})
        text += is ? name : "";
    return text;
}

std::string told(const Result<TrainingLog>& log)
{
    if (!log)
        return log.error().message.text();
    std::string text;
    for (const LogEvent& event : log->events)
        text += told(event) + '\n';
    return text;
}

struct Row
{
    const char* name;
    const char* text;
    const char* stack;
    const char* events;
};

constexpr Row kRows[] = {
    {"a table below the bar of a validation",
        "      Epoch    GPU_mem   box_loss   Size\n"
        "       1/55      9.03G       1.75    640: 100%|#| 5/5 [00:01<00:00,  1.36it/s]\n"
        "                 Class     Images   mAP50: 100%|#| 66/66 [00:36<00:00,  1.79it/s]\n"
        "      Epoch    GPU_mem   box_loss   Size\n"
        "       2/55      9.03G        nan    640: 100%|#| 5/5 [00:01<00:00,  1.36it/s]\n",
        "a table", "line 2: epoch 1 loss 1.75\nline 5: epoch 2 loss NaN\n"},
    {"Hugging Face's Trainer",
        "{'loss': 0.69, 'grad_norm': nan, 'learning_rate': 1e-5, 'epoch': 0.1}\n"
        "{'eval_loss': 0.7, 'eval_runtime': 1.2, 'epoch': 0.1}\n"
        "{'train_runtime': 12.3, 'train_loss': 0.6, 'epoch': 1.0}\n",
        "Hugging Face",
        "line 1: epoch 0.1 loss 0.69 norm NaN rate 1e-05\nline 2: epoch 0.1 validation 0.7\nline 3: epoch 1 mean 0.6\n"},
    {"Trainer with numbers as texts",
        "{'loss': '0.5', 'grad_norm': 'nan', 'learning_rate': '1e-05', 'epoch': '0.1'}\n", "Hugging Face",
        "line 1: epoch 0.1 loss 0.5 norm NaN rate 1e-05\n"},
    {"Trainer behind a progress bar",
        "  1%|▏   | 10/1000 [00:10<16:30,  1.00s/it]{'loss': 2.5, 'grad_norm': 1.5, 'learning_rate': 1e-05, 'epoch': 0.1}\r"
        "  2%|▏   | 20/1000 [00:20<16:20,  1.00s/it]{'loss': 0.0, 'grad_norm': nan, 'learning_rate': 1e-05, 'epoch': 0.2}\n",
        "Hugging Face",
        "epoch 0.1, step 10/1000: step 10/1000 epoch 0.1 loss 2.5 norm 1.5 rate 1e-05\n"
        "epoch 0.2, step 20/1000: step 20/1000 epoch 0.2 loss 0 norm NaN rate 1e-05\n"},
    {"trainer_state.json", R"({
  "best_metric": null,
  "epoch": 0.2,
  "global_step": 20,
  "log_history": [
    {
      "epoch": 0.1,
      "grad_norm": 1.5,
      "learning_rate": 1e-05,
      "loss": 2.5,
      "step": 10
    },
    {
      "epoch": 0.2,
      "grad_norm": NaN,
      "learning_rate": 1e-05,
      "loss": 0.0,
      "step": 20
    },
    {
      "epoch": 0.2,
      "eval_loss": 2.25,
      "step": 20
    }
  ],
  "max_steps": 5000
})",
        "Hugging Face",
        "line 6: step 10 epoch 0.1 loss 2.5 norm 1.5 rate 1e-05\n"
        "line 15: step 20 epoch 0.2 loss 0 norm NaN rate 1e-05\n"
        "line 20: step 20 epoch 0.2 validation 2.25\n"},
    {"trainer_state.json on one line",
        R"({"log_history": [{"loss": 2.5, "step": 10}, {"loss": NaN, "step": 20}], "max_steps": 50})", "JSON",
        "step 10: step 10 loss 2.5\nstep 20: step 20 loss NaN\n"},
    {"a document cut short",
        "{\n \"log_history\": [\n {\"loss\": 1.5, \"step\": 1},\n {\"loss\": NaN, \"step\": 2},\n {\"loss\": Na",
        "JSON", "line 3: step 1 loss 1.5\nline 4: step 2 loss NaN\n"},
    {"TensorBoard's scalars under their names",
        R"({"train/loss": [[1700000000.1, 1, 0.75], [1700000002.1, 3, NaN]], "val/loss": [[1700000002.1, 3, 0.5]]})",
        "JSON", "step 1: step 1 loss 0.75\nstep 3: step 3 loss NaN\nstep 3: step 3 validation 0.5\n"},
    {"series by name", R"({"loss": [2.5, NaN], "val_loss": [2.25, 2.0]})", "JSON",
        "step 0: step 0 loss 2.5 validation 2.25\nstep 1: step 1 loss NaN validation 2\n"},
    {"series by index", R"({"loss": {"0": 2.5, "1": NaN}, "step": {"0": 10, "1": 20}})", "JSON",
        "step 10: step 10 loss 2.5\nstep 20: step 20 loss NaN\n"},
    {"objects by step", R"({"10": {"loss": 2.5}, "20": {"loss": Infinity}})", "JSON",
        "step 10: step 10 loss 2.5\nstep 20: step 20 loss Infinity\n"},
    {"groups of names",
        R"({"step": 5, "train": {"loss": 2.5, "grad_norm": null}, "val": {"loss": 2.25}, "amp": {"scale": 1024}})",
        "JSON", "line 1: step 5 loss 2.5 validation 2.25 scale 1024 no norm\n"},
    {"lists by phase",
        "{\n \"train\": [\n  {\"step\": 1, \"loss\": 2.5},\n  {\"step\": 2, \"loss\": NaN}\n ],\n \"val\": [{\"step\": 2, \"loss\": 2.0}]\n}\n",
        "JSON", "line 3: step 1 loss 2.5\nline 4: step 2 loss NaN\nline 6: step 2 validation 2\n"},
    {"null is no NaN", "{\"step\": 1, \"loss\": 2.5}\n{\"step\": 2, \"loss\": null}\n", "JSON",
        "line 1: step 1 loss 2.5\nline 2: step 2 no loss\n"},
    {"MMEngine's scalars",
        R"({"lr": 0.5, "loss": 2.5, "grad_norm": NaN, "time": 2.5, "epoch": 1, "iter": 10, "memory": 100, "step": 10})",
        "JSON", "line 1: step 10 epoch 1 loss 2.5 norm NaN rate 0.5\n"},
    {"MMCV's JSON",
        "{\"mode\": \"train\", \"epoch\": 1, \"iter\": 50, \"lr\": 0.5, \"loss\": 2.5, \"grad_norm\": NaN}\n"
        "{\"mode\": \"val\", \"epoch\": 1, \"iter\": 100, \"lr\": 0.5, \"loss\": 2.25}\n",
        "JSON",
        "line 1: step 50 epoch 1 loss 2.5 norm NaN rate 0.5\nline 2: step 100 epoch 1 validation 2.25 rate 0.5\n"},
    {"MMDetection's text",
        "2024-11-29 10:00:00,000 - mmdet - INFO - Iter [50/28130]\tlr: 5.000e-01, eta: 1 day, 4:23:57, time: 2.125, memory: 15378, "
        "loss_cls: 1.5, loss: 2.5, grad_norm: nan\n",
        "unknown", "line 1: step 50/28130 loss 2.5 norm NaN rate 0.5\n"},
    {"MMEngine's text",
        "10/30 22:00:02 - mmengine - INFO - Epoch(train) [1][10/735]  lr: 5.0000e-01  eta: 2:46:39  time: 2.8  loss: 2.5000  grad_norm: 1.5\n"
        "10/30 22:10:02 - mmengine - INFO - Epoch(val) [1][100/100]    loss: 2.25\n",
        "unknown",
        "line 1: step 10/735 epoch 1 loss 2.5 norm 1.5 rate 0.5\nline 2: step 100/100 epoch 1 validation 2.25\n"},
    {"MetricLogger",
        "Epoch: [2]  [ 100/1299]  eta: 0:03:10  lr: 0.5  loss: 2.5 (2.75)  loss_scale: 8192.0000 (8646.0600)  grad_norm: 0.5 (nan)  time: 0.4\n"
        "Test:  [   0/48]  eta: 0:00:10  loss: 2.25 (2.25)\n",
        "unknown",
        "line 1: step 100/1299 epoch 2 loss 2.5 mean 2.75 scale 8192 norm 0.5 mean norm NaN rate 0.5\n"
        "line 2: step 0/48 validation 2.25\n"},
    {"Swin Transformer",
        "[2023-01-01 10:00:00 swin_tiny](main.py 218): INFO Train: [2/300][40/1251]\teta 0:10:00 lr 0.5\t time 0.5 (0.6)\tloss 2.5 (2.75)\t"
        "grad_norm 1.5 (inf)\tloss_scale 65536.0000 (65000.0)\tmem 9000MB\n",
        "unknown",
        "line 1: step 40/1251 epoch 2 loss 2.5 mean 2.75 scale 65536 norm 1.5 mean norm Infinity rate 0.5\n"},
    {"timm",
        "Train: 0 [  50/1251 (  4%)]  Loss: nan (nan)  Time: 1.5s, 100.1/s  (1.5s, 100.1/s)  LR: 5.000e-01  Data: 0.5 (0.5)\n",
        "unknown", "line 1: step 50/1251 loss NaN mean NaN rate 0.5\n"},
    {"training and validation in lines of their own",
        "2024-08-25 14:48:04,998 - INFO - Train Summary | Epoch 4 | Loss=nan | Grad=nan\n"
        "2024-08-25 14:58:37,505 - INFO - Valid Summary | Epoch 4 | Loss=0.25 | Nsdr=9.165\n",
        "unknown", "line 1: epoch 4 loss NaN norm NaN\nline 2: epoch 4 validation 0.25\n"},
    {"training and validation in one line",
        "step 0: train loss 2.5, val loss 2.25\niter 10: loss nan, time 100.0ms, mfu 10.00%\n", "unknown",
        "line 1: step 0 loss 2.5 validation 2.25\nline 2: step 10 loss NaN\n"},
    {"suffixes of names",
        "Epoch 1: loss_train=0.5 loss_val=0.25 | gradnorm 1.5\nEpoch 2/10 - Train Loss: nan, Val Loss: 0.5\n",
        "unknown",
        "line 1: epoch 1 loss 0.5 validation 0.25 norm 1.5\nline 2: epoch 2 loss NaN validation 0.5\n"},
    {"DLLogger's text",
        "DLL 2020-06-03 02:41:14.640910 - PARAMETER loss_scale : 524288.0\n"
        "DLL 2020-06-03 08:24:13.924122 - Training Epoch: 0 Training Iteration: 2985  average_loss : 3.5  step_loss : nan  learning_rate : 0.5\n",
        "unknown", "line 1: scale 524288\nline 2: step 2985 epoch 0 loss NaN mean 3.5 rate 0.5\n"},
    {"DLLogger's JSON",
        R"(DLLL {"timestamp": "16.1", "type": "LOG", "step": [0, 10], "data": {"train.loss": NaN, "train.loss_scale": 128.0, "lr": 0.5}})",
        "unknown", "line 1: step 10 epoch 0 loss NaN scale 128 rate 0.5\n"},
    {"running means alone",
        "steps:  10%|█ | 10/100 [00:10<01:30,  1.0s/it, avr_loss=0.125]\rsteps:  11%|█ | 11/100 [00:10<01:30,  1.0s/it, avr_loss=nan]\n",
        "unknown", "step 10: step 10 loss 0.125 averaged\nstep 11: step 11 loss NaN averaged\n"},
    {"guided-diffusion",
        "-----------------------------\n| grad_norm     | 0.25      |\n| lg_loss_scale | 20        |\n| loss          | 0.5       |\n"
        "| loss_q0       | 0.168     |\n| samples       | 3.2e+04   |\n| step          | 500       |\n-----------------------------\n"
        "Found NaN, decreased lg_loss_scale to 19.000\n",
        "guided-diffusion",
        "line 2: step 500 loss 0.5 scale 1048576 norm 0.25\nline 9: scale 524288 skipped 1\n"},
    {"a box with groups",
        "-------------------\n| rollout/      |       |\n|    ep_len     | 200   |\n| train/        |       |\n|    loss       | nan   |\n"
        "|    learning_rate | 0.5 |\n|    n_updates  | 30    |\n-------------------\n",
        "a table", "line 3: loss NaN rate 0.5\n"},
    {"a box that is drawn",
        "┏━━━━━━━━┳━━━━━━━┓\n┃ Metric ┃ Value ┃\n┡━━━━━━━━╇━━━━━━━┩\n│ step   │ 10    │\n│ loss   │ 2.5   │\n└────────┴───────┘\n",
        "a table", "line 4: step 10 loss 2.5\n"},
    {"a table between bars",
        "| step | loss | loss_scale |\n|------|-----:|---|\n| 1 | 2.5 | 1024 |\n| 2 | nan | 512 |\n",
        "a table", "line 3: step 1 loss 2.5 scale 1024\nline 4: step 2 loss NaN scale 512\n"},
    {"a table of two columns", "| step | loss |\n|------|-----:|\n| 1 | 2.5 |\n", "a table",
        "line 3: step 1 loss 2.5\n"},
    {"a table between blanks",
        "epoch     train_loss  valid_loss  accuracy  time    \n0         2.5         2.25        0.5       00:10     \n",
        "a table", "line 2: epoch 0 loss 2.5 validation 2.25\n"},
    {"Lightning's CSV",
        "epoch,grad_norm,step,train_loss_epoch,train_loss_step,val_loss\n0,1.5,49,,2.5,\n0,,99,,,2.25\n0,,99,2.75,,\n",
        "a table",
        "line 2: step 49 epoch 0 loss 2.5 norm 1.5\nline 3: step 99 epoch 0 validation 2.25\nline 4: step 99 epoch 0 loss 2.75 averaged\n"},
    {"a CSV with names of runs",
        "\"Step\",\"swift-sun-3 - train/loss\",\"swift-sun-3 - train/loss__MIN\"\n\"1\",\"NaN\",\"NaN\"\n",
        "a table", "line 2: step 1 loss NaN\n"},
    {"components of a loss",
        "epoch,  train/box_loss,  train/cls_loss,  val/box_loss,  lr/pg0\n1,  0.5,  nan,  0.25,  0.5\n",
        "a table", "line 2: epoch 1 loss NaN validation 0.25 rate 0.5\n"},
    {"a total beside its components",
        "[01/01 10:00:00 d2.utils.events]:  eta: 0:10:00  iter: 19  total_loss: 2.5  loss_cls: 1.5  loss_box_reg: 1  lr: 0.5  max_mem: 2000M\n",
        "unknown", "line 1: step 19 loss 2.5 rate 0.5\n"},
    {"Lightning's bar",
        "Epoch 0:  39%|#  | 39/100 [00:01<00:09, 10.00it/s, v_num=3, train_loss=2.500]\rEpoch 0:  40%|#  | 40/100 [00:01<00:09, 10.00it/s, v_num=3, train_loss=nan.0]\r"
        "Epoch 0:  40%|#  | 40/100 [00:01<00:09, 10.00it/s, v_num=3, train_loss=nan.0]",
        "unknown",
        "epoch 0, step 39/100: step 39/100 epoch 0 loss 2.5\nepoch 0, step 40/100: step 40/100 epoch 0 loss NaN\n"},
    {"the bars of Keras 3",
        "Epoch 1/2\n\x1b[1m1/8\x1b[0m \x1b[32m━━\x1b[0m \x1b[1m19s\x1b[0m 3s/step - loss: 4.5\r\x1b[1m8/8\x1b[0m \x1b[32m━━━━\x1b[0m \x1b[1m3s\x1b[0m 41ms/step - loss: 3.25\n"
        "Epoch 2/2\n\x1b[1m8/8\x1b[0m \x1b[32m━━━━\x1b[0m \x1b[1m0s\x1b[0m 2ms/step - loss: nan - val_loss: nan\n",
        "Keras",
        "epoch 1, step 1/8: step 1/8 epoch 1 loss 4.5 averaged\nepoch 1, step 8/8: step 8/8 epoch 1 loss 3.25 averaged\n"
        "line 4: step 8/8 epoch 2 loss NaN validation NaN averaged\n"},
    {"steps that begin anew in each epoch",
        "Epoch 1 [10/20] loss 2.5\nEpoch 1 [20/20] loss 2.25\nEpoch 2 [10/20] loss nan\n", "unknown",
        "line 1: step 10/20 epoch 1 loss 2.5\nline 2: step 20/20 epoch 1 loss 2.25\nline 3: step 30/20 epoch 2 loss NaN\n"},
    {"Megatron's iterations of NaN",
        " iteration       10/     500 | consumed samples:         5120 | learning rate: 5.0E-01 | loss scale: 1024.0 | "
        "number of skipped iterations:   3 | number of nan iterations:   2 |\n"
        " validation loss at iteration 10 | lm loss value: 2.5E+00 | lm loss PPL: 9.9E+00 |\n",
        "Megatron",
        "line 1: step 10/500 loss NaN scale 1024 rate 0.5 skipped 3\nline 2: step 10 validation 2.5\n"},
    {"NeMo",
        "Epoch 0: :   1%|▏ | 10/1000 [00:34<57:00, v_num=0, reduced_train_loss=2.50, global_step=9.000, consumed_samples=2560.0, grad_norm=nan, val_loss=2.25]\n",
        "unknown", "line 1: step 9 epoch 0 loss 2.5 validation 2.25 norm NaN\n"},
    {"DeepSpeed counts all skips",
        "[Rank 0] step=10, skipped=2, lr=[0.5, 0.5], mom=[[0.9, 0.95]]\n[Rank 0] step=20, skipped=3, lr=[0.5, 0.5], mom=[[0.9, 0.95]]\n"
        "[Rank 0] step=30, skipped=3, lr=[0.5, 0.5], mom=[[0.9, 0.95]]\nsteps: 30 loss: 2.5 iter time (s): 0.5\n",
        "DeepSpeed",
        "line 1: step 10 rate 0.5 skipped 2\nline 2: step 20 rate 0.5 skipped 1\nline 4: step 30 loss 2.5\n"},
    {"DeepSpeed's overflow behind a bar",
        "[losses/total_loss: 1.5 | losses/policy_loss: 0.10]:  16%|#  | 1024/6400 [1:14:23<1:13:02,  1.23it/s][2023-02-28 20:08:00,113] [INFO] "
        "[stage_1_and_2.py:1769:step] [deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 4096.0, reducing to 2048.0\n",
        "DeepSpeed", "line 1: step 1024/6400 loss 1.5 scale 2048 skipped 1\n"},
    {"fairseq's JSON",
        R"(2021-03-01 10:00:00 | INFO | train_inner | {"epoch": 1, "update": 0.1, "loss": "7.5", "num_updates": "100", "lr": "0.5", "gnorm": "1.5", "clip": "0", "loss_scale": "64"})"
        "\n"
        R"(2021-03-01 10:00:00 | INFO | valid | {"epoch": 1, "valid_loss": "6.5", "valid_num_updates": "900"})",
        "unknown",
        "line 1: step 100 epoch 1 loss 7.5 scale 64 norm 1.5 rate 0.5\nline 2: step 900 epoch 1 validation 6.5\n"},
    {"torchtitan",
        "[titan] 2024-01-01 10:00:00,000 - root - INFO - \x1b[36mstep: 10  \x1b[32mloss:  2.5000  \x1b[33mmemory: 30.0GiB(40%)  \x1b[39mgrad_norm:  nan\n",
        "unknown", "line 1: step 10 loss 2.5 norm NaN\n"},
    {"a number in each line below a heading",
        "[batch=1/50]:\n\t Train loss/train/total: 2.5\n\t Train l2_norm/grad/global: nan\n"
        "[batch=2/50]:\n\t Train loss/train/total: nan\n\t Train l2_norm/grad/global: nan\n"
        "\t Train loss/train/total: 1.5\n",
        "unknown",
        "line 3: step 1/50 loss 2.5 norm NaN\nline 5: step 2/50 loss NaN norm NaN\nline 7: loss 1.5\n"},
    {"llm.c",
        "step   10/18865 | loss 6.5 (+1.23z)| norm 1.5 (-0.3z)| lr 5.0e-01 | 100.0 ms | 55% bf16 MFU | 100000 tok/s\n",
        "unknown", "line 1: step 10/18865 loss 6.5 norm 1.5 rate 0.5\n"},
    {"MindSpore",
        "epoch: 1 step: 100, loss is 2.5\nepoch: 1, step: 200, loss: 2.25, overflow: True, loss scale: 1024.0\n",
        "unknown",
        "line 1: step 100 epoch 1 loss 2.5\nline 2: step 200 epoch 1 loss 2.25 scale 1024 skipped 1\n"},
    {"PaddlePaddle",
        "global step 10, epoch: 1, batch: 10, loss: 0.5, speed: 10.0 step/s\nFound inf or nan, current scale is: 32768.0, decrease to: 32768.0*0.5\n",
        "PaddlePaddle", "line 1: step 10 epoch 1 loss 0.5\nline 2: scale 16384 skipped 1\n"},
    {"Colossal-AI",
        "INFO colossalai - Overflow occurs, the loss scale is adjusted to tensor([32768.], device='cuda:0')\n",
        "Colossal-AI", "line 1: scale 32768 skipped 1\n"},
    {"ESPnet",
        "INFO: 1epoch:train:1-100batch: iter_time=0.1, loss_ctc=100.5, loss_att=50.5, acc=0.1, loss=75.5, grad_norm=nan, loss_scale=65536.0\n",
        "unknown", "line 1: loss 75.5 scale 65536 norm NaN\n"},
    {"GluonNLP", "INFO:root:[Epoch 0 Batch 100/1000] loss=7.5, lr=0.5, gnorm=1.5\n", "unknown",
        "line 1: step 100/1000 epoch 0 loss 7.5 norm 1.5 rate 0.5\n"},
    {"TensorFlow", "INFO:tensorflow:loss = 2.5, step = 100 (12.3 sec)\n", "unknown",
        "line 1: step 100 loss 2.5\n"},
    {"the scale's logarithm", "step 1 loss 2.5 log2_scale 16\n", "unknown",
        "line 1: step 1 loss 2.5 scale 65536\n"},
    {"YOLOv5's text",
        "     Epoch   gpu_mem       box       obj       cls    labels  img_size\n"
        "     0/299     3.2G      0.5       nan      0.25        23       640: 100%|####| 8/8 [00:01<00:00,  5.0it/s]\n",
        "a table", "line 2: epoch 0 loss NaN\n"},
    {"a notebook's table", "Step Training Loss\n10 2.5\n20 nan\n", "a table",
        "line 2: step 10 loss 2.5\nline 3: step 20 loss NaN\n"},
    {"a name in each row",
        "wall_time,tag,step,value\n1.5,train/loss,1,2.5\n1.5,val/loss,1,2.25\n1.5,grad_norm,2,nan\n",
        "a table", "line 2: step 1 loss 2.5\nline 3: step 1 validation 2.25\nline 4: step 2 norm NaN\n"},
    {"a name in each object",
        "{\"tag\": \"train/loss\", \"step\": 1, \"value\": 2.5}\n{\"tag\": \"lr\", \"step\": 1, \"value\": 2.5}\n",
        "JSON", "line 1: step 1 loss 2.5\n"},
    {"ESPnet's warning", "WARNING: The grad norm is nan. Skipping updating the model.\n", "unknown",
        "line 1: norm NaN skipped 1\n"},
    {"thousands", "loss scale: 65,536, loss 2.5, wps: 1,000\n", "unknown", "line 1: loss 2.5 scale 65536\n"},
    {"a change told from and to",
        "step 5: reducing loss scale from 65536 to 32768\nLoss scale decreased to 16384\n", "unknown",
        "line 1: step 5 scale 32768\nline 2: scale 16384\n"},
    {"a heading of a validation",
        "loss: 2.5  [   64/60000]\nTest Error: \n Accuracy: 10.9%, Avg loss: 2.25 \n\nloss: 2  [  128/60000]\n",
        "unknown",
        "line 1: step 64/60000 loss 2.5\nline 3: validation 2.25\nline 5: step 128/60000 loss 2\n"},
    {"GPT-NeoX",
        "samples/sec: 10.0 | iteration       10/  320000 | elapsed time per iteration (ms): 5000.0 | learning rate: 5.0E-01 | lm_loss: 2.5E+00 | "
        "loss scale: 65536.0 | number of skipped iterations:   1 | number of nan iterations:   0 |\n",
        "Megatron", "line 1: step 10/320000 loss 2.5 scale 65536 rate 0.5 skipped 1\n"},
    {"losses of a pair of networks", "[1/5][100/500]\tLoss_D: nan\tLoss_G: 2.5\tD(x): 0.5\n", "unknown",
        "line 1: step 100/500 epoch 1 loss NaN\n"},
    {"a line that says what happened", "Loss is nan, stopping training\n", "unknown", "line 1: loss NaN\n"},
    {"a bar alone", "│ \nstep 1 loss 2.5\n", "unknown", "line 2: step 1 loss 2.5\n"},
    {"fastai where there is no validation",
        "epoch     train_loss  valid_loss  accuracy  time    \n0         2.5         #na#        #na#      00:12     \n",
        "a table", "line 2: epoch 0 loss 2.5\n"},
    {"phases behind the loss",
        "iter 4 step 1 | loss train: 2.5, val: n/a | 400 ms\niter 8 step 2 | loss train: n/a, val: n/a | 400 ms\n",
        "unknown", "line 1: step 1 loss 2.5\nline 2: step 2 no loss\n"},
    {"parts of a loss", "iter 1 decode.loss_ce: 0.5 aux.loss_ce: 0.25 loss_mask: 1\n", "unknown",
        "line 1: step 1 loss 1.75\n"},
    {"a table with rules of plus signs",
        "+------+-------+\n| iter | loss  |\n+======+=======+\n|  10  |  nan  |\n+------+-------+\n",
        "a table", "line 4: step 10 loss NaN\n"},
    {"a table without outer bars",
        " step | loss | loss_scale\n------+------+-----------\n    1 |  2.5 |       1024\n", "a table",
        "line 3: step 1 loss 2.5 scale 1024\n"},
    {"other spellings of NaN",
        "step 1, loss=-nan, grad_norm=array(nan, dtype=float32)\n- step: 2\n  loss: .nan\n", "unknown",
        "line 1: step 1 loss NaN norm NaN\nline 3: step 2 loss NaN\n"},
    {"settings are no series",
        "max_grad_norm: 1.0, initial loss scale: 65536, loss_weight=0.5, best_loss=0.1, min_lr: 0.1\nstep 1 loss 2.5\n",
        "unknown", "line 2: step 1 loss 2.5\n"},
};

} // namespace

class TestLogFormats : public QObject
{
    Q_OBJECT

private slots:
    void readsEveryNumberOfAnEntry_data()
    {
        QTest::addColumn<const Row*>("row");
        for (const Row& row : kRows)
            QTest::newRow(row.name) << &row;
    }

    void readsEveryNumberOfAnEntry()
    {
        QFETCH(const Row*, row);
        const Result<TrainingLog> log = readTrainingLog(row->text);
        QCOMPARE(QString::fromStdString(told(log)), QString::fromUtf8(row->events));
        QCOMPARE(QString::fromStdString(log->stack), QString::fromUtf8(row->stack));
    }

    void understandsNames_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("quantity");
        const auto row
            = [](const char* name, LogQuantity quantity) { QTest::newRow(name) << name << int(quantity); };
        for (const char* name : {"loss", "train_loss", "Train/Samples/train_loss", "trainLoss",
                 "loss/train/total", "lm loss", "step_loss", "avg_loss", "losses/total_loss", "val_loss",
                 "LOSS", "epoch_loss", "batch_loss", "policy/loss"})
            row(name, LogQuantity::Loss);
        for (const char* name : {"box_loss", "loss_q0", "train/cls_loss", "loss_mask", "loss_rpn_loc"})
            row(name, LogQuantity::LossComponent);
        for (const char* name : {"loss_scale", "lossScale", "Fp16 Grad Scale", "amp/scale", "lg_loss_scale",
                 "log2_scale", "grad_scaler/scale", "scaler"})
            row(name, LogQuantity::LossScale);
        for (const char* name :
            {"grad_norm", "gnorm", "gradNorm", "total_norm", "global_grad_norm", "train/grad_norm",
                "grad_2.0_norm_total", "l2_norm/grad/global", "gradient norm", "grad_norm_before_clip"})
            row(name, LogQuantity::GradientNorm);
        for (const char* name :
            {"step", "global_step", "trainer/global_step", "_step", "num_updates", "iteration", "train_iter"})
            row(name, LogQuantity::Step);
        for (const char* name : {"max_grad_norm", "loss_weight", "best_loss", "grad_norm/layers.0.weight",
                 "param_norm", "initial loss scale", "iter_time", "loss.py", "batch_size", "scaled_loss",
                 "accuracy", "warmup_steps", "loss_scale_window", "nan_loss_count", "use_loss_mask"})
            row(name, LogQuantity::Unknown);
    }

    void understandsNames()
    {
        QFETCH(QString, name);
        QFETCH(int, quantity);
        QCOMPARE(int(meaningOfName(name.toStdString()).quantity), quantity);
    }

    void keepsValidationAndMeansApart()
    {
        QCOMPARE(meaningOfName("val/loss").phase, LogPhase::Validation);
        QCOMPARE(meaningOfName("loss_eval").phase, LogPhase::Validation);
        QCOMPARE(meaningOfName("train/loss").phase, LogPhase::Training);
        QVERIFY(meaningOfName("running_loss").isMean && !meaningOfName("step_loss").isMean);
        QVERIFY(meaningOfName("lg_loss_scale").isLogarithm && !meaningOfName("log_loss").isLogarithm);
    }

    void listsNamesThatAreNotUnderstood()
    {
        const std::string text = "it=1 L=2.5 S=1024\nit=2 L=2.25 S=512 extra=1\n";
        const Result<TrainingLog> log = readTrainingLog(text);
        QVERIFY(!log.ok());
        const std::vector<UnreadNumber> unread = unreadNumbers(text);
        QCOMPARE(unread.size(), std::size_t{4});
        QVERIFY(unread[0] == (UnreadNumber{"L", 2, 2.5}) && unread[1] == (UnreadNumber{"S", 2, 1024}));
        QVERIFY(unread[3] == (UnreadNumber{"extra", 1, 1}));
        QCOMPARE(unreadNumbers(text, {.step = "it", .loss = "L"}).size(), std::size_t{2});
        QCOMPARE(
            readTrainingLog("step 1 loss 2.5 kl=0.5\n")->unread, (std::vector<UnreadNumber>{{"kl", 1, 0.5}}));
    }

    void readsOtherNumbersBesideNamedOnes()
    {
        const Result<TrainingLog> log
            = readTrainingLog("step 1 loss 2.5 nll=7.5 loss scale 64\n", {}, {.loss = "nll"});
        QCOMPARE(QString::fromStdString(told(log)), QStringLiteral("line 1: step 1 loss 7.5 scale 64\n"));
    }

    void takesTheNameOfATensorBoardSeriesFromItsFile()
    {
        const std::string text = "[[1700000000.1, 1, 0.75], [1700000002.1, 3, NaN]]\n";
        QVERIFY(!readTrainingLog(text).ok());
        const auto read = [&](const char* path, const std::string& said) {
            return QString::fromStdString(told(readTrainingLog(said, {}, namesOfFile(path))));
        };
        QCOMPARE(read("run-.-tag-train_loss.json", text),
            QStringLiteral("step 1: step 1 loss 0.75\nstep 3: step 3 loss NaN\n"));
        QCOMPARE(read("run-.-tag-grad_norm.csv", "Wall time,Step,Value\n1700000000.1,1,nan\n"),
            QStringLiteral("line 2: step 1 norm NaN\n"));
    }

    void saysWhetherSkipsAreStated()
    {
        QVERIFY(readTrainingLog(
            "iteration 1/ 5 | consumed samples: 8 | lm loss: 2.5 | number of skipped iterations: 0 |\n")
                    ->statesSkips);
        QVERIFY(readTrainingLog("{\"step\": 1, \"loss\": 2.5, \"found_inf\": 0}\n")->statesSkips);
        QVERIFY(!readTrainingLog("step 1 loss 2.5 grad_norm nan\n")->statesSkips);
        QVERIFY(readTrainingLog("{'loss': 0.0, 'grad_norm': nan, 'learning_rate': 0.5, 'epoch': 0.1}\n")
                    ->mayFilterLoss);
    }

    /// 20 MB took 3.4 s when each line was looked at for every phrase.
    void readsTwentyMegabytesWithinASecond_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("numbers alone") << QByteArray("1\n").repeated(10'000'000);
        QTest::newRow("a table with an open quote")
            << QByteArray("a,b,c\n\"") + QByteArray("1.5,2.5,3.5\n").repeated(1'600'000);
        QTest::newRow("braces that nothing closes") << QByteArray("{\n").repeated(10'000'000);
        QTest::newRow("quotes that nothing closes") << QByteArray("{\"\n").repeated(6'000'000);
        QTest::newRow("one line of words") << QByteArray("loss ").repeated(4'000'000);
    }

    void readsTwentyMegabytesWithinASecond()
    {
        QFETCH(QByteArray, text);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!readTrainingLog(std::string_view(text.constData(), std::size_t(text.size()))).ok());
        constexpr qint64 kBusyMachine = 10; // others run at the same time
        QVERIFY2(timer.elapsed() < 1000 * kBusyMachine, qPrintable(QString::number(timer.elapsed())));
    }

    void keepsMetricsByLayerAndTensor()
    {
        std::string text;
        for (int step = 0; step < 60; ++step)
            for (const auto& [layer, value] : {std::pair{"decoder.0.fc1", 0.01},
                     {"decoder.1.fc1", step == 30 ? 919.0 : 0.5}, {"decoder.2.fc1", 19.0 * step / 59}})
                text += std::string("2026-01-02 10:00:00,000 - INFO - ") + layer
                    + "_gradient_underflows% \t\t\t iteration=" + std::to_string(step)
                    + " \t\t\t value=" + std::to_string(value) + '\n';
        const Result<TrainingLog> log = readTrainingLog(text);
        QVERIFY(log.ok());
        const std::vector<StatisticSeries> series = statisticSeries(*log);
        QCOMPARE(series.size(), std::size_t{3});
        QVERIFY(series[2].layer == "decoder.2.fc1" && series[2].tensor == "gradient"
            && series[2].statistic == "underflows%");
        const std::vector<LogVerdict> verdicts = statisticsVerdicts(*log);
        QCOMPARE(verdicts.size(), std::size_t{2});
        QCOMPARE(verdicts[0].sentence.text(),
            std::string(
                "underflows% of the gradient of decoder.1.fc1 is printed as 919 on line 92, but a share lies between 0 and 100: that cannot be."));
        QCOMPARE(verdicts[1].sentence.text(),
            std::string(
                "underflows% of the gradient of decoder.2.fc1 rises: it is printed as 19 at step 59 (line 180), and as 0 at step 0. So much is lost in 1 series."));
        for (const LogVerdict& verdict : judgeLog(*log).verdicts)
            QVERIFY2(verdict.severity != Severity::Good,
                verdict.sentence.text().c_str()); // there is no loss to be finite
    }

    void namesTheFirstTensorThatIsNotFinite()
    {
        const std::vector<LogVerdict> verdicts = statisticsVerdicts(*readTrainingLog(
            "INFO - block.1.fc_activation_max iteration=000001 value=17.5\nINFO - block.2.fc_weight_max iteration=000002 value=nan\n"
            "INFO - block.1.fc_activation_max iteration=000003 value=inf\n"));
        QCOMPARE(verdicts.front().id, std::string("tensor_not_finite"));
        QCOMPARE(verdicts.front().sentence.text(),
            std::string(
                "max of the weight of block.2.fc is NaN at step 2 (line 2), the first of 2 series that are not finite."));
    }
};

QTEST_GUILESS_MAIN(TestLogFormats)
#include "tst_log_formats.moc"
