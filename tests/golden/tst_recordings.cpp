// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings that the exported recorder made of real PyTorch (make_recordings.py): every layer computed again from its recorded input and
// weights gives PyTorch's bits.
#include "app/io/recordings/findings/local_error.h"
#include "app/io/recordings/findings/nonfinite_origins.h"

#include <QTest>

#include <set>

using namespace ulpscope;

namespace {

Recording recordingIn(const char* folder)
{
    Result<Recording> recording
        = Recording::open(std::filesystem::path(ULPSCOPE_SOURCE_DIR "/tests/golden/recordings") / folder);
    if (!recording)
        qFatal("%s", recording.error().text().c_str());
    return *std::move(recording);
}

} // namespace

class TestRecordings : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        Result<Kernels> kernels = Kernels::load();
        QVERIFY(kernels.ok());
        m_kernels.emplace(*std::move(kernels));
    }

    void everyLayerHasItsTensors()
    {
        const Recording recording = recordingIn("autocast");
        QCOMPARE(recording.steps(), (std::vector<std::int64_t>{0, 2})); // every second
        QCOMPARE(recording.paths(),
            (std::vector<std::string>{"conv", "act", "norm", "attn", "rms", "wi", "wo", "soft", "head"}));
        QCOMPARE(recording.layer("attn")->className, std::string("MultiHeadAttention"));
        QVERIFY(recording.stack().starts_with("torch 2.15.0"));
        std::set<std::string> roles;
        for (const RecordingTensor& tensor : recording.tensorsAt(2))
            if (tensor.name.path == "wi")
                roles.insert(tensor.name.role);
        QCOMPARE(roles,
            (std::set<std::string>{
                "weight", "bias", "input", "output", "output_gradient", "weight_gradient", "bias_gradient"}));
        QCOMPARE(recording.find(0, "wi", "output")->entry.type->name, std::string_view("bfloat16"));
        QCOMPARE(recording.find(0, "wi", "weight")->entry.type->name, std::string_view("float32"));
        QVERIFY(recording.notices().empty());
    }

    void everyLayerIsRedoneToTheBit_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("path");
        const Recording recording = recordingIn("autocast");
        for (const char* folder : {"autocast", "float16"})
            for (const std::string& path : recording.paths())
                // In float16 PyTorch rounds between the steps of RMSNorm, here they are in float32; attention is of many steps.
                if (path != "attn" && (std::string_view(folder) != "float16" || path != "rms"))
                    QTest::newRow((std::string(folder) + " " + path).c_str())
                        << folder << QString::fromStdString(path);
    }

    void everyLayerIsRedoneToTheBit()
    {
        QFETCH(QString, folder);
        QFETCH(QString, path);
        Recording recording = recordingIn(qPrintable(folder));
        const Result<LocalError> error = localError(recording, 0, path.toStdString(), *m_kernels);
        QVERIFY2(error.ok(), error.ok() ? "" : error.error().text().c_str());
        QCOMPARE(error->apart.different, std::uint64_t{0});
        QVERIFY(error->isOfItsDtype());
        QVERIFY(folder != "autocast" || error->recorded.different > 0); // which float64 does not give
    }

    void attentionHasTheErrorOfItsDtype()
    {
        for (const char* folder : {"autocast", "float16"}) {
            Recording recording = recordingIn(folder);
            const Result<LocalError> error = localError(recording, 0, "attn", *m_kernels);
            QVERIFY2(error.ok(), error.ok() ? "" : error.error().text().c_str());
            QVERIFY(error->isOfItsDtype());
            QVERIFY(error->apart.different < error->apart.elements / 2);
        }
    }

    void theCulpritIsFound()
    {
        Recording recording = recordingIn("float16");
        const Result<std::optional<OriginsReport>> found = findOrigins(recording, {}, 0, 1000);
        QVERIFY(found.ok() && found->has_value());
        const OriginsReport& report = **found;
        std::vector<std::string> producers;
        for (const Origin& origin : report.origins)
            if (origin.kind == OriginKind::Producer)
                producers.push_back(origin.path);
        QCOMPARE(producers, std::vector<std::string>{"wo"});
        QCOMPARE(report.road.size(), OriginsReport::kRoad);
        const Result<LocalError> error = localError(recording, report.step, "wo", *m_kernels);
        QVERIFY(error.ok() && error->birth);
        QVERIFY2(error->birth->sentence.starts_with(
                     "dot product 66246 > 65504 in float16, finite in bfloat16 (66048)"),
            error->birth->sentence.c_str());
    }

private:
    std::optional<Kernels> m_kernels;
};

QTEST_GUILESS_MAIN(TestRecordings)
#include "tst_recordings.moc"
