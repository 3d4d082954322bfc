// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/logs/brought_file.h"
#include "app/io/tensors/hdf5/hdf5_chunks.h"
#include "app/io/tensors/tensor_reference.h"
#include "engine/base/philox.h"
#include "engine/file/whole_file.h"
#include "engine/file/zip_archive.h"
#include "engine/file/zip_extents.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

using namespace ulpscope;

/// Files that their own libraries wrote (make_tensor_files.py) against what Python has of them.
class TestTensorFiles : public QObject
{
    Q_OBJECT
private slots:
    void aTensorHasTheBytesThatItsLibraryWrote_data();
    void aTensorHasTheBytesThatItsLibraryWrote();
    void nothingElseIsInAFile_data();
    void nothingElseIsInAFile();
    void listsFactsAndNotices();
    void valuesAreDecoded();
    void manyValuesAreThoseOfEachElement();
    void aFileIsToldByItsContent();
    void everyTruncationIsRefusedOrReads_data();
    void everyTruncationIsRefusedOrReads();
    void everyFlippedByteIsRefusedOrReads_data();
    void everyFlippedByteIsRefusedOrReads();
    void aPickleThatIsSmallCostsLittle();
    void aDtypeIsAskedForInArchivesAndShards();
    void namesAreUnique();
    void longListsAreRefusedOrCut();
    void chunksInOnePlaceAreNotUnpackedAgainAndAgain();
    void entriesThatShareALongNameCostLittle();
    void entriesThatOverlapAreRefused();
    void anEntryInAnotherIsRefused();
    void aCommentDoesNotSayHowMuchIsRead();
    void aCutOffArchiveSaysSo();
    void aFolderOfShardsIsItsIndex();
    void refusesWithPlaceAndReason_data();
    void refusesWithPlaceAndReason();
};

namespace {

const QString kFolder = QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/tensor_files/");

std::string pathOf(const QString& file)
{
    return (kFolder + file).toStdString();
}

QList<QJsonObject> goldenTensors()
{
    QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/tensor_files.jsonl"));
    QList<QJsonObject> lines;
    if (file.open(QIODevice::ReadOnly))
        while (!file.atEnd())
            lines.append(QJsonDocument::fromJson(file.readLine()).object());
    return lines;
}

QString errorOf(const auto& result)
{
    return result ? QString() : QString::fromStdString(result.error().text());
}

void addFiles()
{
    QTest::addColumn<QString>("file");
    const QStringList files = QDir(kFolder).entryList(QDir::Files);
    QVERIFY(files.size() > 10);
    for (const QString& file : files)
        QTest::newRow(qPrintable(file)) << file;
}

/// Opens it and reads all of it, whatever comes; the sum keeps the reads.
std::size_t readAll(const std::filesystem::path& path)
{
    const auto file = openTensorFile(path);
    if (!file)
        return file.error().message.text().size();
    std::size_t sum = 0;
    for (std::size_t i = 0; i < (*file)->tensors().size(); ++i)
        if (const Result<StoredTensor> tensor = (*file)->read(i); tensor && tensor->size() > 0)
            sum += tensor->code(tensor->size() - 1) & 1;
    return sum;
}

/// Without waiting for the disk, as a program's own files are written.
bool put(const std::string& path, const std::string& bytes)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::WriteOnly)
        && file.write(bytes.data(), static_cast<qint64>(bytes.size())) == static_cast<qint64>(bytes.size());
}

std::string safetensors(const std::string& header, const std::string& buffer)
{
    std::string bytes;
    for (int i = 0; i < 8; ++i)
        bytes += static_cast<char>(header.size() >> (8 * i) & 0xff);
    return bytes + header + buffer;
}

} // namespace

void TestTensorFiles::aTensorHasTheBytesThatItsLibraryWrote_data()
{
    QTest::addColumn<QJsonObject>("golden");
    const QList<QJsonObject> tensors = goldenTensors();
    QVERIFY(tensors.size() > 100);
    for (const QJsonObject& tensor : tensors)
        QTest::newRow(qPrintable(tensor["file"].toString() + "::" + tensor["tensor"].toString())) << tensor;
}

void TestTensorFiles::aTensorHasTheBytesThatItsLibraryWrote()
{
    QFETCH(QJsonObject, golden);
    const QString ask = golden["ask"].toString();
    const std::string reference = pathOf(golden["file"].toString())
        + "::" + golden["tensor"].toString().toStdString() + (ask.isEmpty() ? "" : ":" + ask.toStdString());
    const Result<StoredTensor> tensor = loadTensor(parseTensorReference(reference));
    QVERIFY2(tensor.ok(), qPrintable(errorOf(tensor)));
    QCOMPARE(QString::fromUtf8(tensor->type->name.data(), static_cast<qsizetype>(tensor->type->name.size())),
        golden["dtype"].toString());
    QJsonArray shape;
    for (const std::int64_t extent : tensor->shape)
        shape.append(qint64{extent});
    QCOMPARE(shape, golden["shape"].toArray());
    QCOMPARE(QByteArray::fromStdString(tensor->bytes).toHex(), golden["hex"].toString().toLatin1());
    const auto file = openTensorFile(pathOf(golden["file"].toString()));
    QVERIFY(file.ok());
    QCOMPARE(QByteArray((*file)->kind().data(), static_cast<qsizetype>((*file)->kind().size())),
        golden["kind"].toString().toLatin1());
    if (!ask.isEmpty()) { // without the question nobody knows
        const Result<StoredTensor> unasked
            = loadTensor(parseTensorReference(reference.substr(0, reference.rfind(':'))));
        QVERIFY(!unasked);
        QVERIFY(QString::fromStdString(unasked.error().message.text()).contains("without their format"));
    }
}

void TestTensorFiles::nothingElseIsInAFile_data()
{
    addFiles();
}

void TestTensorFiles::nothingElseIsInAFile()
{
    QFETCH(QString, file);
    QStringList expected;
    for (const QJsonObject& golden : goldenTensors())
        if (golden["file"].toString() == file)
            expected.append(golden["tensor"].toString());
    if (file == "mixed.h5")
        expected.append("text"); // listed, and no tensor
    if (expected.isEmpty())
        QVERIFY(file.startsWith("model-0")); // a shard, which its index has
    const auto opened = openTensorFile(pathOf(file));
    QVERIFY2(opened.ok(), qPrintable(errorOf(opened)));
    QStringList found;
    for (const TensorEntry& entry : (*opened)->tensors())
        if (!entry.name.starts_with("optimizer/")) // of Keras; its own test has them
            found.append(QString::fromStdString(entry.name));
    if (!expected.isEmpty()) {
        std::sort(expected.begin(), expected.end());
        std::sort(found.begin(), found.end());
        QCOMPARE(found, expected);
    }
}

void TestTensorFiles::listsFactsAndNotices()
{
    const auto fact = [](const TensorFile& file, const std::string& name) {
        for (const auto& [key, value] : file.facts())
            if (key == name)
                return value;
        return std::string("none");
    };
    const auto checkpoint = openTensorFile(pathOf("checkpoint.pt"));
    QVERIFY(checkpoint.ok());
    QCOMPARE(fact(**checkpoint, "scaler.scale"), "65536");
    QCOMPARE(fact(**checkpoint, "scaler._growth_tracker"), "1");
    QCOMPARE(fact(**checkpoint, "name"), "tiny");
    QCOMPARE(fact(**checkpoint, "optimizer.param_groups.0.lr"), "0.01");
    QVERIFY((*checkpoint)->notices().empty());

    const auto module = openTensorFile(pathOf("module.pt"));
    QVERIFY(module.ok());
    QVERIFY(!(*module)->notices().empty());
    QVERIFY(
        std::any_of((*module)->notices().begin(), (*module)->notices().end(), [](const std::string& notice) {
            return notice.find("torch.nn.modules.linear Linear was not made") != std::string::npos;
        }));

    const auto keras = openTensorFile(pathOf("model.keras"));
    QVERIFY(keras.ok());
    QCOMPARE(fact(**keras, "keras_version"), "3.15.1");
    QCOMPARE(fact(**keras, "class_name"), "Sequential");
    const auto scale = (*keras)->find("optimizer/vars/3"); // LossScaleOptimizer: step counter, dynamic scale
    QVERIFY2(scale.ok(), qPrintable(errorOf(scale)));
    const auto scaleTensor = (*keras)->read(*scale);
    QVERIFY(scaleTensor.ok());
    QCOMPARE(scaleTensor->value(0), 32768.0); // Keras' initial_scale, 2^15, after a step that was finite

    const auto mixed = openTensorFile(pathOf("mixed.h5"));
    QVERIFY(mixed.ok());
    QCOMPARE((*mixed)->notices().size(), std::size_t{2}); // the soft link and the external one
    const auto text = (*mixed)->read(*(*mixed)->find("text"));
    QVERIFY(!text);
    QVERIFY(QString::fromStdString(text.error().text()).startsWith("text: its elements are text"));

    const auto sharded = openTensorFile(pathOf("model.safetensors.index.json"));
    QVERIFY(sharded.ok());
    QCOMPARE(fact(**sharded, "files"), "2");
    const auto closest = (*sharded)->find("lm_head.weigth");
    QVERIFY(!closest
        && QString::fromStdString(closest.error().message.text()).contains("did you mean 'lm_head.weight'?"));
}

void TestTensorFiles::valuesAreDecoded()
{
    const auto values = [](const std::string& reference) {
        const auto tensor = loadTensor(parseTensorReference(pathOf(QString::fromStdString(reference))));
        return tensor ? tensor->values() : std::vector<double>{};
    };
    const std::vector<double> expected{1, 0.25, 2, 64, 0.0078125, 1};
    for (const char* name : {"float64", "float32", "float16", "bfloat16", "float8_e5m2", "float8_e8m0fnu"})
        QCOMPARE(values(std::string("all.pt::") + name), expected);
    QCOMPARE(values("narrow.safetensors::f4"), (std::vector<double>{0.5, 1, 6, -6})); // 1, 2, 7, 15
    QCOMPARE(values("narrow.safetensors::f6"), (std::vector<double>{0.125, 0, 0.25, -7.5})); // 1, 0, 2, 63
    QCOMPARE(values("arrays.npz::uint8"), (std::vector<double>{0, 255}));
    QCOMPARE(values("arrays.npz::bool"), (std::vector<double>{1, 0}));
    QCOMPARE(values("arrays.npz::float16"), (std::vector<double>{1, -0x1p-24}));
    QCOMPARE(values("arrays.npz::bf16:bfloat16"), (std::vector<double>{1, -3.140625, INFINITY}));
    const auto huge = loadTensor(parseTensorReference(pathOf("arrays.npz") + "::int64"));
    QVERIFY(huge.ok());
    QVERIFY(!toArray(*huge)); // 2^63 - 1
    const auto complex = loadTensor(parseTensorReference(pathOf("arrays.npz") + "::complex64"));
    QVERIFY(complex.ok() && !toArray(*complex));
    const auto half = loadTensor(parseTensorReference(pathOf("arrays.npz") + "::float16"));
    QVERIFY(half.ok() && std::holds_alternative<std::vector<float>>(toArray(*half)->values));
    QCOMPARE(*exactValues(*half), (std::vector<double>{1, -0x1p-24}));
    std::stop_source source;
    source.request_stop();
    const Result<std::vector<double>> stopped = exactValues(*half, source.get_token());
    QVERIFY(!stopped && stopped.error().kind == ErrorKind::Stopped);
}

/// As many as every code of 16 bits, and more; whatever way they are read in.
void TestTensorFiles::manyValuesAreThoseOfEachElement()
{
    constexpr std::int64_t kElements = 65'539;
    for (const ElementType& type : elementTypes()) {
        StoredTensor tensor{&type, {kElements}, std::string(type.bytes(kElements), '\0')};
        for (std::size_t i = 0; i < tensor.bytes.size(); ++i)
            tensor.bytes[i] = static_cast<char>(randomBits({3, RandomUse::Dataset, 0, 0}, i));
        const Result<std::vector<double>> values = exactValues(tensor);
        QCOMPARE(
            values.ok(), type.kind != ElementKind::Complex && (type.bits < 64 || type.format != nullptr));
        for (std::uint64_t i = 0; values && i < tensor.size(); ++i)
            if (std::bit_cast<std::uint64_t>((*values)[i]) != std::bit_cast<std::uint64_t>(tensor.value(i)))
                QFAIL(qPrintable(QStringLiteral("%1 [%2]").arg(type.name.data()).arg(i)));
    }
}

void TestTensorFiles::aFileIsToldByItsContent()
{
    const QTemporaryDir folder;
    QVERIFY(QFile::copy(kFolder + "all.pt", folder.filePath("called.npz")));
    const auto file = openTensorFile(folder.filePath("called.npz").toStdString());
    QVERIFY(file.ok());
    QCOMPARE((*file)->kind(), "torch");
}

void TestTensorFiles::everyTruncationIsRefusedOrReads_data()
{
    addFiles();
}

void TestTensorFiles::everyTruncationIsRefusedOrReads()
{
    QFETCH(QString, file);
    const QTemporaryDir folder;
    const std::string path = folder.filePath("cut").toStdString();
    const auto whole = readWholeFile(pathOf(file), std::size_t{1} << 20);
    QVERIFY(whole.ok());
    const std::size_t step = std::max<std::size_t>(1, whole->size() / 200);
    for (std::size_t size = 0; size < whole->size(); size += step) {
        QVERIFY(put(path, whole->substr(0, size)));
        const auto opened = openTensorFile(path);
        if (!opened)
            QVERIFY(!opened.error().message.empty() && !opened.error().place.empty());
        readAll(path);
    }
}

void TestTensorFiles::everyFlippedByteIsRefusedOrReads_data()
{
    addFiles();
}

void TestTensorFiles::everyFlippedByteIsRefusedOrReads()
{
    QFETCH(QString, file);
    const QTemporaryDir folder;
    const std::string path = folder.filePath("flipped").toStdString();
    const auto whole = readWholeFile(pathOf(file), std::size_t{1} << 20);
    QVERIFY(whole.ok());
    const std::size_t step = std::max<std::size_t>(1, whole->size() / 300);
    std::size_t sum = 0;
    for (std::size_t at = 0; at < whole->size(); at += step) {
        std::string bytes = *whole;
        bytes[at] = static_cast<char>(bytes[at] ^ (at % 2 == 0 ? 0xff : 0x04));
        QVERIFY(put(path, bytes));
        sum += readAll(path);
    }
    QVERIFY(sum > 0); // some were refused with words, or read
}

/// Parts that are taken from the memo again and again, a list that holds itself, keys that are alike: no more work or memory than
/// the bytes are worth.
void TestTensorFiles::aPickleThatIsSmallCostsLittle()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("odd.pt").toStdString();
    const auto opened = [&](const std::string& pickle) {
        const auto archive = zipped({{"odd/data.pkl", pickle}, {"odd/data/0", std::string(8, '\0')}});
        return archive && put(path, *archive) ? openTensorFile(path)
                                              : Result<std::unique_ptr<TensorFile>>(Error{"", "not written"});
    };
    // l = []; l.append(l); l.append(1)
    const auto itself = opened("\x80\x02]q\x01h\x01\x61K\x01\x61.");
    QVERIFY2(itself.ok(), qPrintable(errorOf(itself)));
    // A list of 40 levels, each of which has the one below twice.
    std::string doubled = "\x80\x02]q";
    doubled += '\0';
    for (int level = 1; level < 40; ++level)
        doubled += std::string("](h") + static_cast<char>(level - 1) + "h" + static_cast<char>(level - 1)
            + "eq" + static_cast<char>(level);
    const auto many = opened(doubled + ".");
    QVERIFY(!many && errorOf(many).contains("more than 1000000 parts"));
    // {None: t, None: t, ...}: 20,000 tensors under keys that are no texts.
    std::string alike = "\x80\x02}(";
    const std::string storage = "((X\x07" + std::string(3, '\0') + "storagectorch\nFloatStorage\nX\x01"
        + std::string(3, '\0') + "0X\x03" + std::string(3, '\0') + "cpuK\x02tQ";
    const std::string tensor = "ctorch._utils\n_rebuild_tensor_v2\n" + storage + "K" + std::string(1, '\0')
        + "K\x02\x85K\x01\x85\x89NtRq\x01";
    alike += "N" + tensor;
    for (int i = 1; i < 20000; ++i)
        alike += "Nh\x01";
    const auto names = opened(alike + "u.");
    QVERIFY2(names.ok(), qPrintable(errorOf(names)));
    QCOMPARE((*names)->tensors().size(), std::size_t{20000});
    QCOMPARE((*names)->tensors().back().name, std::string("?'19999"));
    QCOMPARE((*names)->tensors().front().name, std::string("?"));
}

void TestTensorFiles::aDtypeIsAskedForInArchivesAndShards()
{
    const QTemporaryDir folder;
    QVERIFY(put(folder.filePath("a").toStdString(),
        safetensors(R"({"w":{"dtype":"X16","shape":[1],"data_offsets":[0,2]}})", "\x80\x3f")));
    const std::string index = folder.filePath("index.json").toStdString();
    QVERIFY(put(index, R"({"weight_map":{"w":"a"}})"));
    const auto shard = loadTensor(parseTensorReference(index + "::w:bfloat16"));
    QVERIFY2(shard.ok(), qPrintable(errorOf(shard)));
    QCOMPARE(shard->value(0), 1.0);

    // Opaque, without the attribute that says which they are.
    auto weights = readWholeFile(pathOf("model.weights.h5"), std::size_t{1} << 20);
    QVERIFY(weights.ok());
    const std::string attribute("dtype\0", 6);
    for (std::size_t at = 0; (at = weights->find(attribute, at)) != std::string::npos;)
        weights->replace(at, 5, "dtyqe");
    const auto archive
        = zipped({{"metadata.json", "{}"}, {"config.json", "{}"}, {"model.weights.h5", *weights}});
    const std::string path = folder.filePath("model.keras").toStdString();
    QVERIFY(archive && put(path, *archive));
    QVERIFY(!loadTensor(parseTensorReference(path + "::layers/dense_1/vars/0")).ok());
    const auto asked = loadTensor(parseTensorReference(path + "::layers/dense_1/vars/0:bfloat16"));
    QVERIFY2(asked.ok(), qPrintable(errorOf(asked)));
    const auto known
        = loadTensor(parseTensorReference(pathOf("model.weights.h5") + "::layers/dense_1/vars/0"));
    QVERIFY(known.ok());
    QCOMPARE(asked->bytes, known->bytes);
}

/// Also where a key looks like what another one is called for looking alike.
void TestTensorFiles::namesAreUnique()
{
    const std::string nought(3, '\0');
    const std::string storage = "((X\x07" + nought + "storagectorch\nFloatStorage\nX\x01" + nought + "0X\x03"
        + nought + "cpuK\x02tQ";
    const std::string tensor = "ctorch._utils\n_rebuild_tensor_v2\n" + storage + "K" + std::string(1, '\0')
        + "K\x02\x85K\x01\x85\x89NtRq\x01";
    const std::string pickle = "\x80\x02}(N" + tensor + "X\x03" + nought + "?'1h\x01Nh\x01u.";
    const auto archive = zipped({{"odd/data.pkl", pickle}, {"odd/data/0", std::string(8, '\0')}});
    const QTemporaryDir folder;
    const std::string path = folder.filePath("odd.pt").toStdString();
    QVERIFY(archive && put(path, *archive));
    const auto file = openTensorFile(path);
    QVERIFY2(file.ok(), qPrintable(errorOf(file)));
    QCOMPARE((*file)->tensors().size(), std::size_t{3});
    QCOMPARE((*file)->tensors()[1].name, std::string("?'1"));
    QCOMPARE((*file)->tensors()[2].name, std::string("?'2"));
}

void TestTensorFiles::longListsAreRefusedOrCut()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("long").toStdString();
    const auto many = [](int count, const std::string& value) {
        std::string text = "{";
        for (int i = 0; i < count; ++i)
            text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":" + value;
        return text + "}";
    };
    QVERIFY(put(path, safetensors(many(1'000'001, R"({"dtype":""})"), "")));
    QVERIFY(errorOf(openTensorFile(path)).contains("names more than 1000000 tensors"));
    QVERIFY(put(path, "{\"weight_map\":" + many(1'000'001, "\"a\"") + "}"));
    QVERIFY(errorOf(openTensorFile(path)).contains("names more than 1000000 tensors"));
    QVERIFY(put(path, safetensors("{\"__metadata__\":" + many(1003, "\"\"") + "}", "")));
    const auto file = openTensorFile(path);
    QVERIFY2(file.ok(), qPrintable(errorOf(file)));
    QCOMPARE((*file)->facts().size(), std::size_t{1000});
    QCOMPARE((*file)->notices(), std::vector<std::string>{"3 more entries of its metadata were left out."});
}

void TestTensorFiles::chunksInOnePlaceAreNotUnpackedAgainAndAgain()
{
    Hdf5Dataset dataset;
    dataset.type.size = 4;
    dataset.extents = {std::uint64_t{1} << 20};
    dataset.storage.chunk = dataset.extents;
    int reads = 0;
    const auto read = [&](std::uint64_t, std::uint64_t count) {
        ++reads;
        return std::string(count, '\0');
    };
    const std::vector<Hdf5Chunk> chunks(1000, Hdf5Chunk{{0}, 0, std::uint64_t{4} << 20, 0});
    const auto unpacked = assembledChunks(100'000, dataset, chunks, read, {});
    QVERIFY(!unpacked && errorOf(unpacked).contains("1000 chunks"));
    QCOMPARE(reads, 0);
    QVERIFY(assembledChunks(100'000, dataset, {chunks.front()}, read, {}).ok());
    QCOMPARE(reads, 1);
}

/// A group of 1000 links whose names all begin at the first byte of a heap of 1 MB.
void TestTensorFiles::entriesThatShareALongNameCostLittle()
{
    std::string bytes("\x89HDF\r\n\x1a\n", 8);
    const auto add = [&](std::uint64_t value, int size) {
        for (int i = 0; i < size; ++i)
            bytes += static_cast<char>(value >> (8 * i) & 0xff);
    };
    constexpr std::uint64_t kTree = 256;
    constexpr std::uint64_t kHeap = 512;
    constexpr std::uint64_t kMembers = 1024;
    constexpr std::uint64_t kLinks = 1000;
    constexpr std::uint64_t kNames = kMembers + 8 + 40 * kLinks;
    constexpr std::uint64_t kNameBytes = 1'000'000;
    const std::uint64_t none = ~std::uint64_t{0};
    add(0, 5); // versions
    add(8, 1); // bytes of an address
    add(8, 1); // and of a length
    add(0, 1);
    add(4 | 16 << 16, 4); // K of both trees
    add(0, 4);
    for (const std::uint64_t address : {std::uint64_t{0}, none, none, none, std::uint64_t{0}})
        add(address, 8);
    add(128, 8); // the root's object header
    bytes.resize(128);
    for (const auto& [value, size] :
        {std::pair(1, 1), {0, 1}, {1, 2}, {1, 4}, {24, 4}, {0, 4}, {0x11, 2}, {16, 2}, {0, 4}})
        add(static_cast<std::uint64_t>(value), size);
    add(kTree, 8);
    add(kHeap, 8);
    bytes.resize(kTree);
    bytes += "TREE";
    for (const auto& [value, size] : {std::pair(0, 1), {0, 1}, {1, 2}})
        add(static_cast<std::uint64_t>(value), size);
    for (const std::uint64_t address : {none, none, std::uint64_t{0}, kMembers, std::uint64_t{0}})
        add(address, 8);
    bytes.resize(kHeap);
    bytes += "HEAP";
    add(0, 4);
    for (const std::uint64_t value : {kNameBytes, std::uint64_t{0}, kNames})
        add(value, 8);
    bytes.resize(kMembers);
    bytes += "SNOD";
    add(1, 2);
    add(kLinks, 2);
    for (std::uint64_t i = 0; i < kLinks; ++i)
        for (const std::uint64_t value :
            {std::uint64_t{0}, none, std::uint64_t{2}, std::uint64_t{0}, std::uint64_t{0}})
            add(value, 8);
    bytes.append(kNameBytes, 'x');
    const QTemporaryDir folder;
    const std::string path = folder.filePath("names.h5").toStdString();
    QVERIFY(put(path, bytes));
    const auto file = openTensorFile(path);
    QVERIFY2(!file && errorOf(file).contains("over and over"), qPrintable(errorOf(file)));
}

/// An archive of one array whose list names it a hundred times.
void TestTensorFiles::entriesThatOverlapAreRefused()
{
    const auto one = readWholeFile(pathOf("single.npy"), std::size_t{1} << 20);
    const auto whole = zipped({{"a.npy", *one}});
    QVERIFY(whole.ok());
    constexpr std::size_t kEnd = 22;
    constexpr std::uint32_t kTimes = 100;
    const std::size_t list = whole->find("PK\x01\x02");
    const std::string entry = whole->substr(list, whole->size() - kEnd - list);
    std::string bytes = whole->substr(0, list);
    for (std::uint32_t i = 0; i < kTimes; ++i)
        bytes += entry;
    std::string end = whole->substr(whole->size() - kEnd);
    const auto set = [&](std::size_t at, std::uint32_t value, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i)
            end[at + i] = static_cast<char>(value >> (8 * i) & 0xff);
    };
    set(8, kTimes, 2); // entries here
    set(10, kTimes, 2); // and in all
    set(12, kTimes * static_cast<std::uint32_t>(entry.size()), 4); // bytes of the list
    const QTemporaryDir folder;
    const std::string path = folder.filePath("over.npz").toStdString();
    QVERIFY(put(path, bytes + end));
    const auto file = openTensorFile(path);
    QVERIFY2(!file && errorOf(file).contains("its entries overlap: 'a.npy' and 'a.npy' have bytes in common"),
        qPrintable(errorOf(file)));
    QCOMPARE(file.error().place, path);
}

/// An archive of two, in which the list has it that the second lies in the first; what is left over is as large as it.
void TestTensorFiles::anEntryInAnotherIsRefused()
{
    const auto one = readWholeFile(pathOf("single.npy"), std::size_t{1} << 20);
    const auto whole = zipped({{"a.npy", *one + std::string(500, '\0')}, {"b.npy", *one}});
    QVERIFY(whole.ok());
    std::string bytes = *whole;
    const std::size_t second = bytes.find("PK\x03\x04", 1);
    const std::size_t list = bytes.find("PK\x01\x02");
    const std::size_t inside = second - 500;
    bytes.replace(inside, list - second, bytes.substr(second, list - second));
    const QTemporaryDir folder;
    const std::string path = folder.filePath("in.npz").toStdString();
    constexpr std::size_t kOffset = 42;
    const std::size_t entry = bytes.find("PK\x01\x02", list + 1);
    for (std::size_t i = 0; i < 4; ++i)
        bytes[entry + kOffset + i] = static_cast<char>(inside >> (8 * i) & 0xff);
    QVERIFY(put(path, bytes));
    const auto file = openTensorFile(path);
    QVERIFY2(!file && errorOf(file).contains("its entries overlap: 'a.npy' and 'b.npy' have bytes in common"),
        qPrintable(errorOf(file)));
}

/// The archive's comment holds an end record that calls the 16 MiB before it the list of entries.
void TestTensorFiles::aCommentDoesNotSayHowMuchIsRead()
{
    const auto one = readWholeFile(pathOf("single.npy"), std::size_t{1} << 20);
    const std::string data = *one + std::string(std::size_t{1} << 24, '\0');
    const auto whole = zipped({{"a.npy", data}});
    QVERIFY(whole.ok());
    const auto number = [](std::uint64_t value, std::size_t size) {
        std::string text;
        for (std::size_t i = 0; i < size; ++i)
            text += static_cast<char>(value >> (8 * i) & 0xff);
        return text;
    };
    const std::size_t list = whole->find("PK\x01\x02");
    const std::string entry = whole->substr(list, 46);
    std::uint64_t packed = 0;
    for (std::size_t i = 4; i-- > 0;)
        packed = packed << 8 | static_cast<unsigned char>(entry[20 + i]);
    const std::string comment = "PK\x05\x06" + std::string(8, '\0') + number(std::uint64_t{1} << 24, 4)
        + std::string(4, '\0') + number(0, 2);
    const std::string bytes = whole->substr(0, whole->size() - 2) + number(comment.size(), 2) + comment;
    const std::array<ZipMember, 1> members{{{"a.npy", packed}}};
    std::uint64_t most = 0;
    const Status checked = checkZipExtents(
        [&](std::uint64_t offset, std::uint64_t count) {
            most = std::max(most, count);
            return Result<std::string>(bytes.substr(offset, count));
        },
        bytes.size(), std::string_view(bytes).substr(bytes.size() - 200), members);
    QVERIFY2(checked.ok(), checked.ok() ? "" : checked.error().message.text().c_str());
    QVERIFY2(most < 1000, qPrintable(QString::number(most)));
}

void TestTensorFiles::aCutOffArchiveSaysSo()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("cut").toStdString();
    for (const char* name : {"arrays.npz", "all.pt", "model.keras"}) {
        const auto whole = readWholeFile(pathOf(name), std::size_t{1} << 20);
        QVERIFY(whole.ok());
        for (const std::size_t size : {whole->size() / 10, whole->size() / 2, whole->size() - 30}) {
            QVERIFY(put(path, whole->substr(0, size)));
            const auto file = openTensorFile(path);
            QVERIFY2(!file
                    && errorOf(file).contains(
                        QStringLiteral("is cut off after %1 bytes: it begins as a zip archive").arg(size)),
                qPrintable(errorOf(file)));
        }
    }
}

void TestTensorFiles::aFolderOfShardsIsItsIndex()
{
    const QTemporaryDir folder;
    const std::string path = folder.path().toStdString();
    for (const QString& name : QDir(kFolder).entryList({"model-0*.safetensors"}))
        QVERIFY(QFile::copy(kFolder + name, folder.filePath(name)));
    QVERIFY(!openTensorFile(path));
    QVERIFY(QFile::copy(
        kFolder + "model.safetensors.index.json", folder.filePath("model.safetensors.index.json")));
    const auto file = openTensorFile(path);
    QVERIFY2(file.ok(), qPrintable(errorOf(file)));
    QCOMPARE((*file)->tensors().size(), std::size_t{3});
    QVERIFY(loadTensor(parseTensorReference(path + "::lm_head.weight")).ok());
    const auto brought = openBroughtFile(path);
    QVERIFY(brought.ok() && brought->tensors != nullptr);
    QVERIFY(QFile::copy(
        folder.filePath("model.safetensors.index.json"), folder.filePath("other.safetensors.index.json")));
    const auto two = openTensorFile(path);
    QVERIFY2(!two && errorOf(two).contains("has 2 indices"), qPrintable(errorOf(two)));
}

void TestTensorFiles::refusesWithPlaceAndReason_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const std::string& bytes, const char* message) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << message;
    };
    row("nothing", "", "is empty");
    row("words", "hello, world, this is no tensor", "is no file of tensors");
    row("an old pickle", "\x80\x02}q\x01.", "is a pickle by itself");
    row("JSON of something else", "{\"a\": 1}", "has no weight_map");
    row("an index that leaves its folder", R"({"weight_map": {"w": "../secret"}})",
        "expected the name of a file");
    const std::string member = R"("dtype":"F32","shape":[2],"data_offsets":)";
    row("beyond the file", safetensors("{\"w\":{" + member + "[0,9]}}", std::string(8, 'x')),
        "are not within the 8");
    row("too few bytes", safetensors("{\"w\":{" + member + "[0,4]}}", std::string(4, 'x')),
        "its shape needs 8 bytes");
    row("a hole", safetensors("{\"w\":{" + member + "[4,12]}}", std::string(12, 'x')),
        "those of the tensors before end at 0");
    row("bytes behind", safetensors("{\"w\":{" + member + "[0,8]}}", std::string(9, 'x')),
        "end at byte 8 of 9");
    row("twice",
        safetensors(
            "{\"w\":{" + member + "[0,8]},\"v\":{" + member + "[8,16]},\"w\":{" + member + "[16,24]}}",
            std::string(24, 'x')),
        "'w': appears twice");
    row("a shape beyond 2^56",
        safetensors(R"({"w":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,8]}})",
            std::string(8, 'x')),
        "more than 2^56");
    row("a negative extent", safetensors(R"({"w":{"dtype":"F32","shape":[-1],"data_offsets":[0,0]}})", ""),
        "not negative");
    row("no shape", safetensors(R"({"w":{"dtype":"F32","data_offsets":[0,0]}})", ""), "needs dtype, shape");
    row("nested", safetensors(R"({"w":{"dtype":{"a":1}}})", ""), "is not what a tensor is described by");
    row("no JSON", safetensors("{\"w\":}", ""), "the header: byte 6: not valid JSON");
}

void TestTensorFiles::refusesWithPlaceAndReason()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, message);
    const QTemporaryDir folder;
    const std::string path = folder.filePath("bad").toStdString();
    QVERIFY(put(path, bytes.toStdString()));
    const auto file = openTensorFile(path);
    QVERIFY(!file.ok());
    QCOMPARE(file.error().place, path);
    QVERIFY2(errorOf(file).contains(message), qPrintable(errorOf(file)));
}

QTEST_GUILESS_MAIN(TestTensorFiles)
#include "tst_tensor_files.moc"
