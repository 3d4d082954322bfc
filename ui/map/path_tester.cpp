// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/path_tester.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/models/display_text.h"
#include "ui/look/theme.h"
#include "ui/map/models/map_layers_model.h"

#include <QEvent>
#include <QFontDatabase>
#include <QLabel>
#include <QLineEdit>

namespace ulpscope::ui {

namespace {

/// A line edit lays its whole text out at every key press.
constexpr int kLongestPath = 4096;

} // namespace

PathTester::PathTester(PolicyMapModel& map, QWidget* parent)
    : QWidget(parent)
    , m_map(map)
    , m_path(new QLineEdit(this))
    , m_result(new QLabel(this))
{
    setObjectName(QStringLiteral("pathTester"));
    describe(m_path, {.name = "triedPath", .terms = "layer_path map_key"}, tr("Path to try"));
    m_path->setPlaceholderText(tr("sequential/dense"));
    m_path->setToolTip(tr("Any layer path, also of a layer that this model does not have"));
    m_path->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_path->setClearButtonEnabled(true);
    FieldGuard::keepFocusIn(*m_path);
    m_path->setMaxLength(kLongestPath + 1);
    m_path->setMinimumWidth(fontMetrics().averageCharWidth() * 30);
    describe(m_result, QStringLiteral("triedResult"), tr("What decides for the path"),
        tr("Follows the path as it is typed, and the keys as they are"));
    m_result->setWordWrap(true);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_result->setMinimumHeight(2 * fontMetrics().lineSpacing());
    auto* label = new QLabel(tr("Try a path"), this);
    label->setBuddy(m_path);
    label->setToolTip(m_path->toolTip());
    rowOf(this, {label, {m_path, 2}, {m_result, 3}}, {.spacing = 8});
    connect(m_path, &QLineEdit::textChanged, this, &PathTester::tryPath);
    connect(&m_map, &PolicyMapModel::judged, this, &PathTester::refresh);
    refresh();
}

void PathTester::tryPath(const QString& path)
{
    m_map.setTriedPath(path.size() > kLongestPath ? QString() : path);
    refresh();
}

void PathTester::refresh()
{
    const std::shared_ptr<const MapAnswer> answer = m_map.analyst().answer();
    const QString path = m_path->text();
    QString text;
    bool isWrong = false;
    if (path.isEmpty()) {
        text = tr("Which key decides for it, and what Keras raises if none can.");
    } else if (path.size() > kLongestPath) {
        text = tr("A path of more than %1 characters is not tried here.").arg(kLongestPath);
        isWrong = true;
    } else if (!answer || !answer->findings.tried || answer->question.triedPath != path.toStdString()) {
        return; // the answer comes
    } else if (const PathFinding& found = *answer->findings.tried; found.error) {
        text = toQt(std::string(kindName(found.error->kind)) + ": " + found.error->text()).toHtmlEscaped();
        isWrong = true;
    } else {
        text = tr("→ <b>%1</b>, by %2")
                   .arg(toQt(found.policy.name).toHtmlEscaped(), deciderText(found).toHtmlEscaped());
        for (const PolicyHolder& layer : answer->question.layers)
            if (layer.path == answer->question.triedPath && layer.own)
                text = tr("→ <b>%1</b>, set on the layer itself; the map, which is not asked, has %2")
                           .arg(toQt(layer.own->name).toHtmlEscaped(),
                               toQt(found.policy.name).toHtmlEscaped());
    }
    QPalette colors = palette();
    const QColor ink = isWrong ? severityColor(Severity::Failure, palette())
        : path.isEmpty()       ? mutedText(palette())
                               : palette().color(QPalette::WindowText);
    colors.setColor(QPalette::WindowText, ink);
    m_result->setPalette(colors);
    m_result->setText(text);
}

void PathTester::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace ulpscope::ui
