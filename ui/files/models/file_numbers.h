// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of an open file of tensors, read aside: those of the one that is chosen first, then what all of them have in them, a few at a
// time. One thread reads the file.
#pragma once

#include "app/io/tensors/tensor_file.h"
#include "app/judge/arithmetic/array_difference.h"
#include "app/judge/arithmetic/would_lose.h"
#include "app/session/kept/aside.h"
#include "engine/train/tensor_snapshot.h"
#include "ui/files/models/exponent_bars.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace ulpscope::ui {

/// A tensor of the file as it was read; never changes.
struct ReadTensor
{
    std::size_t index = 0; ///< the tensor's place in the file
    StoredTensor stored;
    TensorSnapshot snapshot; ///< the same values in float64
    ValueSummary summary;
    std::shared_ptr<const ExponentBars> bars; ///< bars of the chosen tensor; null for others
};

/// Numbers of a tensor or the reason why there are none; neither: they were not read yet.
struct KnownNumbers
{
    std::optional<ValueSummary> summary;
    QString problem; ///< why there are none
    /// In the order of commonTrainingFormats(); absent until they are asked for.
    std::optional<std::vector<WouldLose>> losses;
};

class FileNumbers : public QObject
{
    Q_OBJECT
public:
    /// In the window, where values are looked at in float64; the command line reads more.
    static constexpr std::uint64_t kMaxElements = std::uint64_t{1} << 27;
    /// Bytes of a file whose tensors are all measured without being asked for.
    static constexpr std::uint64_t kSoonMeasured = std::uint64_t{64} << 20;

    explicit FileNumbers(QObject* parent = nullptr);

    /// Null: none. What of the one before is being read is given up.
    void setFile(std::shared_ptr<TensorFile> file);
    /// as: what its elements are, where the file does not say.
    void choose(std::size_t index, const ElementType* as = nullptr);
    /// The chosen one; null before it is read, and where it cannot be.
    const std::shared_ptr<const ReadTensor>& chosen() const { return m_chosen; }

    void measureAll();
    /// From now on measuring tells what formats would lose too; of a file that is not large it begins at once.
    void measureLosses(std::shared_ptr<const Kernels> kernels);
    void stopMeasuring();
    bool isMeasuring() const { return m_isMeasuring; }
    bool isBusy() const { return m_aside.isBusy(); }
    std::size_t measured() const { return m_measured; }
    /// The tensors of the file.
    std::size_t all() const { return m_known.size(); }
    const KnownNumbers& known(std::size_t index) const { return m_known[index]; }

signals:
    /// The chosen tensor has been read.
    void chosenRead();
    /// The chosen tensor could not be read; the message says why.
    void refused(const QString& message);
    /// One number or all are known; known() tells more.
    void knownChanged();

private:
    using Found = std::vector<std::pair<std::size_t, KnownNumbers>>;

    void next();
    void readChosen();
    void measureSome();
    /// Whether all that is asked for is known of it.
    bool isMeasured(std::size_t index) const;
    void know(const Found& found);

    std::shared_ptr<TensorFile> m_file;
    std::vector<KnownNumbers> m_known;
    std::optional<std::size_t> m_wanted; ///< is to be read
    const ElementType* m_as = nullptr;
    std::shared_ptr<const ReadTensor> m_chosen;
    std::shared_ptr<const Kernels> m_kernels; ///< null: no losses are asked for
    std::uint64_t m_bytes = 0; ///< bytes of the file's tensors
    std::size_t m_measured = 0; ///< tensors before this one are known
    bool m_isMeasuring = false;
    Aside m_aside; ///< last: its thread answers into the members above
};

} // namespace ulpscope::ui
