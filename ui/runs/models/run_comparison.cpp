// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/models/run_comparison.h"

#include "engine/io/session/session_difference.h"
#include "ui/look/models/display_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace ulpscope::ui {

namespace {

struct RunComparison
{
    Q_DECLARE_TR_FUNCTIONS(RunComparison)
};

constexpr qsizetype kLongestCell = 60;

QString cellText(const std::string& text)
{
    const QString whole = text.empty() ? QStringLiteral("–") : toQt(text);
    return whole.size() > kLongestCell ? whole.left(kLongestCell) + QStringLiteral("…") : whole;
}

} // namespace

FigureTable differencesOf(const std::vector<const KeptRun*>& runs)
{
    FigureTable table;
    table.columns = {{RunComparison::tr("Setting"), RunComparison::tr("Where the sessions differ"), false}};
    for (const KeptRun* run : runs)
        table.columns.push_back({run->name(), toQt(run->run->session().title), false});
    if (runs.size() < 2)
        return table;
    const SessionSpec& first = runs.front()->run->session();
    std::vector<std::string> places;
    for (std::size_t i = 1; i < runs.size(); ++i)
        for (const SessionDifference& difference : sessionDifferences(first, runs[i]->run->session())) {
            auto found = std::find(places.begin(), places.end(), difference.place);
            if (found == places.end()) {
                // All say what the first does, but for those that are found to say something else.
                FigureRow row;
                row.cells = {toQt(difference.place)};
                for (std::size_t k = 0; k < runs.size(); ++k)
                    row.cells += cellText(difference.before);
                table.rows.push_back(std::move(row));
                places.push_back(difference.place);
                found = places.end() - 1;
            }
            table.rows[static_cast<std::size_t>(found - places.begin())].cells[qsizetype(i) + 1]
                = cellText(difference.after);
        }
    return table;
}

} // namespace ulpscope::ui
