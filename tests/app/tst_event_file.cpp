// SPDX-License-Identifier: GPL-3.0-or-later
// TensorBoard's event files, taken apart by hand; tests/interop/tensorboard_events.py reads one with TensorBoard itself.
#include "app/io/runs/event_file.h"
#include "engine/file/whole_file.h"

#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <cstring>

using namespace ulpscope;

namespace {

std::uint64_t numberAt(std::string_view bytes, std::size_t at, int size)
{
    std::uint64_t value = 0;
    for (int i = 0; i < size; ++i)
        value |= std::uint64_t{static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)])}
            << (8 * i);
    return value;
}

std::uint32_t unmasked(std::uint32_t masked)
{
    const std::uint32_t rotated = masked - 0xA282EAD8U;
    return rotated >> 17 | rotated << 15;
}

/// The events of a file whose checksums are right.
std::vector<std::string> eventsOf(std::string_view bytes)
{
    std::vector<std::string> events;
    while (bytes.size() >= 16) {
        const std::uint64_t length = numberAt(bytes, 0, 8);
        if (unmasked(static_cast<std::uint32_t>(numberAt(bytes, 8, 4))) != crc32c(bytes.substr(0, 8)))
            qFatal("the length's checksum");
        const std::string_view event = bytes.substr(12, length);
        if (unmasked(static_cast<std::uint32_t>(numberAt(bytes, 12 + length, 4))) != crc32c(event))
            qFatal("the event's checksum");
        events.emplace_back(event);
        bytes.remove_prefix(16 + length);
    }
    return bytes.empty() ? events : std::vector<std::string>();
}

std::string floatBytes(float value)
{
    std::string bytes(4, '\0');
    std::memcpy(bytes.data(), &value, 4);
    return bytes;
}

} // namespace

class TestEventFile : public QObject
{
    Q_OBJECT

private slots:
    void theChecksumIsCastagnolis()
    {
        QCOMPARE(crc32c("123456789"), 0xE3069283U); // RFC 3720's check value
        QCOMPARE(crc32c(std::string(32, '\0')), 0x8A9136AAU); // and of 32 zeros, RFC 3720 B.4
    }

    void aStepIsOneEvent()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path
            = std::filesystem::path(folder.path().toStdString()) / EventFile::kName;
        Result<EventFile> file = EventFile::create(path);
        QVERIFY(file.ok());
        StepRecord record;
        record.step = 300;
        record.loss = 0.5;
        record.tensors = {{PathId(0), TensorRole::Output, Metric::Amax, 2.0}};
        ExponentHistogram histogram;
        histogram.path = PathId(0);
        histogram.bins[static_cast<std::size_t>(3 - kFirstExponent)] = 7;
        histogram.bins[static_cast<std::size_t>(4 - kFirstExponent)] = 1;
        record.exponents = {histogram};
        QVERIFY(file->write(record, {"dense"}).ok());
        QVERIFY(file->close().ok());
        const std::vector<std::string> events = eventsOf(*readWholeFile(path, 1 << 20));
        QCOMPARE(events.size(), std::size_t{2});
        QVERIFY(events[0].ends_with(std::string("\x1a\x0d") + "brain.Event:2"));
        // step is field 2: 300 is the varint AC 02.
        QVERIFY(events[1].find("\x10\xac\x02\x2a") == 9);
        // A value with tag, field 1, and simple_value, field 2, as a fixed 32-bit number.
        QVERIFY(events[1].find(std::string("\x0a\x04loss\x15") + floatBytes(0.5F)) != std::string::npos);
        QVERIFY(events[1].find(std::string("\x0a\x11") + "dense/output/amax\x15" + floatBytes(2))
            != std::string::npos);
        const std::size_t at = events[1].find("dense/output/exponent");
        QVERIFY(at != std::string::npos);
        // HistogramProto: limits 3, 4, 5 with 0, 7, 1 elements up to each.
        const std::string limits("\x32\x18" // field 6, 24 bytes
                                 "\0\0\0\0\0\0\x08\x40\0\0\0\0\0\0\x10\x40\0\0\0\0\0\0\x14\x40",
            26);
        const std::string counts("\x3a\x18"
                                 "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x1c\x40\0\0\0\0\0\0\xf0\x3f",
            26);
        QVERIFY(events[1].find(limits + counts, at) != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestEventFile)
#include "tst_event_file.moc"
