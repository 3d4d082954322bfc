// SPDX-License-Identifier: GPL-3.0-or-later
// A row-major array of values of one format. How they are stored, its carrier, is this folder's business alone.
#pragma once

#include "engine/dtype/formats.h"
#include "engine/kernels/kernel_arguments.h"
#include "engine/tensor/shape.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

namespace ulpscope {

/// The type that stores a format's values exactly. float for float32 and for formats of at most 11 digits inside
/// float32's range whose smallest subnormal is >= 2^-126 or that have at most 8 digits (design: rounding a float32
/// result to p digits is correct when 24 >= 2p + 2); double for the rest.
enum class Carrier : std::uint8_t { Float, Double };

Carrier carrierOf(const Format& format);

/// float32 or float64: what stores every value of the format's carrier.
const Format& carrierFormat(const Format& format);

/// Frees what is a tensor's own.
struct FreeStorage
{
    bool isOwn = true;
    void operator()(std::byte* storage) const;
};

class Tensor
{
public:
    Tensor() = default;
    /// All zero.
    Tensor(const Shape& shape, const Format& format);

    /// Changes shape and format; contents are unspecified afterwards. Storage is kept where it is large enough, so a
    /// tensor that is reused every step allocates once.
    void reset(const Shape& shape, const Format& format);

    /// Becomes a copy; storage is kept as in reset().
    void assign(const Tensor& other);

    /// Shows another's elements from `first` on in another shape, without a copy: until either is reset, and only to be read.
    void view(const Tensor& other, const Shape& shape, Index first = 0);

    const Shape& shape() const { return m_shape; }
    const Format& format() const { return *m_format; }
    Index size() const { return m_size; }
    bool isEmpty() const { return m_size == 0; }
    /// Size of the values on their carrier.
    std::size_t bytes() const;
    /// Size of its own storage; 0 of a view.
    std::size_t capacity() const { return m_capacityBytes; }
    /// Extents of the tensor seen as a matrix [rows, columns], whose columns are the last axis.
    Index columns() const { return m_shape.last(); }
    Index rows() const { return columns() == 0 ? 0 : m_size / columns(); }

    /// Another shape of as many elements.
    void reshape(const Shape& shape);

    /// Element i in row-major order; for display and tests, not for loops over large tensors.
    double at(Index i) const;
    /// `value` must be a value of the format.
    void set(Index i, double value);
    /// Every element; `value` must be a value of the format.
    void fill(double value);
    /// float32 values into a float32 or float64 tensor.
    void copyFrom(std::span<const float> values, Index offset = 0);
    /// float64 values into a float64 tensor
    void copyFrom(std::span<const double> values, Index offset = 0);

private:
    friend class TensorValues;

    Shape m_shape;
    const Format* m_format = &float32Format();
    Index m_size = 0;
    std::unique_ptr<std::byte[], FreeStorage> m_storage;
    std::size_t m_capacityBytes = 0;
    /// Range of the elements, where the operation that made them knew it; access to change the elements
    /// forgets it.
    std::optional<FiniteRange> m_range;
};

} // namespace ulpscope
