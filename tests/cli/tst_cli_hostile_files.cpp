// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are made to hurt: each costs little and gives one message that says where. Every one of them once took gigabytes,
// minutes or a terminal.
#include "tests/cli/measured_program.h"

#include <QTest>

#include <array>
#include <sys/stat.h>

namespace {

// What an empty start takes, and as much as one small file may.
constexpr double kSmallMebibytes = 100;
constexpr double kSmallSeconds = 2; // 0.02 measured
constexpr double kLargeMebibytes = 1000;
#ifdef __SANITIZE_THREAD__
constexpr double kLargeSeconds = 120; // 35 measured, beside other tests
#else
constexpr double kLargeSeconds = 20; // 0.1 to 3.3 measured, under AddressSanitizer 17
#endif

QByteArray bigEndian(quint32 number)
{
    return QByteArray::fromHex(QByteArray::number(number, 16).rightJustified(8, '0'));
}

QByteArray littleEndian(quint32 number, int bytes)
{
    QByteArray text;
    for (int i = 0; i < bytes; ++i)
        text += static_cast<char>(number >> (8 * i));
    return text;
}

QByteArray idx(const std::vector<quint32>& extents, const QByteArray& values = {})
{
    QByteArray bytes = QByteArray::fromHex("000008") + static_cast<char>(extents.size());
    for (const quint32 extent : extents)
        bytes += bigEndian(extent);
    return bytes + values;
}

QByteArray npy(const QByteArray& shape, const QByteArray& values = {}, const QByteArray& descr = "<f4")
{
    QByteArray header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
    return QByteArray("\x93NUMPY\x01\x00", 8) + littleEndian(static_cast<quint32>(header.size()), 2) + header
        + values;
}

quint32 crc32(const QByteArray& bytes)
{
    quint32 crc = ~0U;
    for (const char byte : bytes) {
        crc ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1 ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
    }
    return ~crc;
}

/// As gzip and zip have it: zlib's without its header and checksum, behind Qt's length.
QByteArray deflated(const QByteArray& bytes)
{
    return qCompress(bytes, 9).mid(6).chopped(4);
}

QByteArray gzip(const QByteArray& bytes)
{
    return QByteArray::fromHex("1f8b08000000000000ff") + deflated(bytes) + littleEndian(crc32(bytes), 4)
        + littleEndian(static_cast<quint32>(bytes.size()), 4);
}

struct ZipEntry
{
    QByteArray name;
    QByteArray data; ///< as it lies in the file
    quint32 crc = 0;
    quint32 size = 0; ///< as the archive says
    bool isDeflated = false;
};

QByteArray zip(const std::vector<ZipEntry>& entries)
{
    QByteArray archive;
    QByteArray directory;
    for (const ZipEntry& entry : entries) {
        const QByteArray common = QByteArray::fromHex("14000008") + QByteArray(1, entry.isDeflated ? 8 : 0)
            + QByteArray::fromHex("0000002100") + littleEndian(entry.crc, 4)
            + littleEndian(static_cast<quint32>(entry.data.size()), 4) + littleEndian(entry.size, 4)
            + littleEndian(static_cast<quint32>(entry.name.size()), 2) + QByteArray(2, 0);
        directory += QByteArray::fromHex("504b01021400") + common + QByteArray(10, 0)
            + littleEndian(static_cast<quint32>(archive.size()), 4) + entry.name;
        archive += QByteArray::fromHex("504b0304") + common + entry.name + entry.data;
    }
    const QByteArray count = littleEndian(static_cast<quint32>(entries.size()), 2);
    return archive + directory + QByteArray::fromHex("504b050600000000") + count + count
        + littleEndian(static_cast<quint32>(directory.size()), 4)
        + littleEndian(static_cast<quint32>(archive.size()), 4) + QByteArray(2, 0);
}

ZipEntry stored(const QByteArray& name, const QByteArray& data)
{
    return {name, data, crc32(data), static_cast<quint32>(data.size())};
}

/// `count` numbers in float32, deflated; the archive says that it is `said` bytes, or what it is.
QByteArray zipOfZeros(int count, std::optional<quint32> said = {})
{
    const QByteArray array = npy("(" + QByteArray::number(count) + ", 1)", QByteArray(4 * count, 0));
    return zip(
        {{"x.npy", deflated(array), crc32(array), said.value_or(static_cast<quint32>(array.size())), true},
            stored("y.npy", npy("(1,)", QByteArray(4, 0)))});
}

struct Parts
{
    QByteArray title = "A title";
    QByteArray layers = R"({"class": "Dense", "units": 2})";
    QByteArray policies = R"("global": "float32")";
    QByteArray data = R"("class": "circle")";
    QByteArray shape = "2";
    int batch = 8;
    QByteArray training = "";
};

QByteArray session(const Parts& parts)
{
    return R"({"format": "ulpscope-session", "version": 1, "title": ")" + parts.title
        + R"(", "layers": [{"class": "InputLayer", "shape": [)" + parts.shape + "]}, " + parts.layers
        + R"(], "policies": {)" + parts.policies + R"(}, "data": {)" + parts.data
        + R"(}, "training": {"batch_size": )" + QByteArray::number(parts.batch)
        + R"(, "steps": 2, "seed": 1, )" + parts.training
        + R"("loss": {"class": "SparseCategoricalCrossentropy", "from_logits": true}, "loss_weight": 1.0,
            "optimizer": {"class": "SGD"}, "loss_scale": {"class": "none"}}, "probes": {"tensors_every": 1}})";
}

bool hasControls(const QByteArray& text)
{
    return std::any_of(text.begin(), text.end(),
        [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f; });
}

} // namespace

class TestCliHostileFiles : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void smallDataCostLittle_data();
    void smallDataCostLittle();
    void wideTablesCostLittle_data();
    void wideTablesCostLittle();
    void whatASessionAsksForIsSaidBefore_data();
    void whatASessionAsksForIsSaidBefore();
    void rubbishIsRefusedOrRead_data();
    void rubbishIsRefusedOrRead();
    void whatIsNoFileIsRefusedEverywhere_data();
    void whatIsNoFileIsRefusedEverywhere();
    void matricesOfNothingMakeNoProduct();
    void manyKeysOnManyLayersAreQuick();
    void aTerminalGetsNoControls_data();
    void aTerminalGetsNoControls();
    void aBadKeyNamesTheSession_data();
    void aBadKeyNamesTheSession();
    void aManyTimesLongerNameIsCut();

private:
    void write(const char* name, const QByteArray& bytes) const;
    Measured measured(const QStringList& arguments) const { return measuredCli(arguments, m_folder->path()); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCliHostileFiles::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestCliHostileFiles::write(const char* name, const QByteArray& bytes) const
{
    QFile file(m_folder->filePath(QLatin1String(name)));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

void TestCliHostileFiles::smallDataCostLittle_data()
{
    QTest::addColumn<QByteArray>("x");
    QTest::addColumn<QByteArray>("y");
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QByteArray>("message");
    const QByteArray byIdx = R"("class": "idx", "features": "x", "targets": "y")";
    const QByteArray byNpz = R"("class": "npz", "file": "x")";
    const QByteArray byNpy = R"("class": "npz", "file": "x.npy", "targets_file": "y")";
    const QByteArray byCsv = R"("class": "csv", "file": "x")";
    const QByteArray labels = idx({2}, QByteArray(2, 0));
    const auto row
        = [](const char* name, const QByteArray& data, const QByteArray& x, const QByteArray& y,
              const char* message) { QTest::newRow(name) << x << y << data << QByteArray(message); };
    row("idx without columns", byIdx, idx({(1U << 30) - 1, 0}), labels,
        "data.features: x: has more than 2^28 values");
    row("idx without rows", byIdx, idx({0, 5}), labels,
        "data.features: x: has an extent of 0; expected at least 1 along each axis");
    row("idx that ends", byIdx, idx({1U << 20, 1U << 8}), labels,
        "data.features: x: would expand to 268435456 bytes, more than 100 times its size");
    row("idx that ends sooner", byIdx, idx({1U << 20, 1U << 5}), labels,
        "data.features: x: ends before its 33554432 values");
    row("gzip idx that ends", byIdx, gzip(idx({1U << 20, 1U << 8}, QByteArray(1 << 16, 0))), labels,
        "data.features: x: would expand to 268435456 bytes, more than 100 times its size");
    // A stored block with the header and two values, then one of a type that there is not.
    const QByteArray begin = idx({1000}, QByteArray(2, 7));
    const auto length = static_cast<quint32>(begin.size());
    row("damaged gzip", byIdx,
        gzip({}).left(10) + QByteArray(1, 0) + littleEndian(length, 2) + littleEndian(~length, 2) + begin
            + "\x07",
        labels, "data.features: x: is damaged: its gzip data cannot be expanded");
    row("npy without columns", byNpy, npy("(1000000000, 0)"), npy("(1000000000,)"),
        "data.file: x.npy: the array has more than 2^28 elements");
    row("npy with fewer rows of nothing", byNpy, npy("(100000000, 0)"), npy("(100000000,)"),
        "data.file: x.npy: expected at least 1 along each axis, got the shape (100000000, 0)");
    row("npy of 2^40", byNpy, npy("(1099511627776, 0)"), npy("(1,)", "1234"),
        "data.file: x.npy: the array has more than 2^28 elements");
    row("npz that claims 4 GiB", byNpz, zip({{"x.npy", deflated("x"), crc32("x"), 0xfffffff0U, true}}), {},
        "data.file: x: what is in it would expand to 4294967280 bytes, more than 100 times the size of the "
        "file");
    row("npz that expands", byNpz, zipOfZeros(20'000'000), {},
        "data.file: x: what is in it would expand to 80000149 bytes, more than 100 times the size of the file");
    row("npz that holds more than it says", byNpz, zipOfZeros(1'000'000, 1000), {},
        "data.file: x: array 'x': it is larger than the archive says");
    row("npz that holds less than it says", byNpz, zipOfZeros(1000, 1'000'000), {},
        "data.file: x: array 'x': it is cut off");
    row("npz of more entries than are counted", byNpz,
        zip({}).replace(8, 4, QByteArray(4, '\xff')) + QByteArray(100, 0), {},
        "data.file: x: has more than 65534 entries");
    row("csv of commas", byCsv, QByteArray(70'000, ','), {}, "data.file: x:1: has more than 65536 cells");
    row("csv of quotes", byCsv, "a,b\n1,\"", {}, "data.file: x:2: a quote is not closed");
    row("empty csv", byCsv, {}, {}, "data.file: x: expected at least 2 columns, a feature and a target");
}

void TestCliHostileFiles::smallDataCostLittle()
{
    QFETCH(QByteArray, x);
    QFETCH(QByteArray, y);
    QFETCH(QByteArray, data);
    QFETCH(QByteArray, message);
    write("x", x);
    write("x.npy", x);
    write("y", y);
    write("s.ulps", session({.data = data}));
    const Measured outcome = measured({"run", "s.ulps"});
    QCOMPARE(outcome.err, "ulpscope-cli: s.ulps: " + message + "\n");
    QCOMPARE(outcome.exitCode, 2);
    QVERIFY2(outcome.mebibytes < kSmallMebibytes, qPrintable(QString::number(outcome.mebibytes)));
    QVERIFY2(outcome.seconds < kSmallSeconds, qPrintable(QString::number(outcome.seconds)));
}

void TestCliHostileFiles::wideTablesCostLittle_data()
{
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("lines");
    QTest::addColumn<int>("emptyOf"); // of so many columns one is empty, so that it is left out
    QTest::addColumn<double>("seconds");
    QTest::newRow("a value for each cell") << 20'000 << 500 << 1'000'000 << kLargeSeconds; // 820 MiB once
    QTest::newRow("many are left out") << 65'536 << 30 << 8 << 10.0; // 15 once, 1 of the processor now
}

void TestCliHostileFiles::wideTablesCostLittle()
{
    QFETCH(int, columns);
    QFETCH(int, lines);
    QFETCH(int, emptyOf);
    QFETCH(double, seconds);
    QByteArray text;
    for (int line = -1; line < lines; ++line)
        for (int c = 0; c < columns; ++c) {
            const bool isEmpty = c % emptyOf == 1;
            text += line < 0 ? "c" + QByteArray::number(c)
                : isEmpty    ? QByteArray()
                             : QByteArray::number(line) + '.' + QByteArray::number(c % 10);
            text += c + 1 == columns ? '\n' : ',';
        }
    write("wide.csv", text);
    const Measured outcome = measured({"new", "wide.csv", "--out", "s.ulps"});
    QVERIFY2(outcome.exitCode == 0, outcome.err.constData());
    QVERIFY2(outcome.mebibytes < 420, qPrintable(QString::number(outcome.mebibytes)));
    QVERIFY2(outcome.seconds < seconds, qPrintable(QString::number(outcome.seconds)));
}

void TestCliHostileFiles::whatASessionAsksForIsSaidBefore_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("examples")
        << session({.data = R"("class": "sums", "points": 1000000, "terms": 4096)", .shape = "4096"})
        << QByteArray("data.points: two times 1000000 examples of 4096 numbers are more than 2^28 "
                      "numbers; expected fewer");
    QTest::newRow("unfolded images") << session({.layers = R"({"class": "Dense", "units": 65536},
            {"class": "Reshape", "target_shape": [256, 256, 1]},
            {"class": "Conv2D", "filters": 2, "kernel_size": [32, 32], "padding": "same"},
            {"class": "Flatten"}, {"class": "Dense", "units": 2})",
        .batch = 512}) << QByteArray("training.batch_size: a run would take about ");
}

void TestCliHostileFiles::whatASessionAsksForIsSaidBefore()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, message);
    write("s.ulps", text);
    const Measured outcome = measured({"run", "s.ulps"});
    QVERIFY2(outcome.err.startsWith("ulpscope-cli: s.ulps: " + message), outcome.err.constData());
    QCOMPARE(outcome.exitCode, 2);
    QVERIFY2(outcome.mebibytes < kSmallMebibytes, qPrintable(QString::number(outcome.mebibytes)));
}

void TestCliHostileFiles::rubbishIsRefusedOrRead_data()
{
    QTest::addColumn<QByteArray>("line"); // again and again, 100 MB in all
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QByteArray>("message");
    const QByteArray byCsv = R"("class": "csv", "file": "x")";
    const QByteArray byCharacters = R"("class": "characters", "file": "x")";
    const QByteArray byNpz = R"("class": "npz", "file": "x")";
    const QByteArray byIdx = R"("class": "idx", "features": "x", "targets": "x")";
    QTest::newRow("commas as csv") << QByteArray(",") << byCsv
                                   << QByteArray("x:1: has more than 65536 cells");
    QTest::newRow("empty lines as csv")
        << QByteArray("\n") << byCsv << QByteArray("x: expected at least 2 columns, a feature and a target");
    QTest::newRow("numbers as csv") << QByteArray("1,2\n") << byCsv
                                    << QByteArray("x:16777217: expected at most 2^24 examples");
    QTest::newRow("a word for each line as csv")
        << QByteArray("1,a\n") << byCsv << QByteArray("x:16777218: expected at most 2^24 examples");
    QTest::newRow("zero bytes as csv")
        << QByteArray(1, 0) << byCsv << QByteArray("x: expected at least 2 columns, a feature and a target");
    QTest::newRow("bytes as text")
        << QByteArray("rubbish\x01\xff") << byCharacters
        << QByteArray(
               "x: makes more than 2^27 numbers with this context and stride; expected a larger stride");
    QTest::newRow("bytes as npz") << QByteArray("rubbish") << byNpz
                                  << QByteArray("x: not an .npz file: Not a zip archive");
    QTest::newRow("bytes as idx") << QByteArray("rubbish") << byIdx
                                  << QByteArray("x: is not an IDX file of unsigned bytes");
}

void TestCliHostileFiles::rubbishIsRefusedOrRead()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, data);
    QFETCH(QByteArray, message);
    constexpr qsizetype kBytes = 100'000'000;
    write("x", line.repeated(kBytes / line.size()));
    const bool isText = data.contains("characters");
    write("s.ulps",
        session({.layers = isText ? R"({"class": "Embedding", "input_dim": 256, "output_dim": 2},
                                       {"class": "Dense", "units": 256})"
                                  : R"({"class": "Dense", "units": 2})",
            .data = data,
            .shape = isText ? "64" : "2"}));
    const Measured outcome = measured({"run", "s.ulps"});
    QVERIFY2(outcome.err.endsWith(": " + message + "\n"), outcome.err.constData());
    QCOMPARE(outcome.exitCode, 2);
    QVERIFY2(outcome.mebibytes < kLargeMebibytes, qPrintable(QString::number(outcome.mebibytes)));
    QVERIFY2(outcome.seconds < kLargeSeconds, qPrintable(QString::number(outcome.seconds)));
}

void TestCliHostileFiles::whatIsNoFileIsRefusedEverywhere_data()
{
    QTest::addColumn<QStringList>("arguments"); // of which "FILE" is what is no file
    QTest::addColumn<QByteArray>("data"); // of s.ulps, likewise
    const auto row = [](const char* name, const QStringList& arguments, const char* data = "") {
        QTest::newRow(name) << arguments << QByteArray(data);
    };
    row("session", {"run", "FILE"});
    row("policy", {"run", "circle", "--policy", "FILE"});
    row("policy or model", {"policy", "show", "FILE"});
    row("array", {"stats", "--to", "float16", "FILE"});
    row("arrays", {"scaling", "keras", "--tensors", "FILE"});
    row("idx", {"run", "s.ulps"}, R"("class": "idx", "features": "FILE", "targets": "FILE")");
    row("npz", {"run", "s.ulps"}, R"("class": "npz", "file": "FILE")");
    row("csv", {"run", "s.ulps"}, R"("class": "csv", "file": "FILE")");
    row("characters", {"run", "s.ulps"}, R"("class": "characters", "file": "FILE", "context": 2)");
    row("initial weights", {"run", "s.ulps"}, "");
}

void TestCliHostileFiles::whatIsNoFileIsRefusedEverywhere()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, data);
    const QByteArray pipe = QFile::encodeName(m_folder->filePath(QStringLiteral("pipe.json")));
    QCOMPARE(mkfifo(pipe.constData(), 0600), 0);
    for (const auto& [file, kind] :
        {std::pair<QByteArray, QByteArray>(pipe, "a pipe"), {"/dev/zero", "a device"}}) {
        Parts parts;
        if (data.isEmpty())
            parts.training = R"("initial_weights": ")" + file + R"(", )";
        else
            parts.data = QByteArray(data).replace("FILE", file);
        write("s.ulps", session(parts));
        QStringList used = arguments;
        used.replaceInStrings(QStringLiteral("FILE"), QFile::decodeName(file));
        const Measured outcome = measuredCli(used, m_folder->path(), 10);
        QVERIFY2(
            outcome.err.endsWith(file + ": is " + kind + "; expected a file\n"), outcome.err.constData());
        QCOMPARE(outcome.exitCode, 2);
    }
}

void TestCliHostileFiles::matricesOfNothingMakeNoProduct()
{
    write("a.npy", npy("(20000, 0)"));
    write("b.npy", npy("(0, 20000)"));
    const QStringList matmul{
        "matmul", "--operands", "float32", "--accumulate", "float32", "--out", "float32"};
    Measured outcome = measured(matmul + QStringList{"a.npy", "b.npy", "c.npy"});
    QCOMPARE(outcome.err, QByteArray("ulpscope-cli: a.npy: expected at least one row and one column\n"));
    write("a.npy", npy("(20000, 1)", QByteArray(80'000, 0)));
    write("b.npy", npy("(1, 20000)", QByteArray(80'000, 0)));
    outcome = measured(matmul + QStringList{"a.npy", "b.npy", "c.npy"});
    QCOMPARE(outcome.err,
        QByteArray(
            "ulpscope-cli: b.npy: the product would have 20000 x 20000 elements; expected at most 2^28\n"));
    QVERIFY(outcome.mebibytes < kSmallMebibytes);
}

void TestCliHostileFiles::manyKeysOnManyLayersAreQuick()
{
    QByteArray layers;
    for (int i = 0; i < 900; ++i)
        layers += (i == 0 ? "" : ", ") + QByteArray(R"({"class": "Dense", "units": 2, "name": "layer_)")
            + QByteArray::number(i) + "\"}";
    QByteArray keys;
    for (int i = 0; i < 4000; ++i)
        keys += (i == 0 ? "\"" : ", \"") + QByteArray("block_") + QByteArray::number(i)
            + R"(/.*/unit_[0-9]+": "float16")";
    write("s.ulps", session({.layers = layers, .policies = R"("global": "float32", "map": {)" + keys + "}"}));
    for (const QStringList& arguments : {QStringList{"policy", "show", "s.ulps"},
             {"policy", "check", "s.ulps"}, {"policy", "export", "s.ulps", "--as", "keras-map"}}) {
        const Measured outcome = measured(arguments);
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY2(
            outcome.seconds < 12, qPrintable(QString::number(outcome.seconds))); // 55 once, 1 measured alone
    }
}

void TestCliHostileFiles::aTerminalGetsNoControls_data()
{
    QTest::addColumn<QStringList>("arguments");
    for (const QStringList& arguments :
        {QStringList{"run", "s.ulps"}, {"policy", "show", "s.ulps"}, {"policy", "check", "s.ulps"},
            {"policy", "show", "s.ulps", "--json"}, {"policy", "diff", "s.ulps", "circle"},
            {"ledger", "s.ulps"}, {"blame", "s.ulps", "--steps", "2"},
            {"tensor", "s.ulps", "--step", "0", "--layer", "x", "--tensor", "output"},
            {"policy", "export", "s.ulps", "--as", "keras-python"}})
        QTest::newRow(qPrintable(arguments.join(' '))) << arguments;
}

void TestCliHostileFiles::aTerminalGetsNoControls()
{
    QFETCH(QStringList, arguments);
    write("s.ulps",
        session({.title = R"(a\u001b[31m title\u0007\u009b)",
            .layers = R"({"class": "Dense", "units": 2, "name": "a\u001b[2Jlayer\u007f\nof two lines"})"}));
    const Measured outcome = measured(arguments);
    QVERIFY2(!hasControls(outcome.out), outcome.out.constData());
    QVERIFY2(!hasControls(outcome.err), outcome.err.constData());
    QVERIFY2(!(outcome.out + outcome.err).contains("\xc2\x9b"), outcome.out.constData());
    QVERIFY2((outcome.out + outcome.err).contains("1b")
            || arguments.mid(0, 2) == QStringList({"policy", "check"}), // which has nothing to say of it
        (outcome.out + outcome.err).constData());
}

void TestCliHostileFiles::aBadKeyNamesTheSession_data()
{
    aTerminalGetsNoControls_data();
}

void TestCliHostileFiles::aBadKeyNamesTheSession()
{
    QFETCH(QStringList, arguments);
    write("s.ulps", session({.policies = R"("global": "float32", "map": {"se(que/.*": "float16"})"}));
    const Measured outcome = measured(arguments);
    const QByteArray said = outcome.err + outcome.out;
    QVERIFY2(said.contains("s.ulps") || arguments.mid(0, 2) == QStringList({"policy", "check"})
            || arguments.mid(0, 2) == QStringList({"policy", "diff"}),
        said.constData());
    QVERIFY2(said.contains("missing ), unterminated subpattern"), said.constData());
}

void TestCliHostileFiles::aManyTimesLongerNameIsCut()
{
    std::vector<ZipEntry> entries;
    for (int i = 0; i < 60'000; ++i)
        entries.push_back(stored("array_" + QByteArray::number(i) + ".npy", npy("(1,)", "1234")));
    write("x", zip(entries));
    write("s.ulps", session({.data = R"("class": "npz", "file": "x")"}));
    Measured outcome = measured({"run", "s.ulps"});
    QVERIFY2(outcome.err.startsWith(
                 "ulpscope-cli: s.ulps: data.file: x: there is no array 'x'; there are array_0, "),
        outcome.err.constData());
    QVERIFY2(outcome.err.size() < 700, qPrintable(QString::number(outcome.err.size()))); // 469,000 once

    const QByteArray name(60'000, 'n');
    for (const Parts& parts : {Parts{.layers = R"({"class": ")" + name + R"("})"},
             Parts{.layers = R"({"class": "Dense", "units": 2, "name": ")" + name + R"(/"})"},
             Parts{.layers = R"({"class": "Dense", "units": 2, "activation": ")" + name + R"("})"},
             Parts{.policies = R"("global": ")" + name + R"(")"},
             Parts{.policies = R"("global": "float32", "map": {"()" + name + R"(": "float16"})"},
             Parts{.data = R"("class": "csv", "file": "x", "target": ")" + name + R"(")"}}) {
        write("x", name + "," + name + "\n1,2\n");
        write("s.ulps", session(parts));
        outcome = measured({"run", "s.ulps"});
        QCOMPARE(outcome.exitCode, 2);
        QVERIFY2(outcome.err.size() < 1000, outcome.err.left(1500).constData());
    }
}

QTEST_GUILESS_MAIN(TestCliHostileFiles)
#include "tst_cli_hostile_files.moc"
