// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/file_numbers.h"

#include "app/io/tensors/stored_snapshot.h"
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
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < m_known.size(); ++i)
        bytes += m_file->tensors()[i].bytes;
    m_isMeasuring = m_file && bytes <= kSoonMeasured;
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
            return [this, index, read] {
                m_wanted.reset();
                if (*read) {
                    m_chosen = std::make_shared<const ReadTensor>(std::move(*read).value());
                    m_known[index] = {m_chosen->summary, {}}; // as the user named it
                    emit chosenRead();
                } else {
                    const QString problem = engineText(read->error());
                    m_known[index] = {{}, problem};
                    emit refused(problem);
                }
                emit knownChanged();
                next();
            };
        });
}

void FileNumbers::measureSome()
{
    m_aside.ask([this, file = m_file, from = m_measured](const std::stop_token& stop) -> Aside::Answer {
        Found found;
        const auto end = std::chrono::steady_clock::now() + kAtOnce;
        for (std::size_t i = from; i < file->tensors().size() && !stop.stop_requested(); ++i) {
            const Result<ReadTensor> read = readTensor(*file, i, nullptr, stop);
            if (read)
                found.push_back({i, {read->summary, {}}});
            else
                found.push_back({i, {{}, engineText(read.error())}});
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
        if (!m_known[index].summary) // else it was read as the user named it
            m_known[index] = numbers;
    emit knownChanged();
}

} // namespace ulpscope::ui
