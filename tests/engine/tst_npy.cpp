// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/file/npy.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace ulpscope;

namespace {

/// An .npy file by hand, of any header.
std::string fileWith(const std::string& header, const std::string& data = {}, char major = 1)
{
    std::string bytes("\x93NUMPY", 6);
    bytes += major;
    bytes += '\0';
    const auto length = static_cast<unsigned>(header.size());
    for (unsigned i = 0; i < (major == 1 ? 2U : 4U); ++i)
        bytes += static_cast<char>((length >> (8 * i)) & 0xff);
    return bytes + header + data;
}

std::string message(const Result<NpyArray>& result)
{
    return result ? "no error" : result.error().text();
}

} // namespace

class TestNpy : public QObject
{
    Q_OBJECT
private slots:
    void readsBackWhatItWrote_data();
    void readsBackWhatItWrote();
    void writesTheBytesThatNumPyWrites();
    void readsVersionTwoHeaders();
    void readsBigEndianNumbers();
    void readsFortranOrder();
    void readsFortranOrderOfManyAxes();
    void takesEmptyArraysWithOtherExtents();
    void refusesWithOneMessage_data();
    void refusesWithOneMessage();
    void everyTruncationIsAnError();
    void errorsOfFilesNameTheFile();
};

void TestNpy::readsBackWhatItWrote_data()
{
    QTest::addColumn<QList<qint64>>("shape");
    QTest::addColumn<int>("count");
    QTest::addRow("a single number") << QList<qint64>{} << 1;
    QTest::addRow("an empty list") << QList<qint64>{0} << 0;
    QTest::addRow("a list") << QList<qint64>{5} << 5;
    QTest::addRow("a matrix") << QList<qint64>{2, 3} << 6;
    QTest::addRow("an empty matrix") << QList<qint64>{4, 0, 3} << 0;
    QTest::addRow("four axes") << QList<qint64>{2, 1, 3, 2} << 12;
}

void TestNpy::readsBackWhatItWrote()
{
    QFETCH(QList<qint64>, shape);
    QFETCH(int, count);
    const std::vector<std::int64_t> extents(shape.begin(), shape.end());
    std::vector<float> singles;
    std::vector<double> doubles;
    for (int i = 0; i < count; ++i) {
        singles.push_back(static_cast<float>(i) - 0.1F);
        doubles.push_back(i == 0 ? -0.0 : std::ldexp(1.0, -1074) * i);
    }
    const NpyArray single{extents, singles};
    const NpyArray twice{extents, doubles};
    QVERIFY(*readNpy(writeNpy(single)) == single);
    QVERIFY(*readNpy(writeNpy(twice)) == twice);
}

void TestNpy::writesTheBytesThatNumPyWrites()
{
    // numpy 1.24: np.save(f, np.float32([[1, 2]])), its first 80 bytes and the rest spaces, newline, data
    const std::string bytes = writeNpy({{1, 2}, std::vector<float>{1, 2}});
    const std::string start = std::string("\x93NUMPY\x01\x00\x76\x00", 10)
        + "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }";
    QCOMPARE(bytes.substr(0, start.size()), start);
    QCOMPARE(bytes.size(), std::size_t{128 + 8});
    QCOMPARE(bytes[127], '\n');
    QCOMPARE(bytes.substr(128), std::string("\x00\x00\x80\x3f\x00\x00\x00\x40", 8));
    QVERIFY(writeNpy({{3}, std::vector<double>{1, 2, 3}}).find("'shape': (3,), }") != std::string::npos);
    QVERIFY(writeNpy({{}, std::vector<double>{1}}).find("'shape': (), }") != std::string::npos);
}

void TestNpy::readsVersionTwoHeaders()
{
    const auto array = readNpy(fileWith("{\"shape\": (1,), \"fortran_order\": False, \"descr\": \"<f4\"}\n",
        std::string("\x00\x00\x80\x3f", 4), 2));
    QVERIFY2(array.ok(), message(array).c_str());
    QVERIFY(*array == (NpyArray{{1}, std::vector<float>{1}}));
}

void TestNpy::readsBigEndianNumbers()
{
    // numpy: np.array([1, -2.5], '>f4').tobytes(), np.array([258, -1], '>i2').tobytes()
    const auto header = [](const char* descr) {
        return "{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': (2,), }\n";
    };
    const auto floats = readNpy(fileWith(header(">f4"), std::string("\x3f\x80\0\0\xc0\x20\0\0", 8)));
    QVERIFY2(floats.ok(), message(floats).c_str());
    QVERIFY(*floats == (NpyArray{{2}, std::vector<float>{1, -2.5F}}));
    const auto integers = readNpy(fileWith(header(">i2"), std::string("\x01\x02\xff\xff", 4)));
    QVERIFY2(integers.ok(), message(integers).c_str());
    QVERIFY(*integers == (NpyArray{{2}, std::vector<float>{258, -1}}));
}

void TestNpy::readsFortranOrderOfManyAxes()
{
    // Two rows, which lie as 0 1 0 1 ..., with 60 axes of one element between, each of which once took its time.
    std::string ones;
    for (int i = 0; i < 30; ++i)
        ones += "1, ";
    constexpr std::size_t kColumns = 2'000'000;
    std::string data;
    for (std::size_t i = 0; i < kColumns; ++i)
        data.append("\0\1", 2);
    QElapsedTimer timer;
    timer.start();
    const auto array = readNpy(fileWith("{'descr': '|u1', 'fortran_order': True, 'shape': (" + ones + "2, "
            + ones + std::to_string(kColumns) + "), }\n",
        data));
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed()))); // 0.05 s measured alone
    QVERIFY2(array.ok(), message(array).c_str());
    const auto& values = std::get<std::vector<float>>(array->values);
    QCOMPARE(values.size(), 2 * kColumns);
    QVERIFY(std::all_of(values.begin(), values.begin() + kColumns, [](float x) { return x == 0; }));
    QVERIFY(std::all_of(values.begin() + kColumns, values.end(), [](float x) { return x == 1; }));
}

void TestNpy::readsFortranOrder()
{
    // numpy: np.asfortranarray(np.arange(6, dtype=np.uint8).reshape(2, 3)) lies as 0 3 1 4 2 5
    const auto array = readNpy(fileWith("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }\n",
        std::string("\x00\x03\x01\x04\x02\x05", 6)));
    QVERIFY2(array.ok(), message(array).c_str());
    QVERIFY(*array == (NpyArray{{2, 3}, std::vector<float>{0, 1, 2, 3, 4, 5}}));
}

void TestNpy::takesEmptyArraysWithOtherExtents()
{
    const auto array = readNpy(fileWith("{'descr': '<f8', 'fortran_order': False, 'shape': (300, 0, 2), }"));
    QVERIFY2(array.ok(), message(array).c_str());
    QCOMPARE(array->size(), std::size_t{0});
    QCOMPARE(array->shape, (std::vector<std::int64_t>{300, 0, 2}));
}

void TestNpy::refusesWithOneMessage_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const std::string& bytes, const char* expected) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(expected);
    };
    const std::string shape = "'fortran_order': False, 'shape': ";
    row("nothing", "", "not an .npy file: it does not begin with \\x93NUMPY");
    row("a text", "hello, world", "not an .npy file: it does not begin with \\x93NUMPY");
    row("version 9", fileWith("{}", "", 9), "this .npy file has version 9.x; versions 1 to 3 can be read");
    row("no header", fileWith(""), "the .npy header cannot be understood");
    row("an open header", fileWith("{'descr': '<f4', "), "the .npy header cannot be understood");
    row("complex numbers", fileWith("{'descr': '<c8', " + shape + "(1,), }", "12345678"),
        "the array's dtype is '<c8'; float16, float32, float64, bool and integers can be read");
    row("an integer that float64 does not have",
        fileWith("{'descr': '<i8', " + shape + "(1,), }", std::string("\x01\0\0\0\0\0\x20\0", 8)),
        "the array has an integer beyond 2^53, which float64 cannot hold");
    row("a big-endian integer that float64 does not have",
        fileWith("{'descr': '>i8', " + shape + "(1,), }", std::string("\0\x20\0\0\0\0\0\x01", 8)),
        "the array has an integer beyond 2^53, which float64 cannot hold");
    row("a structured dtype", fileWith("{'descr': [('a', '<f4')], " + shape + "(1,), }", "1234"),
        "the array's dtype is '[...]'; float16, float32, float64, bool and integers can be read");
    row("a negative extent", fileWith("{'descr': '<f4', " + shape + "(-1,), }"),
        "the .npy header cannot be understood");
    row("an extent beyond 64 bits", fileWith("{'descr': '<f4', " + shape + "(99999999999999999999,), }"),
        "the .npy header cannot be understood");
    row("a product beyond 64 bits", fileWith("{'descr': '<f4', " + shape + "(4294967296, 4294967296, 4), }"),
        "the array has more than 2^28 elements");
    row("a product beside an extent of 0", fileWith("{'descr': '<f4', " + shape + "(1000000000, 0), }"),
        "the array has more than 2^28 elements");
    row("too little data", fileWith("{'descr': '<f4', " + shape + "(2,), }", "1234"),
        "the shape needs 8 bytes of data, the file has 4");
    row("too much data", fileWith("{'descr': '<f4', " + shape + "(), }", "123456"),
        "the shape needs 4 bytes of data, the file has 6");
}

void TestNpy::refusesWithOneMessage()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(message(readNpy(bytes.toStdString()))), expected);
}

void TestNpy::everyTruncationIsAnError()
{
    const std::string bytes = writeNpy({{2, 2}, std::vector<float>{1, 2, 3, 4}});
    for (std::size_t length = 0; length < bytes.size(); ++length)
        QVERIFY2(!readNpy(std::string_view(bytes).substr(0, length)), std::to_string(length).c_str());
}

void TestNpy::errorsOfFilesNameTheFile()
{
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("a.npy").toStdString();
    QCOMPARE(message(loadNpy(path)), path.string() + ": cannot be read: No such file or directory");
    QVERIFY(saveNpy(path, {{1}, std::vector<double>{std::numeric_limits<double>::infinity()}}).ok());
    QCOMPARE(loadNpy(path)->size(), std::size_t{1});
    const Status nowhere = saveNpy(folder.filePath("no/such/a.npy").toStdString(), {});
    QVERIFY(!nowhere);
    QCOMPARE(nowhere.error().kind, ErrorKind::Output);
}

QTEST_APPLESS_MAIN(TestNpy)
#include "tst_npy.moc"
