// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/models/runs_model.h"

#include "app/session/same_task.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/models/policy_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/runs/models/saturated_share.h"
#include "ui/training/models/headline.h"

#include <QFont>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ulpscope::ui {

namespace {

struct NumberColumn
{
    RunsModel::Column column;
    const char* headline; ///< id of the headline; null: there is none, because its own table says all
    std::optional<double> (*value)(const RunHistory& run); ///< null: no run is the best by it
    QString (*text)(double value); ///< the value's text, as the headline has it
    bool isLargeGood = false;
    /// Whether the run has nothing that the number is about: beside such a run no number is the best. Null: every run has.
    bool (*isWithout)(const RunHistory& run) = nullptr;
};

std::optional<double> unlessDiverged(const RunHistory& run, std::optional<double> value)
{
    return run.totals().divergedAt || run.stepsDone() == 0 ? std::nullopt : value;
}

QString threeDigits(double value)
{
    return numberText(value);
}

QString wholeText(double value)
{
    return countText(qRound64(value));
}

constexpr std::array kNumbers{
    // The last batch's loss has no best one: with the next batch another run may have the smaller loss.
    NumberColumn{RunsModel::LossColumn, "loss", nullptr, nullptr},
    NumberColumn{RunsModel::TestLossColumn, nullptr,
        [](const RunHistory& run) {
            return unlessDiverged(
                run, run.summary ? metricAmong(run.summary->testMetrics, "loss") : std::nullopt);
        },
        threeDigits},
    NumberColumn{RunsModel::AccuracyColumn, "test_accuracy",
        [](const RunHistory& run) {
            const std::optional<double> share = run.summary ? run.summary->testAccuracy : std::nullopt;
            return unlessDiverged(run, share ? std::optional(100 * *share) : std::nullopt);
        },
        percentText, true},
    NumberColumn{RunsModel::FlushedColumn, "gradients_flushed_percent",
        [](const RunHistory& run) {
            return unlessDiverged(run, run.totals().counts.gradientsFlushedPercent());
        },
        percentText},
    NumberColumn{RunsModel::LostColumn, "updates_lost_percent",
        [](const RunHistory& run) { return unlessDiverged(run, run.totals().counts.updatesLostPercent()); },
        percentText},
    NumberColumn{RunsModel::OverflowsColumn, "overflows",
        [](const RunHistory& run) { return unlessDiverged(run, double(run.totals().counts.overflows)); },
        wholeText},
    NumberColumn{RunsModel::SaturatedColumn, nullptr,
        [](const RunHistory& run) { return unlessDiverged(run, saturatedPercent(run)); }, percentText, false,
        [](const RunHistory& run) { return run.stepsDone() > 0 && !saturatedPercent(run); }},
    NumberColumn{RunsModel::ErrorColumn, "error_vs_float64",
        [](const RunHistory& run) { return unlessDiverged(run, run.last().errorVsFloat64); }, threeDigits},
};

const NumberColumn* numberOf(int column)
{
    const auto found = std::find_if(kNumbers.begin(), kNumbers.end(),
        [column](const NumberColumn& number) { return number.column == column; });
    return found == kNumbers.end() ? nullptr : &*found;
}

Headline testLoss(const RunHistory& run)
{
    Headline headline;
    headline.value = QStringLiteral("–");
    headline.definition = RunsModel::tr(
        "The loss of all test examples with the weights at the run's end, and that of its float64 reference.");
    if (!run.summary) {
        headline.detail = RunsModel::tr("at the run's end");
        return headline;
    }
    if (const std::optional<double> loss = metricAmong(run.summary->testMetrics, "loss"))
        headline.value = numberText(*loss);
    if (const std::optional<double> reference = metricAmong(run.summary->referenceTestMetrics, "loss"))
        headline.detail = RunsModel::tr("float64: %1").arg(numberText(*reference));
    return headline;
}

Headline saturated(const RunHistory& run)
{
    Headline headline;
    headline.detail = RunsModel::tr("of the run");
    headline.definition = RunsModel::tr(
        "Of all elements of operands whose scale comes from the amaxes of earlier steps, the share that was beyond "
        "its limit and was clipped to the format's largest value. Over all steps.");
    const std::optional<double> percent = saturatedPercent(run);
    headline.value = percent ? percentText(*percent) : QStringLiteral("–");
    if (!percent)
        headline.detail = RunsModel::tr("no operand has such a scale");
    return headline;
}

Headline headlineOf(const RunHistory& run, const NumberColumn& number)
{
    if (number.headline == nullptr)
        return number.column == RunsModel::TestLossColumn ? testLoss(run) : saturated(run);
    for (Headline& headline : headlines(&run))
        if (headline.id == QLatin1String(number.headline))
            return std::move(headline);
    return {};
}

/// How many runs of the same data and loss share the best number with this one; 0: it is not the best, or none is worse. Numbers that
/// read alike are alike.
int sharesOfBest(const std::vector<KeptRun>& runs, const KeptRun& run, const NumberColumn& number)
{
    if (number.value == nullptr)
        return 0;
    const std::optional<double> own = number.value(*run.run);
    if (!own || std::isnan(*own))
        return 0;
    const QString ownText = number.text(*own);
    const double sign = number.isLargeGood ? -1 : 1;
    int shares = 0;
    bool hasWorse = false;
    for (const KeptRun& other : runs) {
        if (!areOfOneTask(other.run->session(), run.run->session()))
            continue;
        if (number.isWithout && number.isWithout(*other.run))
            return 0;
        const std::optional<double> value = number.value(*other.run);
        if (!value || std::isnan(*value))
            continue;
        const bool readsAlike = number.text(*value) == ownText;
        if (!readsAlike && sign * *value < sign * *own)
            return 0;
        shares += readsAlike ? 1 : 0;
        hasWorse = hasWorse || !readsAlike;
    }
    return hasWorse ? shares : 0;
}

QString bestText(int shares, const QString& detail)
{
    return shares == 1
        ? RunsModel::tr("✓ The best of the runs of the same data and loss, %1").arg(detail)
        : RunsModel::tr("✓ The best of the runs of the same data and loss, as %1 are that read alike; %2")
              .arg(shares)
              .arg(detail);
}

/// The global policy, and where layers have their own, which: one layer, or layers that share one policy, by name.
QString policyText(const KeptRun& run)
{
    const SessionSpec& session = run.run->session();
    const PolicySettings& policies = session.policies;
    QString text = toQt(policies.global.name);
    std::vector<std::pair<std::string, std::string>> own; // layers or children with their policies
    for (const LayerSpec& layer : session.model.layers) {
        if (layer.policy)
            own.emplace_back(layer.name, layer.policy->name);
        for (const auto& [child, policy] : layer.children)
            own.emplace_back(layer.name + "/" + child, policy.name);
    }
    const bool isOne
        = std::ranges::all_of(own, [&](const auto& each) { return each.second == own.front().second; });
    if (own.size() == 1)
        text += QStringLiteral(", %1 %2").arg(toQt(own.front().first), toQt(own.front().second));
    else if (!own.empty() && isOne)
        text += RunsModel::tr(", %1 layers %2").arg(own.size()).arg(toQt(own.front().second));
    else if (!own.empty())
        text += RunsModel::tr(", %1 layers with their own").arg(own.size());
    if (std::ranges::any_of(
            session.model.layers, [](const LayerSpec& layer) { return !(layer.numerics == NumericsSpec()); }))
        text += RunsModel::tr(" + numerics");
    if (!policies.map.empty())
        text += RunsModel::tr(" + map");
    if (policies.recipe.className != "none")
        text += QStringLiteral(" + ") + toQt(policies.recipe.className);
    return text;
}

/// Text that all runs share; a dash if they differ.
QString commonText(const std::vector<const KeptRun*>& runs, QString (*text)(const KeptRun& run))
{
    const QString first = text(*runs.front());
    const bool isCommon = std::ranges::all_of(runs, [&](const KeptRun* run) { return text(*run) == first; });
    return isCommon ? first : QStringLiteral("–");
}

} // namespace

RunsModel::RunsModel(KeptRuns& kept, const ShownRun& shown, QObject* parent)
    : QAbstractItemModel(parent)
    , m_kept(kept)
    , m_shown(shown)
{
    connect(&kept, &KeptRuns::listChanged, this, &RunsModel::onListChanged);
    connect(&kept, &KeptRuns::runsChanged, this, &RunsModel::announce);
    connect(&kept, &KeptRuns::grew, this, &RunsModel::onGrew);
    onListChanged();
}

/// Runs come at the top and go anywhere; what stays keeps its editor, and the choice goes to a neighbour.
void RunsModel::onListChanged()
{
    emit aboutToRefill();
    for (const std::unique_ptr<Row>& row : m_rows) // rows of a sweep that was renamed
        if (const KeptRun* run = m_kept.find(row->runs.front());
            run != nullptr && !row->sweep.isEmpty() && m_kept.ofSweep(row->sweep).empty())
            row->sweep = run->sweep;
    removeGone();
    for (const KeptRun& run : m_kept.runs())
        if (!indexOf(run.id).isValid())
            insert(run);
    announce();
    emit refilled();
}

/// Removes rows of runs that are gone, also those that a sweep's row took in.
void RunsModel::removeGone()
{
    for (int i = int(m_rows.size()) - 1; i >= 0; --i) {
        Row& row = *m_rows[std::size_t(i)];
        const auto isGone = [&](KeptRunId id) {
            const KeptRun* run = m_kept.find(id);
            return run == nullptr || run->sweep != row.sweep;
        };
        if (std::ranges::all_of(row.runs, isGone)) {
            beginRemoveRows({}, i, i);
            m_rows.erase(m_rows.begin() + i);
            endRemoveRows();
            continue;
        }
        for (int child = int(row.runs.size()) - 1; child >= 0; --child)
            if (isGone(row.runs[std::size_t(child)])) {
                beginRemoveRows(createIndex(i, 0), child, child);
                row.runs.erase(row.runs.begin() + child);
                endRemoveRows();
            }
    }
}

void RunsModel::insert(const KeptRun& run)
{
    const auto own = std::ranges::find_if(m_rows,
        [&](const std::unique_ptr<Row>& row) { return !run.sweep.isEmpty() && row->sweep == run.sweep; });
    if (own != m_rows.end()) {
        std::vector<KeptRunId>& runs = (*own)->runs;
        const auto place = std::lower_bound(runs.begin(), runs.end(), run.id);
        const int child = int(place - runs.begin());
        beginInsertRows(createIndex(int(own - m_rows.begin()), 0), child, child);
        runs.insert(place, run.id);
        endInsertRows();
        return;
    }
    const auto place = std::ranges::find_if(
        m_rows, [&](const std::unique_ptr<Row>& row) { return row->runs.front() < run.id; });
    const int row = int(place - m_rows.begin());
    beginInsertRows({}, row, row);
    m_rows.insert(place, std::make_unique<Row>(Row{run.sweep, {run.id}}));
    endInsertRows();
}

void RunsModel::setSeen(bool isSeen)
{
    m_isSeen = isSeen;
    if (isSeen)
        announce();
}

/// Thirty times a second: of the one run. Which is best of all is told when it has ended.
void RunsModel::onGrew(KeptRunId id)
{
    if (!m_isSeen)
        return;
    const KeptRun* run = m_kept.find(id);
    if (run == nullptr || run->run->summary)
        announce();
    else if (indexOf(id).isValid())
        emit dataChanged(indexOf(id, LossColumn), indexOf(id, StepsColumn));
}

/// Announces all rows as changed, because the best values may have moved to other rows.
void RunsModel::announce()
{
    if (m_rows.empty())
        return;
    for (int i = 0; i < rowCount(); ++i)
        if (const QModelIndex sweep = index(i, 0); rowCount(sweep) > 0)
            emit dataChanged(index(0, 0, sweep), index(rowCount(sweep) - 1, ColumnCount - 1, sweep));
    emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

const RunsModel::Row* RunsModel::rowAt(const QModelIndex& index) const
{
    const bool isTop = index.isValid() && index.internalPointer() == nullptr;
    return isTop && index.row() < int(m_rows.size()) ? m_rows[std::size_t(index.row())].get() : nullptr;
}

int RunsModel::rowOf(const Row& row) const
{
    return int(std::ranges::find(m_rows, &row, &std::unique_ptr<Row>::get) - m_rows.begin());
}

std::vector<KeptRunId> RunsModel::runsAt(const QModelIndex& index) const
{
    if (const Row* row = rowAt(index))
        return row->runs;
    const auto* sweep = static_cast<const Row*>(index.internalPointer());
    return sweep && index.row() < int(sweep->runs.size()) ? std::vector{sweep->runs[std::size_t(index.row())]}
                                                          : std::vector<KeptRunId>();
}

const KeptRun* RunsModel::run(const QModelIndex& index) const
{
    const Row* row = rowAt(index);
    const std::vector<KeptRunId> runs = runsAt(index);
    return runs.empty() || (row && !row->sweep.isEmpty()) ? nullptr : m_kept.find(runs.front());
}

QModelIndex RunsModel::indexOf(KeptRunId id, int column) const
{
    for (const std::unique_ptr<Row>& row : m_rows)
        if (const auto found = std::ranges::find(row->runs, id); found != row->runs.end())
            return row->sweep.isEmpty()
                ? createIndex(rowOf(*row), column)
                : createIndex(int(found - row->runs.begin()), column, static_cast<const void*>(row.get()));
    return {};
}

bool RunsModel::hasSweeps() const
{
    return std::ranges::any_of(m_rows, [](const std::unique_ptr<Row>& row) { return !row->sweep.isEmpty(); });
}

bool RunsModel::hasScaled() const
{
    return std::ranges::any_of(
        m_kept.runs(), [](const KeptRun& run) { return run.run->totals().counts.scaled > 0; });
}

QModelIndex RunsModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, static_cast<const void*>(rowAt(parent)));
}

QModelIndex RunsModel::parent(const QModelIndex& index) const
{
    const auto* sweep = static_cast<const Row*>(index.internalPointer());
    return sweep ? createIndex(rowOf(*sweep), 0) : QModelIndex();
}

int RunsModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return int(m_rows.size());
    const Row* row = parent.column() == 0 ? rowAt(parent) : nullptr;
    return row && !row->sweep.isEmpty() ? int(row->runs.size()) : 0;
}

int RunsModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant RunsModel::sweepData(const Row& row, int column, int role) const
{
    std::vector<const KeptRun*> runs;
    for (const KeptRunId id : row.runs)
        if (const KeptRun* run = m_kept.find(id)) // where there is no run, the row is about to go
            runs.push_back(run);
    if (runs.empty())
        return {};
    const auto isCompared = [this](const KeptRun* run) { return m_kept.isInComparison(*run); };
    switch (role) {
    case Qt::EditRole:
        return column == NameColumn ? QVariant(row.sweep) : QVariant();
    case Qt::CheckStateRole:
        if (column != NameColumn)
            return {};
        return std::ranges::all_of(runs, isCompared) ? Qt::Checked
            : std::ranges::any_of(runs, isCompared)  ? Qt::PartiallyChecked
                                                     : Qt::Unchecked;
    case Qt::FontRole: {
        QFont font;
        font.setBold(true);
        const bool hasShown
            = std::ranges::any_of(runs, [this](const KeptRun* run) { return m_kept.isShown(*run); });
        return column == NameColumn && hasShown ? QVariant(font) : QVariant();
    }
    case Qt::TextAlignmentRole:
        return int((column == StepsColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return column == NameColumn
            ? tr(
                "A sweep, or one session under several seeds: its runs are below it, → opens it. It counts as one of the runs that are kept, and its box takes "
                "all of them into the comparison; F2 renames it.")
            : sweepData(row, column, Qt::DisplayRole);
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    switch (column) {
    case NameColumn: {
        const QString text
            = tr("%1, %2").arg(row.sweep, countedText(std::int64_t(runs.size()), tr("run"), tr("runs")));
        const bool isStarred = std::ranges::all_of(runs, &KeptRun::isStarred);
        return isStarred ? QStringLiteral("★ ") + text : text;
    }
    case PolicyColumn:
        return commonText(runs, policyText);
    case LossScaleColumn:
        return commonText(
            runs, [](const KeptRun& run) { return lossScaleText(run.run->session().training.lossScale); });
    case StepsColumn:
        return commonText(runs, [](const KeptRun& run) { return countText(run.run->stepsDone()); });
    default:
        return {};
    }
}

QVariant RunsModel::data(const QModelIndex& index, int role) const
{
    const int column = index.column();
    const KeptRun* kept = run(index);
    if (kept == nullptr)
        return rowAt(index) ? sweepData(*rowAt(index), column, role) : QVariant();
    const SessionSpec& session = kept->run->session();
    if (const NumberColumn* number = numberOf(column)) {
        const bool asksForIt = role == Qt::DisplayRole || role == Qt::ToolTipRole || role == Qt::FontRole;
        const int shares = asksForIt ? sharesOfBest(m_kept.runs(), *kept, *number) : 0;
        switch (role) {
        case Qt::DisplayRole: {
            const QString value = headlineOf(*kept->run, *number).value;
            return shares > 0 ? QStringLiteral("✓ ") + value : value;
        }
        case Qt::ToolTipRole: {
            const Headline headline = headlineOf(*kept->run, *number);
            return QStringList{
                shares > 0 ? bestText(shares, headline.detail) : headline.detail, headline.definition}
                .join(QLatin1Char('\n'));
        }
        case Qt::FontRole: {
            QFont font;
            font.setBold(true);
            return shares > 0 ? QVariant(font) : QVariant();
        }
        case Qt::TextAlignmentRole:
            return int(Qt::AlignRight | Qt::AlignVCenter);
        default:
            return {};
        }
    }
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        break;
    case Qt::CheckStateRole:
        if (column != NameColumn)
            return {};
        if (!m_kept.isInComparison(*kept))
            return Qt::Unchecked;
        return kept->isChosen() ? Qt::Checked
                                : Qt::PartiallyChecked; // being on the screen, without being asked
    case Qt::DecorationRole:
        return column == PolicyColumn ? QVariant(dtypeMark(toQt(session.policies.global.name))) : QVariant();
    case LookRole:
        return column == NameColumn ? QVariant(kept->look) : QVariant();
    case Qt::TextAlignmentRole:
        return int((column == StepsColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        if (column == NameColumn)
            return tr("%1, begun %2. Its box takes it into the comparison; F2 renames it.")
                .arg(engineText(session.title), QLocale().toString(kept->begun, QLocale::ShortFormat));
        if (column == NoteColumn)
            return tr("Your note on this run: F2 or a double click writes it");
        if (column == PolicyColumn)
            return runFacts(*kept->run);
        return data(index, Qt::DisplayRole);
    case Qt::FontRole: {
        QFont font;
        font.setBold(true);
        return column == NameColumn && m_kept.isShown(*kept) ? QVariant(font) : QVariant();
    }
    default:
        return {};
    }
    switch (column) {
    case NameColumn: {
        if (role == Qt::EditRole)
            return kept->name();
        QString name = kept->isStarred ? QStringLiteral("★ ") + kept->name() : kept->name();
        if (m_kept.isShown(*kept))
            name += tr(" (shown)");
        else if (m_shown.ghost() == kept->run)
            name += tr(" (grey)");
        return name;
    }
    case PolicyColumn:
        return policyText(*kept);
    case LossScaleColumn:
        return lossScaleText(session.training.lossScale);
    case StepsColumn:
        return countText(kept->run->stepsDone());
    case NoteColumn:
        return kept->note;
    default:
        return {};
    }
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const KeptRun* kept = run(index);
    const Row* sweep = kept == nullptr ? rowAt(index) : nullptr;
    if (kept == nullptr && sweep == nullptr)
        return false;
    if (role == Qt::CheckStateRole && index.column() == NameColumn) {
        const bool isFilledInPart = kept && m_kept.isInComparison(*kept) && !kept->isChosen();
        m_kept.setCompared(
            runsAt(index), value.toInt() == Qt::Checked && !isFilledInPart); // a click empties it, too
    } else if (role == Qt::EditRole && index.column() == NameColumn && sweep)
        m_kept.renameSweep(sweep->sweep, value.toString());
    else if (role == Qt::EditRole && index.column() == NameColumn)
        m_kept.rename(kept->id, value.toString());
    else if (role == Qt::EditRole && index.column() == NoteColumn && kept)
        m_kept.setNote(kept->id, value.toString());
    else
        return false;
    return true;
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto pick = [&](const QString& title, const QString& tip) -> QVariant {
        if (role == Qt::DisplayRole)
            return title;
        if (role != Qt::ToolTipRole)
            return {};
        const NumberColumn* number = numberOf(section);
        return number && number->value ? tip + QLatin1Char('\n')
                + tr("✓: the best of the runs of the same data and loss, and all that read like it")
                                       : tip;
    };
    switch (section) {
    case NameColumn:
        return pick(tr("Run"), tr("What differs from the run before it, or your name for it"));
    case PolicyColumn:
        return pick(tr("Policy"), tr("The global dtype policy, and layers that have their own"));
    case LossScaleColumn:
        return pick(tr("Loss scale"), tr("What the loss is multiplied by before it is differentiated"));
    case LossColumn:
        return pick(
            tr("Loss"), tr("Of the last step's batch: another batch may have it the other way round"));
    case TestLossColumn:
        return pick(tr("Test loss"), tr("Of all test examples, at the run's end"));
    case AccuracyColumn:
        return pick(
            tr("Accuracy"), tr("The share of test examples that are classified rightly, at the run's end"));
    case FlushedColumn:
        return pick(tr("Flushed"), tr("Gradients that are exactly zero here and not in float64"));
    case LostColumn:
        return pick(tr("Lost"), tr("Updates that leave the stored weight unchanged"));
    case OverflowsColumn:
        return pick(tr("Overflows"), tr("Numbers that rounding made infinite or NaN"));
    case SaturatedColumn:
        return pick(tr("Saturated"),
            tr("Elements of scaled operands that were clipped, beyond the limit of their scale; beside a run without such operands none is the best"));
    case ErrorColumn:
        return pick(tr("Error"), tr("Of the model's output against float64"));
    case StepsColumn:
        return pick(tr("Steps"), tr("How many steps are done"));
    case NoteColumn:
        return pick(tr("Note"), tr("What you want to remember of a run"));
    default:
        return {};
    }
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    if (index.column() == NameColumn)
        flags |= Qt::ItemIsUserCheckable | Qt::ItemIsEditable;
    if (index.column() == NoteColumn && run(index))
        flags |= Qt::ItemIsEditable;
    return flags;
}

} // namespace ulpscope::ui
