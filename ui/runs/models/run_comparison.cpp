// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/models/run_comparison.h"

#include "app/io/session/session_difference.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace ulpscope::ui {

namespace {

struct RunComparison
{
    Q_DECLARE_TR_FUNCTIONS(RunComparison)
};

constexpr qsizetype kLongestCell = 60;

/// Class and parameters of a component's JSON, "te_delayed amax_history_len=16"; other texts as they are.
QString componentText(const QString& text)
{
    const QJsonObject component = QJsonDocument::fromJson(text.toUtf8()).object();
    if (!component.contains(QLatin1String("class")))
        return text;
    QString shown = component.value(QLatin1String("class")).toString();
    for (auto member = component.begin(); member != component.end(); ++member)
        if (member.key() != QLatin1String("class")) {
            const QByteArray value = QJsonDocument(QJsonArray{member.value()}).toJson(QJsonDocument::Compact);
            shown += QLatin1Char(' ') + member.key() + QLatin1Char('=')
                + QString::fromUtf8(value.mid(1, value.size() - 2));
        }
    return shown;
}

QString cellText(const std::string& text)
{
    const QString whole = text.empty() ? QStringLiteral("–") : componentText(toQt(text));
    return whole.size() > kLongestCell ? whole.left(kLongestCell) + QStringLiteral("…") : whole;
}

/// What a session says at the place of `difference`, whose first side is `before`: that too, unless it differs there, or has
/// something else in the whole that the place is in, or differs in a part of it.
QString cellAt(const SessionDifference& difference, const std::vector<SessionDifference>& ofRun)
{
    for (const SessionDifference& own : ofRun) {
        if (own.place == difference.place)
            return cellText(own.after);
        if (difference.place.starts_with(own.place + "."))
            return cellText({});
        if (own.place.starts_with(difference.place + "."))
            return RunComparison::tr("in part"); // in what, a row of its own says
    }
    return cellText(difference.before);
}

} // namespace

MetricTable differencesOf(const std::vector<const KeptRun*>& runs)
{
    MetricTable table;
    table.columns = {{RunComparison::tr("Setting"), RunComparison::tr("Where the sessions differ"), false}};
    for (const KeptRun* run : runs)
        table.columns.push_back({run->name(), engineText(run->run->session().title), false});
    if (runs.size() < 2)
        return table;
    const SessionSpec& first = runs.front()->run->session();
    std::vector<std::vector<SessionDifference>> differences(1); // the first run has no difference from itself
    for (std::size_t i = 1; i < runs.size(); ++i)
        differences.push_back(sessionDifferences(first, runs[i]->run->session()));
    QStringList places;
    for (const std::vector<SessionDifference>& ofRun : differences)
        for (const SessionDifference& difference : ofRun) {
            const QString place = toQt(difference.place);
            if (places.contains(place))
                continue;
            places += place;
            MetricTableRow row;
            row.cells = {place};
            for (const std::vector<SessionDifference>& each : differences)
                row.cells += cellAt(difference, each);
            table.rows.push_back(std::move(row));
        }
    return table;
}

} // namespace ulpscope::ui
