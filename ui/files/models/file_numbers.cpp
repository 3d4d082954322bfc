// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/file_numbers.h"

#include "app/io/tensors/stored_values.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <chrono>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr std::chrono::milliseconds kAtOnce{100}; ///< then the chosen one may go first

Result<ReadTensor> readTensor(
    TensorFile& file, std::size_t index, const ElementType* as, const std::stop_token& stop)
{
    const TensorEntry& entry = file.tensors()[index];
    if (entry.elements() > FileNumbers::kMaxElements)
        return Error{entry.name,
            "has " + std::to_string(entry.elements()) + " elements; the window reads at most "
                + std::to_string(FileNumbers::kMaxElements) + " of one, ulpscope-cli open FILE::TENSOR more"};
    Result<StoredTensor> stored = file.read(index, as, stop);
    if (!stored)
        return stored.error();
    Result<TensorSnapshot> snapshot = snapshotOf(*stored, entry.name, stop);
    if (!snapshot)
        return snapshot.error().within(entry.name);
    const ValueSummary summary = summaryOf(snapshot->values);
    return ReadTensor{index, *std::move(stored), *std::move(snapshot), summary, nullptr};
}

/// Nothing without kernels. A format that the tensor does not fit, as blocks may not, is left out.
std::optional<std::vector<WouldLose>> lossesOf(
    const ReadTensor& tensor, const Kernels* kernels, const std::stop_token& stop)
{
    if (kernels == nullptr)
        return std::nullopt;
    std::vector<WouldLose> losses;
    for (const std::string& format : commonTrainingFormats())
        if (!stop.stop_requested() && tensor.summary.elements > 0)
            if (Result<WouldLose> loss = wouldLose(tensor.snapshot, format, *kernels))
                losses.push_back(std::move(loss).value());
    return losses;
}

} // namespace

FileNumbers::FileNumbers(QObject* parent)
    : QObject(parent)
{
    connect(&m_aside, &Aside::failed, this, [this](const QString& message) {
        m_wanted.reset();
        m_isMeasuring = false;
        emit knownChanged();
        emit refused(message);
    });
}

void FileNumbers::setFile(std::shared_ptr<TensorFile> file)
{
    m_aside.cancel();
    m_file = std::move(file);
    m_known.assign(m_file ? m_file->tensors().size() : 0, {});
    m_wanted.reset();
    m_chosen.reset();
    m_measured = 0;
    m_kernels.reset();
    m_bytes = 0;
    for (std::size_t i = 0; i < m_known.size(); ++i)
        m_bytes += m_file->tensors()[i].bytes;
    m_isMeasuring = m_file && m_bytes <= kSoonMeasured;
    emit knownChanged();
    next();
}

void FileNumbers::choose(std::size_t index, const ElementType* as)
{
    m_wanted = index;
    m_as = as;
    m_chosen.reset();
    m_aside.cancel();
    next();
}

void FileNumbers::measureAll()
{
    m_isMeasuring = m_file != nullptr;
    if (!m_aside.isBusy())
        next();
    emit knownChanged();
}

void FileNumbers::measureLosses(std::shared_ptr<const Kernels> kernels)
{
    if (m_kernels || !m_file)
        return; // the numbers are on their way, or wait for the user
    m_kernels = std::move(kernels);
    m_measured = 0;
    m_isMeasuring = m_isMeasuring || m_bytes <= kSoonMeasured;
    if (!m_aside.isBusy())
        next();
    emit knownChanged();
}

bool FileNumbers::isMeasured(std::size_t index) const
{
    const KnownNumbers& known = m_known[index];
    return known.summary ? !m_kernels || known.losses : !known.problem.isEmpty();
}

void FileNumbers::stopMeasuring()
{
    m_isMeasuring = false;
    if (!m_wanted)
        m_aside.cancel();
    emit knownChanged();
}

void FileNumbers::next()
{
    if (m_wanted)
        readChosen();
    else if (m_isMeasuring && m_measured < m_known.size())
        measureSome();
    else if (std::exchange(m_isMeasuring, false))
        emit knownChanged();
}

void FileNumbers::readChosen()
{
    m_aside.ask(
        [this, file = m_file, index = *m_wanted, as = m_as](const std::stop_token& stop) -> Aside::Answer {
            const auto read = std::make_shared<Result<ReadTensor>>(readTensor(*file, index, as, stop));
            if (*read)
                (*read)->bars
                    = std::make_shared<const ExponentBars>(exponentBars((*read)->snapshot.values, stop));
            return [this, index, as, read] {
                m_wanted.reset();
                if (*read) {
                    m_chosen = std::make_shared<const ReadTensor>(std::move(*read).value());
                    // As the user named it, of which the losses are not.
                    m_known[index] = {m_chosen->summary, {}, as ? std::nullopt : m_known[index].losses};
                    emit chosenRead();
                } else {
                    const QString problem = engineText(read->error());
                    m_known[index] = {{}, problem, {}};
                    emit refused(problem);
                }
                emit knownChanged();
                next();
            };
        });
}

void FileNumbers::measureSome()
{
    while (m_measured < m_known.size() && isMeasured(m_measured))
        ++m_measured;
    m_aside.ask([this, file = m_file, from = m_measured, kernels = m_kernels](
                    const std::stop_token& stop) -> Aside::Answer {
        Found found;
        const auto end = std::chrono::steady_clock::now() + kAtOnce;
        for (std::size_t i = from; i < file->tensors().size() && !stop.stop_requested(); ++i) {
            const Result<ReadTensor> read = readTensor(*file, i, nullptr, stop);
            if (read)
                found.push_back({i, {read->summary, {}, lossesOf(*read, kernels.get(), stop)}});
            else
                found.push_back({i, {{}, engineText(read.error()), {}}});
            if (std::chrono::steady_clock::now() > end)
                break;
        }
        return [this, found = std::move(found)] {
            for (const auto& [index, numbers] : found)
                m_measured = index + 1;
            know(found);
            next();
        };
    });
}

void FileNumbers::know(const Found& found)
{
    for (const auto& [index, numbers] : found)
        if (!m_known[index].summary) // otherwise it was read by the name that the user gave
            m_known[index] = numbers;
        else if (numbers.losses)
            m_known[index].losses = numbers.losses;
    emit knownChanged();
}

} // namespace ulpscope::ui
