// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/npz.h"
#include "engine/file/whole_file.h"
#include "engine/file/zip_archive.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <fstream>
#include <numeric>

using namespace ulpscope;

class TestNpz : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void readsBackWhatItWrote();
    void theSameArraysGiveTheSameBytes();
    void aStreamHasTheBytesOfAnArchiveInMemory();
    void readsDeflatedArchives();
    void refusesWithOneMessage();
    void aFlippedBitOfTheDataIsAnError();
    void everyTruncationIsAnError();

private:
    std::filesystem::path file(const char* name) const { return m_folder->filePath(name).toStdString(); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

const std::vector<NamedArray> kArrays{
    {"sequential/dense/kernel", {{2, 2}, std::vector<float>{1, -0.0F, 3, 0x1p-149F}}},
    {"größe", {{1}, std::vector<double>{0.1}}},
    {"nothing", {{0}, std::vector<float>{}}},
};

/// numpy.savez_compressed(file, a=numpy.float16([1.5, -2]), b=numpy.uint8([[7], [255]])), numpy 2.4.6.
constexpr const char* kCompressed
    = "504b03042d000000080000002100b3c1820cffffffffffffffff05001400612e6e707901001000840000000000000048"
      "000000000000009bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e9366a4aea3a09e965f54529498179f5f94920a"
      "12774bcc294e058a17672416a402f91a463a9a3a0ab50a14002e063b860300504b03042d0000000800000021005f5ef6"
      "f0ffffffffffffffff05001400622e6e707901001000820000000000000048000000000000009bec17ea1b10c9c850c6"
      "50ad9e925a9c5ca46ea5a05e536aa8aea3a09e965f54529498179f5f94920a12774bcc294e058a17672416a402f91a46"
      "3a0a869a3a0ab50a64032ef6ff00504b01022d032d000000080000002100b3c1820c4800000084000000050000000000"
      "000000000000800100000000612e6e7079504b01022d032d0000000800000021005f5ef6f04800000082000000050000"
      "00000000000000000080017f000000622e6e7079504b0506000000000200020066000000fe0000000000";

} // namespace

void TestNpz::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestNpz::readsBackWhatItWrote()
{
    QVERIFY(saveNpz(file("a.npz"), kArrays).ok());
    const auto arrays = loadNpz(file("a.npz"));
    QVERIFY2(arrays.ok(), arrays ? "" : arrays.error().text().c_str());
    QVERIFY(*arrays == kArrays);
    QVERIFY(saveNpz(file("empty.npz"), {}).ok());
    QVERIFY(loadNpz(file("empty.npz"))->empty());
}

void TestNpz::theSameArraysGiveTheSameBytes()
{
    QVERIFY(saveNpz(file("a.npz"), kArrays).ok());
    QVERIFY(saveNpz(file("b.npz"), kArrays).ok());
    QCOMPARE(*readWholeFile(file("a.npz"), 1 << 20), *readWholeFile(file("b.npz"), 1 << 20));
}

/// Arrays that begin and end within a piece, at its edge and over several.
void TestNpz::aStreamHasTheBytesOfAnArchiveInMemory()
{
    std::vector<NamedArray> arrays = kArrays;
    const std::string header = npyHeader(true, std::array<std::int64_t, 1>{10'000});
    for (const std::size_t floats : {std::size_t{0}, (ZipStream::kPiece - header.size()) / 4,
             ZipStream::kPiece / 4, 3 * ZipStream::kPiece / 4 + 5}) {
        std::vector<float> values(floats);
        std::iota(values.begin(), values.end(), 0.5F);
        arrays.push_back({"floats_" + std::to_string(floats), {{static_cast<std::int64_t>(floats)}, values}});
    }
    std::vector<ZipEntry> entries;
    for (const NamedArray& named : arrays)
        entries.push_back({named.name + ".npy", writeNpy(named.array)});
    QVERIFY(saveNpz(file("a.npz"), arrays).ok());
    QVERIFY(*readWholeFile(file("a.npz"), 1 << 22) == *zipped(entries));
    QVERIFY(*loadNpz(file("a.npz")) == arrays);
}

void TestNpz::readsDeflatedArchives()
{
    const QByteArray bytes = QByteArray::fromHex(kCompressed);
    QVERIFY(writeWholeFile(file("c.npz"), bytes.toStdString()).ok());
    const auto arrays = loadNpz(file("c.npz"));
    QVERIFY2(arrays.ok(), arrays ? "" : arrays.error().text().c_str());
    QVERIFY(*arrays
        == (std::vector<NamedArray>{
            {"a", {{2}, std::vector<float>{1.5F, -2}}}, {"b", {{2, 1}, std::vector<float>{7, 255}}}}));
}

void TestNpz::refusesWithOneMessage()
{
    const auto message = [&](const char* name, const std::string& bytes) {
        if (!writeWholeFile(file(name), bytes).ok())
            return std::string("cannot write");
        const auto arrays = loadNpz(file(name));
        return arrays ? std::string("no error") : arrays.error().text();
    };
    QCOMPARE(message("t.npz", "hello"), file("t.npz").string() + ": not an .npz file: Not a zip archive");
    QCOMPARE(loadNpz(file("none.npz")).error().place, file("none.npz").string());
    // One letter of an entry's name, in its two places.
    std::string bytes = QByteArray::fromHex(kCompressed).toStdString();
    for (std::size_t at = bytes.find("a.npy"); at != std::string::npos; at = bytes.find("a.npy", at))
        bytes.replace(at, 5, "a.npx");
    QCOMPARE(message("n.npz", bytes), file("n.npz").string() + ": 'a.npx' in it is not an .npy file");
}

void TestNpz::aFlippedBitOfTheDataIsAnError()
{
    QVERIFY(saveNpz(file("a.npz"), kArrays).ok());
    std::string bytes = *readWholeFile(file("a.npz"), 1 << 20);
    const std::size_t three = bytes.find(std::string("\x00\x00\x40\x40", 4));
    QVERIFY(three != std::string::npos);
    bytes[three + 2] = '\x41';
    QVERIFY(writeWholeFile(file("b.npz"), bytes).ok());
    const auto arrays = loadNpz(file("b.npz"));
    QVERIFY(!arrays.ok());
    QCOMPARE(arrays.error().text(), file("b.npz").string() + ": array 'sequential/dense/kernel': CRC error");
}

void TestNpz::everyTruncationIsAnError()
{
    const std::string whole = QByteArray::fromHex(kCompressed).toStdString();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        std::ofstream(file("t.npz"), std::ios::binary) << whole.substr(0, length);
        QVERIFY2(!loadNpz(file("t.npz")).ok(), std::to_string(length).c_str());
    }
}

QTEST_APPLESS_MAIN(TestNpz)
#include "tst_npz.moc"
