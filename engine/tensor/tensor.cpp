// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/tensor.h"

#include "engine/base/large_pages.h"
#include "engine/kernels/grid.h"
#include "engine/tensor/carrier.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace ulpscope {

namespace {

constexpr std::size_t kCacheLine = 64;
// Smallest share of a large page for which one is used: at most a quarter stays empty.
constexpr std::size_t kWorthALargePage = kLargePageBytes / 4 * 3;

std::byte* allocate(std::size_t bytes)
{
    std::size_t size = (bytes + kCacheLine - 1) / kCacheLine * kCacheLine;
    const std::size_t alignment = size < kWorthALargePage ? kCacheLine : kLargePageBytes;
    if (const std::size_t rest = size % kLargePageBytes; rest >= kWorthALargePage)
        size += kLargePageBytes - rest;
    void* storage = nullptr;
    if (posix_memalign(&storage, alignment, size) != 0)
        throw std::bad_alloc();
    if (alignment == kLargePageBytes)
        useLargePages(storage, size);
    return static_cast<std::byte*>(storage);
}

std::size_t carrierBytes(const Format& format)
{
    return carrierOf(format) == Carrier::Float ? sizeof(float) : sizeof(double);
}

} // namespace

Carrier carrierOf(const Format& format)
{
    if (format == float32Format())
        return Carrier::Float;
    // E8M0 and IEEE P3109 begin one binade below float32's normals, where float32 still has every power of two.
    // A product that is at least half of the smallest value has 2 p digits: all of them multiples of 2^-149, or else
    // the product is rounded twice.
    const int smallest = format.minExponent() - (format.hasZero ? format.mantissaBits : 0);
    const bool isExactInFloat = format.precision() <= 11 && canHold<float>(format)
        && (smallest >= 2 * format.precision() - 149 || smallest >= -126);
    return isExactInFloat ? Carrier::Float : Carrier::Double;
}

const Format& carrierFormat(const Format& format)
{
    return carrierOf(format) == Carrier::Float ? float32Format() : float64Format();
}

void FreeStorage::operator()(std::byte* storage) const
{
    if (isOwn)
        std::free(storage);
}

Tensor::Tensor(const Shape& shape, const Format& format)
{
    reset(shape, format);
    if (m_size > 0)
        std::memset(m_storage.get(), 0, static_cast<std::size_t>(m_size) * carrierBytes(format));
}

void Tensor::reset(const Shape& shape, const Format& format)
{
    m_shape = shape;
    m_format = &format;
    m_size = shape.elements();
    m_range.reset();
    const std::size_t bytes = static_cast<std::size_t>(m_size) * carrierBytes(format);
    if (bytes > m_capacityBytes) {
        m_storage = {allocate(bytes), FreeStorage{}};
        m_capacityBytes = bytes;
    }
}

void Tensor::assign(const Tensor& other)
{
    reset(other.m_shape, *other.m_format);
    if (m_size > 0)
        std::memcpy(m_storage.get(), other.m_storage.get(), bytes());
    m_range = other.m_range;
}

void Tensor::view(const Tensor& other, const Shape& shape, Index first)
{
    check(first >= 0 && first + shape.elements() <= other.m_size, "[Tensor::view] inside the other");
    const auto begin = static_cast<std::size_t>(first) * carrierBytes(*other.m_format);
    m_storage = {other.m_storage.get() + begin, FreeStorage{.isOwn = false}};
    m_capacityBytes = 0;
    m_shape = shape;
    m_format = other.m_format;
    m_size = shape.elements();
    m_range = other.m_range;
}

std::size_t Tensor::bytes() const
{
    return static_cast<std::size_t>(m_size) * carrierBytes(*m_format);
}

void Tensor::reshape(const Shape& shape)
{
    checkEqual(shape.elements(), m_size, "[Tensor::reshape] elements");
    m_shape = shape;
}

double Tensor::at(Index i) const
{
    check(i >= 0 && i < m_size, "[Tensor::at] index");
    return onCarrier(
        *this, [&](auto zero) { return static_cast<double>(TensorValues::of<decltype(zero)>(*this)[i]); });
}

void Tensor::set(Index i, double value)
{
    check(i >= 0 && i < m_size, "[Tensor::set] index");
    onCarrier(*this,
        [&](auto zero) { TensorValues::of<decltype(zero)>(*this)[i] = static_cast<decltype(zero)>(value); });
}

void Tensor::fill(double value)
{
    onCarrier(*this, [&](auto zero) {
        std::fill_n(TensorValues::of<decltype(zero)>(*this), m_size, static_cast<decltype(zero)>(value));
    });
}

void Tensor::copyFrom(std::span<const float> values, Index offset)
{
    check(contains(*m_format, float32Format()), "[Tensor::copyFrom] the format must hold float32");
    check(offset >= 0 && offset + static_cast<Index>(values.size()) <= m_size, "[Tensor::copyFrom] range");
    onCarrier(*this, [&](auto zero) {
        std::copy(values.begin(), values.end(), TensorValues::of<decltype(zero)>(*this) + offset);
    });
}

void Tensor::copyFrom(std::span<const double> values, Index offset)
{
    check(*m_format == float64Format(), "[Tensor::copyFrom] the format must be float64");
    check(offset >= 0 && offset + static_cast<Index>(values.size()) <= m_size, "[Tensor::copyFrom] range");
    std::copy(values.begin(), values.end(), TensorValues::of<double>(*this) + offset);
}

} // namespace ulpscope
