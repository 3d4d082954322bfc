// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/runs/event_file.h"

#include <array>
#include <bit>

namespace ulpscope {

namespace {

constexpr std::array<std::uint32_t, 256> makeCrcTable()
{
    constexpr std::uint32_t kCastagnoli = 0x82F63B78;
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit)
            rest = (rest >> 1) ^ ((rest & 1) != 0 ? kCastagnoli : 0);
        table[byte] = rest;
    }
    return table;
}

/// A message of protocol buffers as it is put together.
class EventMessage
{
public:
    EventMessage& integer(int field, std::uint64_t value)
    {
        key(field, 0);
        varint(value);
        return *this;
    }
    EventMessage& real(int field, double value)
    {
        key(field, 1);
        fixed(std::bit_cast<std::uint64_t>(value), 8);
        return *this;
    }
    EventMessage& real32(int field, float value)
    {
        key(field, 5);
        fixed(std::bit_cast<std::uint32_t>(value), 4);
        return *this;
    }
    EventMessage& text(int field, std::string_view value)
    {
        key(field, 2);
        varint(value.size());
        m_bytes += value;
        return *this;
    }
    /// repeated double, packed
    EventMessage& reals(int field, const std::vector<double>& values)
    {
        key(field, 2);
        varint(8 * values.size());
        for (const double value : values)
            fixed(std::bit_cast<std::uint64_t>(value), 8);
        return *this;
    }
    const std::string& bytes() const { return m_bytes; }

private:
    void key(int field, unsigned wire) { varint(static_cast<unsigned>(field) << 3 | wire); }
    void varint(std::uint64_t value)
    {
        for (; value >= 0x80; value >>= 7)
            m_bytes += static_cast<char>((value & 0x7F) | 0x80);
        m_bytes += static_cast<char>(value);
    }
    void fixed(std::uint64_t value, int bytes)
    {
        for (int i = 0; i < bytes; ++i)
            m_bytes += static_cast<char>(value >> (8 * i) & 0xFF);
    }

    std::string m_bytes;
};

std::string littleEndian(std::uint64_t value, int bytes)
{
    std::string text;
    for (int i = 0; i < bytes; ++i)
        text += static_cast<char>(value >> (8 * i) & 0xFF);
    return text;
}

/// The checksum is masked, as the frame format asks, so that a checksum of bytes that contain checksums is no weaker.
std::uint32_t maskedCrc(std::string_view bytes)
{
    const std::uint32_t crc = crc32c(bytes);
    return (crc >> 15 | crc << 17) + 0xA282EAD8U;
}

/// Summary.Value
std::string scalarValue(const std::string& tag, double value)
{
    return EventMessage().text(1, tag).real32(2, static_cast<float>(value)).bytes();
}

/// HistogramProto of exponents; its sums are of the buckets' middles.
std::string exponentValue(const std::string& tag, const ExponentBins& bins)
{
    std::size_t first = kExponentBins;
    std::size_t last = 0;
    double count = 0;
    double sum = 0;
    double squares = 0;
    for (std::size_t bin = 0; bin < kExponentBins; ++bin) {
        if (bins[bin] == 0)
            continue;
        first = std::min(first, bin);
        last = bin;
        const double middle = static_cast<double>(bin) + kFirstExponent + 0.5;
        count += bins[bin];
        sum += bins[bin] * middle;
        squares += bins[bin] * middle * middle;
    }
    if (first == kExponentBins)
        return {};
    std::vector<double> limits{
        static_cast<double>(first) + kFirstExponent}; // no value lies below the first limit
    std::vector<double> counts{0};
    for (std::size_t bin = first; bin <= last; ++bin) {
        limits.push_back(static_cast<double>(bin) + kFirstExponent + 1);
        counts.push_back(bins[bin]);
    }
    const std::string histogram = EventMessage()
                                      .real(1, limits.front())
                                      .real(2, limits.back())
                                      .real(3, count)
                                      .real(4, sum)
                                      .real(5, squares)
                                      .reals(6, limits)
                                      .reals(7, counts)
                                      .bytes();
    return EventMessage().text(1, tag).text(5, histogram).bytes();
}

} // namespace

std::uint32_t crc32c(std::string_view bytes)
{
    static constexpr std::array<std::uint32_t, 256> kTable = makeCrcTable();
    std::uint32_t crc = 0xFFFFFFFF;
    for (const char c : bytes)
        crc = crc >> 8 ^ kTable[(crc ^ static_cast<unsigned char>(c)) & 0xFF];
    return ~crc;
}

Result<EventFile> EventFile::create(const std::filesystem::path& path)
{
    Result<OutputFile> file = OutputFile::create(path);
    if (!file)
        return file.error();
    EventFile events(*std::move(file));
    if (const Status written = events.writeRecord(EventMessage().real(1, 0).text(3, "brain.Event:2").bytes());
        !written)
        return written.error();
    return events;
}

Result<EventFile> EventFile::append(const std::filesystem::path& path)
{
    Result<OutputFile> file = OutputFile::append(path);
    if (!file)
        return file.error();
    return EventFile(*std::move(file));
}

Status EventFile::writeRecord(std::string_view event)
{
    const std::string length = littleEndian(event.size(), 8);
    return m_file.write(
        length + littleEndian(maskedCrc(length), 4) + std::string(event) + littleEndian(maskedCrc(event), 4));
}

Status EventFile::write(const StepRecord& record, const std::vector<std::string>& paths)
{
    EventMessage summary;
    const auto add = [&](const std::string& tag, const std::optional<double>& value) {
        if (value)
            summary.text(1, scalarValue(tag, *value));
    };
    add("loss", record.loss);
    add("reference_loss", record.referenceLoss);
    add("loss_scale", record.lossScale);
    add("skipped", record.skipped ? 1 : 0);
    add("gradients_flushed_percent", record.counts.gradientsFlushedPercent());
    add("updates_lost_percent", record.counts.updatesLostPercent());
    add("overflows", static_cast<double>(record.counts.overflows));
    add("error_vs_float64", record.errorVsFloat64);
    const auto tensor = [&](PathId path, TensorRole role) {
        return paths.at(path.index()) + "/" + std::string(roleName(role)) + "/";
    };
    for (const TensorPoint& point : record.tensors)
        add(tensor(point.path, point.role) + std::string(metricName(point.metric)), point.value);
    for (const auto& histogram : record.exponents) {
        const std::string value
            = exponentValue(tensor(histogram.path, histogram.role) + "exponent", histogram.bins);
        if (!value.empty())
            summary.text(1, value);
    }
    const auto step = static_cast<std::uint64_t>(record.step);
    return writeRecord(
        EventMessage().real(1, static_cast<double>(step)).integer(2, step).text(5, summary.bytes()).bytes());
}

} // namespace ulpscope
