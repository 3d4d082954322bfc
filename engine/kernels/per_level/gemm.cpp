// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products by Eigen's blocked kernels, in the order in which Eigen sums. Eigen itself clears a result before it adds
// the blocks of the inner extent; here the first block is written, which spares a walk over a large result.
#include "engine/kernels/per_level/elementwise.h"
#include "engine/kernels/per_level/kernel_groups.h"

#include <Eigen/Core>

// What follows calls Eigen's insides, whose names and order of sums no release promises. Before another version is let in:
// compare this loop with its general_matrix_matrix_product, and the bits of all levels with those of this one.
static_assert(EIGEN_WORLD_VERSION == 3 && EIGEN_MAJOR_VERSION == 4, "made for Eigen 3.4");

namespace ulpscope::kernels {

namespace {

using Eigen::internal::blas_data_mapper;
using Eigen::internal::const_blas_data_mapper;

/// Target into which Eigen's block kernel stores the sums of the first block, by columns; earlier contents count as zero.
template <class T>
class FirstSums
{
public:
    class LinearMapper
    {
    public:
        explicit LinearMapper(T* values)
            : m_values(values)
        {
        }
        void prefetch(int i) const { Eigen::internal::prefetch(m_values + i); }
        template <class Packet>
        Packet loadPacket(Index) const
        {
            return Eigen::internal::pset1<Packet>(T{0});
        }
        template <class Packet>
        void storePacket(Index i, const Packet& packet) const
        {
            Eigen::internal::pstoreu(m_values + i, packet);
        }

    private:
        T* m_values;
    };

    /// One element, of which the kernel knows only how to add to it.
    struct Element
    {
        T& value;
        void operator+=(T sum) const { value = sum; }
    };

    FirstSums(T* values, Index stride)
        : m_values(values)
        , m_stride(stride)
    {
    }
    Element operator()(Index i, Index j) const { return {*at(i, j)}; }
    LinearMapper getLinearMapper(Index i, Index j) const { return LinearMapper(at(i, j)); }
    template <class Packet>
    Packet gatherPacket(Index, Index) const
    {
        return Eigen::internal::pset1<Packet>(T{0});
    }
    template <class Packet>
    void scatterPacket(Index i, Index j, const Packet& packet) const
    {
        Eigen::internal::pscatter<T, Packet>(at(i, j), packet, m_stride);
    }

private:
    T* at(Index i, Index j) const { return m_values + i + j * m_stride; }

    T* m_values;
    Index m_stride;
};

/// Buffer into which a block is packed.
template <class T>
class Packed
{
public:
    T* atLeast(Index n)
    {
        if (n > m_values.size())
            m_values.resize(n);
        return m_values.data();
    }

private:
    Eigen::Array<T, Eigen::Dynamic, 1> m_values;
};

/// A thread's, for all its products: kept, so that a step allocates nothing, and shared, so that a near cache has them.
template <class T>
struct Blocks
{
    Packed<T> lhs;
    Packed<T> rhs;
    Packed<T> rounded; ///< b as a whole, where it is not packed

    static Blocks& ofThisThread()
    {
        static thread_local Blocks blocks;
        return blocks;
    }
};

/// Rounds b as it is read.
template <class T>
struct Cast
{
    const Grid<T>* grid; ///< null: to nothing
    RoundingCounts* counts;

    void operator()(const T* in, T* out, Index n) const { roundAll(in, out, n, *grid, counts); }
};

/// Follows general_matrix_matrix_product of Eigen 3.4, but the first block is stored, not added. A row-major result is its
/// transpose, column by column: rows and columns, left and right change places.
template <class T, bool leftIsTransposed, bool rightIsTransposed>
void blockedProduct(Index m, Index n, Index k, const T* a, const T* b, const Cast<T>& castB, T* out)
{
    constexpr int kLhsOrder = rightIsTransposed ? Eigen::RowMajor : Eigen::ColMajor;
    constexpr int kRhsOrder = leftIsTransposed ? Eigen::RowMajor : Eigen::ColMajor;
    using Traits = Eigen::internal::gebp_traits<T, T>;
    using Lhs = const_blas_data_mapper<T, Index, kLhsOrder>;
    using Rhs = const_blas_data_mapper<T, Index, kRhsOrder>;
    using Sums = blas_data_mapper<T, Index, Eigen::ColMajor>;
    Eigen::internal::gemm_pack_lhs<T, Index, Lhs, Traits::mr, Traits::LhsProgress,
        typename Traits::LhsPacket4Packing, kLhsOrder>
        packLhs;
    Eigen::internal::gemm_pack_rhs<T, Index, Rhs, Traits::nr, kRhsOrder> packRhs;
    Eigen::internal::gebp_kernel<T, T, Index, FirstSums<T>, Traits::mr, Traits::nr, false, false> write;
    Eigen::internal::gebp_kernel<T, T, Index, Sums, Traits::mr, Traits::nr, false, false> add;

    const Index rows = n;
    const Index columns = m;
    const Lhs lhs(b, rightIsTransposed ? k : n);
    const Rhs rhs(a, leftIsTransposed ? m : k);
    Index kc = k;
    Index mc = rows;
    Index nc = columns;
    Eigen::internal::computeProductBlockingSizes<T, T, 1>(kc, mc, nc, Index{1});
    T* const blockA = Blocks<T>::ofThisThread().lhs.atLeast(kc * mc);
    T* const blockB = Blocks<T>::ofThisThread().rhs.atLeast(kc * nc);
    const bool packsRhsOnce = mc != rows && kc == k && nc == columns;
    for (Index i = 0; i < rows; i += mc) {
        const Index height = std::min(mc, rows - i);
        for (Index p = 0; p < k; p += kc) {
            const Index depth = std::min(kc, k - p);
            packLhs(blockA, lhs.getSubMapper(i, p), depth, height); // each element of b once
            if (castB.grid != nullptr)
                castB(blockA, blockA, depth * height);
            for (Index j = 0; j < columns; j += nc) {
                const Index width = std::min(nc, columns - j);
                if (!packsRhsOnce || i == 0)
                    packRhs(blockB, rhs.getSubMapper(p, j), depth, width);
                T* const sums = out + i + j * rows;
                if (p == 0)
                    write(FirstSums<T>(sums, rows), blockA, blockB, height, depth, width, T{1});
                else
                    add(Sums(sums, rows), blockA, blockB, height, depth, width, T{1});
            }
        }
    }
}

template <class T, bool leftIsTransposed, bool rightIsTransposed>
void product(Index m, Index n, Index k, const T* a, const T* b, const Cast<T>& castB, T* out)
{
    // Eigen uses its blocked kernel in this case; vectors and small products it sums element by element.
    if (m > 1 && n > 1 && k > 0 && m + n + k >= EIGEN_GEMM_TO_COEFFBASED_THRESHOLD)
        return blockedProduct<T, leftIsTransposed, rightIsTransposed>(m, n, k, a, b, castB, out);
    if (castB.grid != nullptr) {
        T* const values = Blocks<T>::ofThisThread().rounded.atLeast(k * n);
        castB(b, values, k * n);
        b = values;
    }
    constexpr int kLeftOrder = leftIsTransposed ? Eigen::ColMajor : Eigen::RowMajor;
    constexpr int kRightOrder = rightIsTransposed ? Eigen::ColMajor : Eigen::RowMajor;
    using Left = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, kLeftOrder>;
    using Right = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, kRightOrder>;
    using Result = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Eigen::Map<Result>(out, m, n).noalias()
        = Eigen::Map<const Left>(a, m, k) * Eigen::Map<const Right>(b, k, n);
}

template <class T>
void gemm(bool transposeA, bool transposeB, Index m, Index n, Index k, const T* a, const T* b,
    const Grid<T>* castB, RoundingCounts* counts, T* out)
{
    const Cast<T> cast{castB, counts};
    if (transposeA && transposeB)
        product<T, true, true>(m, n, k, a, b, cast, out);
    else if (transposeA)
        product<T, true, false>(m, n, k, a, b, cast, out);
    else if (transposeB)
        product<T, false, true>(m, n, k, a, b, cast, out);
    else
        product<T, false, false>(m, n, k, a, b, cast, out);
}

} // namespace

template <class T>
void addGemm(CarrierKernels<T>& table)
{
    // Blocking, and with it the order of summation, must not depend on the machine's caches.
    Eigen::setCpuCacheSizes(32 << 10, 1 << 20, 8 << 20);
    table.gemm = gemm<T>;
}

template void addGemm<float>(CarrierKernels<float>&);
template void addGemm<double>(CarrierKernels<double>&);

} // namespace ulpscope::kernels
