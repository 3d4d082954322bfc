// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/models/runs_model.h"

#include "app/same_task.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/models/loss_scale_text.h"
#include "ui/look/models/translation.h"
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
    const char* headline; ///< its id; null: the test loss, which is none
    std::optional<double> (*value)(const RunHistory& run); ///< null: no run is the best by it
    bool isLargeGood = false;
};

std::optional<double> unlessDiverged(const RunHistory& run, std::optional<double> value)
{
    return run.totals().divergedAt || run.stepsDone() == 0 ? std::nullopt : value;
}

constexpr std::array kNumbers{
    NumberColumn{
        RunsModel::LossColumn, "loss", nullptr}, // of one batch: the next may have it the other way round
    NumberColumn{RunsModel::TestLossColumn, nullptr,
        [](const RunHistory& run) {
            return unlessDiverged(
                run, run.summary ? metricAmong(run.summary->testMetrics, "loss") : std::nullopt);
        }},
    NumberColumn{RunsModel::AccuracyColumn, "test_accuracy",
        [](const RunHistory& run) {
            return unlessDiverged(run, run.summary ? run.summary->testAccuracy : std::nullopt);
        },
        true},
    NumberColumn{RunsModel::FlushedColumn, "gradients_flushed_percent",
        [](const RunHistory& run) {
            return unlessDiverged(run, run.totals().counts.gradientsFlushedPercent());
        }},
    NumberColumn{RunsModel::LostColumn, "updates_lost_percent",
        [](const RunHistory& run) { return unlessDiverged(run, run.totals().counts.updatesLostPercent()); }},
    NumberColumn{RunsModel::OverflowsColumn, "overflows",
        [](const RunHistory& run) { return unlessDiverged(run, double(run.totals().counts.overflows)); }},
    NumberColumn{RunsModel::ErrorColumn, "error_vs_float64",
        [](const RunHistory& run) { return unlessDiverged(run, run.last().errorVsFloat64); }},
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
        "The loss of all test examples with the weights at the run's end, and that of its float64 twin.");
    if (!run.summary) {
        headline.detail = RunsModel::tr("at the run's end");
        return headline;
    }
    if (const std::optional<double> loss = metricAmong(run.summary->testMetrics, "loss"))
        headline.value = numberText(*loss);
    if (const std::optional<double> twin = metricAmong(run.summary->referenceTestMetrics, "loss"))
        headline.detail = RunsModel::tr("float64: %1").arg(numberText(*twin));
    return headline;
}

Headline headlineOf(const RunHistory& run, const NumberColumn& number)
{
    if (number.headline == nullptr)
        return testLoss(run);
    for (Headline& headline : headlines(&run))
        if (headline.id == QLatin1String(number.headline))
            return std::move(headline);
    return {};
}

/// Whether no other run of the same data and loss is better, and one is worse.
bool isBest(const std::vector<KeptRun>& runs, const KeptRun& run, const NumberColumn& number)
{
    if (number.value == nullptr)
        return false;
    const std::optional<double> own = number.value(*run.run);
    if (!own || std::isnan(*own))
        return false;
    const double sign = number.isLargeGood ? -1 : 1;
    bool hasWorse = false;
    for (const KeptRun& other : runs) {
        const std::optional<double> value = number.value(*other.run);
        if (!value || std::isnan(*value) || !areOfOneTask(other.run->session(), run.run->session()))
            continue;
        if (sign * *value < sign * *own)
            return false;
        hasWorse = hasWorse || *value != *own;
    }
    return hasWorse;
}

QString policyText(const PolicySettings& policies)
{
    QString text = toQt(policies.global.name);
    if (!policies.map.empty())
        text += RunsModel::tr(" + map");
    if (policies.recipe.className != "none")
        text += QStringLiteral(" + ") + toQt(policies.recipe.className);
    return text;
}

} // namespace

RunsModel::RunsModel(KeptRuns& kept, const ShownRun& shown, QObject* parent)
    : QAbstractTableModel(parent)
    , m_kept(kept)
    , m_shown(shown)
{
    connect(&kept, &KeptRuns::listChanged, this, &RunsModel::onListChanged);
    connect(&kept, &KeptRuns::runChanged, this, &RunsModel::announce);
    connect(&kept, &KeptRuns::grew, this, &RunsModel::onGrew);
    onListChanged();
}

/// Runs come at the top and go anywhere; what stays keeps its editor, and the choice goes to a neighbour.
void RunsModel::onListChanged()
{
    for (int row = int(m_rows.size()) - 1; row >= 0; --row)
        if (!m_kept.find(m_rows[std::size_t(row)])) {
            beginRemoveRows({}, row, row);
            m_rows.erase(m_rows.begin() + row);
            endRemoveRows();
        }
    for (const KeptRun& run : m_kept.runs())
        if (m_rows.empty() || m_rows.front() < run.id) {
            beginInsertRows({}, 0, 0);
            m_rows.insert(m_rows.begin(), run.id);
            endInsertRows();
        }
    announce();
}

/// Thirty times a second: of the one run. Which is best of all is told when it has ended.
void RunsModel::onGrew(KeptRunId id)
{
    const KeptRun* run = m_kept.find(id);
    if (run == nullptr || run->run->summary) {
        announce();
        return;
    }
    const auto found = std::find(m_rows.begin(), m_rows.end(), id);
    if (found != m_rows.end()) {
        const int row = int(found - m_rows.begin());
        emit dataChanged(index(row, LossColumn), index(row, StepsColumn));
    }
}

/// What is best may have moved to any other row.
void RunsModel::announce()
{
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

const KeptRun* RunsModel::run(const QModelIndex& index) const
{
    return index.isValid() && index.row() < int(m_rows.size())
        ? m_kept.find(m_rows[static_cast<std::size_t>(index.row())])
        : nullptr;
}

int RunsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RunsModel::data(const QModelIndex& index, int role) const
{
    const KeptRun* kept = run(index);
    if (kept == nullptr)
        return {};
    const int column = index.column();
    const SessionSpec& session = kept->run->session();
    if (const NumberColumn* number = numberOf(column)) {
        const bool asksForIt = role == Qt::DisplayRole || role == Qt::ToolTipRole || role == Qt::FontRole;
        const bool isTheBest = asksForIt && isBest(m_kept.runs(), *kept, *number);
        switch (role) {
        case Qt::DisplayRole: {
            const QString value = headlineOf(*kept->run, *number).value;
            return isTheBest ? QStringLiteral("✓ ") + value : value;
        }
        case Qt::ToolTipRole: {
            const Headline headline = headlineOf(*kept->run, *number);
            return QStringList{isTheBest
                    ? tr("The best of the runs of the same data and loss, %1").arg(headline.detail)
                    : headline.detail,
                headline.definition}
                .join(QLatin1Char('\n'));
        }
        case Qt::FontRole: {
            QFont font;
            font.setBold(isTheBest);
            return isTheBest ? QVariant(font) : QVariant();
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
        return kept->isCompared ? Qt::Checked
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
        return policyText(session.policies);
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
    if (kept == nullptr)
        return false;
    if (role == Qt::CheckStateRole && index.column() == NameColumn) {
        const bool isFilledInPart = m_kept.isInComparison(*kept) && !kept->isCompared;
        m_kept.setCompared(
            kept->id, value.toInt() == Qt::Checked && !isFilledInPart); // a click empties it, too
    } else if (role == Qt::EditRole && index.column() == NameColumn)
        m_kept.rename(kept->id, value.toString());
    else if (role == Qt::EditRole && index.column() == NoteColumn)
        m_kept.setNote(kept->id, value.toString());
    else
        return false;
    return true;
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto pick = [role](const QString& title, const QString& tip) -> QVariant {
        return role == Qt::DisplayRole ? title : role == Qt::ToolTipRole ? tip : QVariant();
    };
    switch (section) {
    case NameColumn:
        return pick(tr("Run"), tr("What differs from the run before it, or your name for it"));
    case PolicyColumn:
        return pick(tr("Policy"), tr("The global dtype policy"));
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
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.column() == NameColumn)
        flags |= Qt::ItemIsUserCheckable | Qt::ItemIsEditable;
    if (index.column() == NoteColumn)
        flags |= Qt::ItemIsEditable;
    return flags;
}

} // namespace ulpscope::ui
