// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/walk_files.h"

#include "app/io/session/session_file.h"
#include "engine/session/checked_session.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <stdexcept>

namespace ulpscope::ui::walk {

namespace {

// Values of the training that keep a run below some tens of milliseconds.
constexpr const char* kBrief = R"("training": {"batch_size": 8, "steps": 24, "seed": 1,
    "loss": {"class": "BinaryCrossentropy", "from_logits": true}, "loss_weight": 1,
    "optimizer": {"class": "SGD", "learning_rate": 0.1}, "loss_scale": {"class": "dynamic", "initial_scale": 1024}},
    "probes": {"tensors_every": 4}})";

constexpr const char* kSmall = R"({"format": "ulpscope-session", "version": 1, "title": "Small",
    "description": "", "layers": [{"class": "InputLayer", "name": "input_layer", "shape": [2]},
    {"class": "Dense", "name": "dense_1", "units": 4, "activation": "relu"},
    {"class": "Dense", "name": "dense_2", "units": 4, "activation": "relu"},
    {"class": "Dense", "name": "logits", "units": 1}],
    "policies": {"global": "mixed_float16"}, "data": {"class": "circle", "points": 32}, )";

constexpr const char* kOfEachClass = R"({"format": "ulpscope-session", "version": 1, "title": "One of each",
    "description": "", "layers": [{"class": "InputLayer", "name": "input_layer", "shape": [2]},
    {"class": "Dense", "name": "dense", "units": 16},
    {"class": "Reshape", "name": "image", "target_shape": [4, 4, 1]},
    {"class": "Conv2D", "name": "conv", "filters": 2, "kernel_size": [2, 2], "padding": "same"},
    {"class": "DepthwiseConv2D", "name": "depthwise", "kernel_size": [2, 2], "padding": "same"},
    {"class": "BatchNormalization", "name": "batch"},
    {"class": "GroupNormalization", "name": "group", "groups": 1},
    {"class": "MaxPooling2D", "name": "max_pool", "pool_size": [2, 2]},
    {"class": "AveragePooling2D", "name": "average_pool", "pool_size": [1, 1]},
    {"class": "EinsumDense", "name": "einsum", "equation": "abcd,de->abce", "output_shape": [2, 2, 3]},
    {"class": "Reshape", "name": "rows", "target_shape": [4, 3]},
    {"class": "LayerNormalization", "name": "layer"},
    {"class": "RMSNormalization", "name": "rms"},
    {"class": "MultiHeadAttention", "name": "attention", "num_heads": 1, "key_dim": 2},
    {"class": "Add", "name": "sum", "inputs": ["rms", "attention"]},
    {"class": "Concatenate", "name": "both", "inputs": ["sum", "attention"]},
    {"class": "Softmax", "name": "softmax"},
    {"class": "GaussianNoise", "name": "noise", "stddev": 0.1},
    {"class": "Dropout", "name": "dropout", "rate": 0.1},
    {"class": "Activation", "name": "activation", "activation": "relu"},
    {"class": "GlobalAveragePooling1D", "name": "mean"},
    {"class": "Flatten", "name": "flatten"},
    {"class": "Dense", "name": "logits", "units": 1}],
    "policies": {"global": "mixed_bfloat16"}, "data": {"class": "circle", "points": 16}, )";

constexpr const char* kCharacters = R"({"format": "ulpscope-session", "version": 1, "title": "Letters",
    "description": "", "layers": [{"class": "InputLayer", "name": "characters", "shape": [64]},
    {"class": "Embedding", "name": "embedding", "input_dim": 128, "output_dim": 4},
    {"class": "PositionEmbedding", "name": "positions", "sequence_length": 64},
    {"class": "Add", "name": "embedded", "inputs": ["embedding", "positions"]},
    {"class": "Dense", "name": "logits", "units": 128}],
    "policies": {"global": "mixed_bfloat16"}, "data": {"class": "characters", "stride": 4096},
    "training": {"batch_size": 2, "steps": 6, "seed": 1,
    "loss": {"class": "SparseCategoricalCrossentropy", "from_logits": true},
    "optimizer": {"class": "Adam", "learning_rate": 0.001}, "loss_scale": {"class": "none"}},
    "probes": {"tensors_every": 2, "watch": "step"}})";

constexpr const char* kTable = "x,y,label\n0.5,1,0\n-1,0.25,1\n2,2,0\n0,-3,1\nnan,1,0\n1e300,inf,1\n";

/// Of golden files; the index has its parts beside it.
constexpr const char* kTensorFiles[] = {"all.pt", "all.safetensors", "arrays.npz", "checkpoint.pt",
    "mixed.h5", "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors", "model.keras",
    "model.safetensors.index.json", "packed.npz", "single.npy"};

/// A loss scale that halves at each overflow, as apex prints it.
QByteArray apexLog()
{
    QByteArray text;
    for (int step = 0; step < 60; ++step) {
        text += "step " + QByteArray::number(step) + ": loss " + QByteArray::number(2.0 / (1 + step)) + "\n";
        if (step % 20 == 0)
            text += "Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to "
                + QByteArray::number(65536 >> (1 + step / 20)) + ".0\n";
    }
    return text;
}

/// Lines of JSON whose loss is not a number in the end.
QByteArray linesLog()
{
    QByteArray text;
    for (int step = 0; step < 40; ++step)
        text += "{\"step\": " + QByteArray::number(step)
            + ", \"loss\": " + (step < 30 ? QByteArray::number(1.0 / (1 + step)) : QByteArray("NaN"))
            + ", \"loss_scale\": " + QByteArray::number(1 << (step / 4)) + "}\n";
    return text;
}

QByteArray goldenBytes(const QString& path)
{
    QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/") + path);
    if (!file.open(QIODevice::ReadOnly))
        throw std::runtime_error("cannot read " + file.fileName().toStdString());
    return file.readAll();
}

QByteArray golden(const QString& name)
{
    return goldenBytes(QStringLiteral("tensor_files/") + name);
}

/// Of a real training.
QByteArray recording(const QString& name)
{
    return goldenBytes(QStringLiteral("recordings/") + name);
}

} // namespace

WalkFiles::WalkFiles(const QString& folder)
    : m_folder(folder + QStringLiteral("/files"))
{
    QDir().mkpath(m_folder + QStringLiteral("/a folder"));
    QDir().mkpath(m_folder + QStringLiteral("/unwritable"));
    addSession(QStringLiteral("small.ulps"), QByteArray(kSmall) + kBrief);
    addSession(QStringLiteral("one of each.ulps"), QByteArray(kOfEachClass) + kBrief);
    addSession(QStringLiteral("letters.ulps"), kCharacters);
    add(QStringLiteral("policy.json"), R"({"class_name": "DTypePolicy", "config": {"name": "bfloat16"}})");
    add(QStringLiteral("map.json"),
        R"({"class_name": "DTypePolicyMap", "config": {"default_policy": "float32", "policy_map": {"dense": "float16"}}})");
    add(QStringLiteral("table.csv"), kTable);
    add(QStringLiteral("semicolons.csv"), QByteArray(kTable).replace(',', ';'));
    add(QStringLiteral("cut.ulps"), QByteArray(kSmall));
    add(QStringLiteral("empty.ulps"), {});
    add(QStringLiteral("zeros.npz"), QByteArray(64, '\0'));
    add(QStringLiteral("not an array.npy"), "\x93NUMPY\x01");
    add(QStringLiteral("\u6570 %1 <b>.ulps"), QByteArray(kSmall) + kBrief);
    addFromElsewhere();
    add(QStringLiteral("unreadable.ulps"), QByteArray(kSmall) + kBrief, {});
    add(QStringLiteral("read only.ulps"), QByteArray(kSmall) + kBrief, QFile::ReadOwner);
    QFile::setPermissions(m_folder + QStringLiteral("/unwritable"), QFile::ReadOwner | QFile::ExeOwner);
    tidy();
}

QString WalkFiles::toOpen(Dice& dice) const
{
    if (dice.chance(15))
        return m_folder
            + dice.oneOf(QStringList{QStringLiteral("/missing.ulps"), QStringLiteral("/a folder"),
                QStringLiteral("/no/such/folder.json"), QString()});
    return dice.oneOf(m_files).path;
}

QString WalkFiles::toSave(Dice& dice) const
{
    static const QStringList names{QStringLiteral("/new"), QStringLiteral("/other"),
        QStringLiteral("/read only"), QStringLiteral("/unwritable/new"), QStringLiteral("/no/such/folder"),
        QStringLiteral("/a folder"), QStringLiteral("/\u6570 %1 <b>"),
        QStringLiteral("/") + QString(300, u'x')};
    static const QStringList suffixes{QString(), QStringLiteral(".ulps"), QStringLiteral(".json"),
        QStringLiteral(".png"), QStringLiteral(".pdf"), QStringLiteral(".csv")};
    return m_folder + dice.oneOf(names) + dice.oneOf(suffixes);
}

void WalkFiles::tidy() const
{
    for (const QString& folder : QStringList{m_folder, m_folder + QStringLiteral("/a folder")})
        for (const QFileInfo& made : QDir(folder).entryInfoList(QDir::Files | QDir::Hidden | QDir::System))
            QFile::remove(made.filePath());
    for (const File& each : m_files) {
        QFile file(each.path);
        if (!file.open(QIODevice::WriteOnly) || file.write(each.bytes) != each.bytes.size())
            throw std::runtime_error("cannot write " + each.path.toStdString());
        file.close();
        QFile::setPermissions(each.path, each.permissions);
    }
}

void WalkFiles::add(const QString& name, const QByteArray& bytes, QFile::Permissions permissions)
{
    m_files.append({m_folder + QLatin1Char('/') + name, bytes, permissions});
}

void WalkFiles::addSession(const QString& name, const QByteArray& json)
{
    const Result<SessionSpec> session = readSession(json.toStdString());
    const Status runnable = session ? checkRunnable(*session) : Status(session.error());
    if (!runnable)
        throw std::runtime_error(name.toStdString() + ": " + runnable.error().text());
    add(name, json);
    m_sessions += m_files.last().path;
}

void WalkFiles::addFromElsewhere()
{
    const auto addWhole = [this](const QString& name, const QByteArray& bytes) {
        add(name, bytes);
        m_fromElsewhere += m_files.last().path;
    };
    for (const char* each : kTensorFiles)
        addWhole(QLatin1String(each), golden(QLatin1String(each)));
    addWhole(QStringLiteral("apex.log"), apexLog());
    addWhole(QStringLiteral("lines.jsonl"), linesLog());
    addWhole(
        QStringLiteral("recording.safetensors"), recording(QStringLiteral("float16/00000000.safetensors")));
    addWhole(QStringLiteral("a folder/autocast.safetensors"),
        recording(QStringLiteral("autocast/00000002.safetensors")));
    m_fromElsewhere += m_folder + QStringLiteral("/a folder");
    add(QStringLiteral("cut.safetensors"), golden(QStringLiteral("all.safetensors")).chopped(100));
    add(QStringLiteral("cut.pt"), golden(QStringLiteral("checkpoint.pt")).first(3000));
}

} // namespace ulpscope::ui::walk
