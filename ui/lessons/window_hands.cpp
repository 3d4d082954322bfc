// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/window_hands.h"

#include "engine/base/expression.h"
#include "engine/dtype/format.h"
#include "ui/bench/accumulator_view.h"
#include "ui/lessons/place_finder.h"
#include "ui/look/models/display_text.h"
#include "ui/look/tabs.h"
#include "ui/numbers/models/number_lab.h"
#include "ui/training/run_plots.h"
#include "ui/tree/model_panel.h"

#include <QAbstractItemModel>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QSpinBox>
#include <QTabWidget>

namespace ulpscope::ui {

namespace {

const std::string_view kAccumulator = "bench.accumulator";

/// A number may be written as it is typed: "2^-24".
std::optional<double> asNumber(const ControlValue& value)
{
    if (const auto* number = std::get_if<double>(&value))
        return *number;
    const auto* text = std::get_if<std::string>(&value);
    const auto parsed = parseExpression(text != nullptr ? std::string_view(*text) : std::string_view());
    const auto* typed = std::get_if<TypedNumber>(&parsed);
    return typed != nullptr ? std::optional(typed->value) : std::nullopt;
}

QListWidgetItem* itemNamed(const QListWidget& list, const QString& name)
{
    for (int row = 0; row < list.count(); ++row)
        if (list.item(row)->text() == name)
            return list.item(row);
    return nullptr;
}

/// Selects an entry and emits activated(), as a choice by the user does.
void choose(QComboBox& combo, int index)
{
    combo.setCurrentIndex(index);
    emit combo.activated(index);
}

} // namespace

WindowHands::WindowHands(Parts parts, QObject* parent)
    : QObject(parent)
    , m_parts(std::move(parts))
    , m_accumulators(m_parts.window.findChild<QListWidget*>(QStringLiteral("benchAccumulators")))
{
    connect(&m_parts.tabs, &QTabWidget::currentChanged, this, &WindowHands::changed);
    connect(&m_parts.plots, &RunPlots::layerChanged, this, &WindowHands::changed);
    connect(&m_parts.model, &ModelPanel::layerSelected, this, &WindowHands::changed, Qt::QueuedConnection);
    connect(&m_parts.lab, &NumberLab::numberChanged, this, &WindowHands::changed);
    connect(&m_parts.lab, &NumberLab::selectionChanged, this, &WindowHands::changed);
    if (auto* bar = m_parts.window.findChild<BenchBar*>(QStringLiteral("benchBar"))) {
        connect(bar, &BenchBar::questionChanged, this, &WindowHands::changed);
        connect(bar, &BenchBar::pictureChanged, this, &WindowHands::changed);
    }
    if (m_accumulators != nullptr) {
        const auto note = [this](const QListWidgetItem* item) {
            if (item->checkState() == Qt::Checked)
                m_ticked = item->text();
            emit changed();
        };
        connect(m_accumulators, &QListWidget::itemChanged, this, note);
        // One that is typed comes with its tick.
        connect(m_accumulators->model(), &QAbstractItemModel::rowsInserted, this,
            [this, note](const QModelIndex&, int first, int last) {
                for (int row = first; row <= last; ++row)
                    note(m_accumulators->item(row));
            });
    }
}

bool WindowHands::open(SessionSpec session, const QString& text)
{
    return m_parts.open(std::move(session), text);
}

void WindowHands::beginAfresh()
{
    m_parts.lab.beginAfresh();
    m_parts.bench.beginAfresh();
    m_parts.plots.fit();
    m_ticked.clear();
}

QWidget* WindowHands::widgetOf(const LessonPlace& place) const
{
    return findPlace(m_parts.window, {std::string(place.name), {}}).widget;
}

std::optional<ControlValue> WindowHands::valueOf(const LessonPlace& place) const
{
    if (place.name == "number-lab.value" || place.name == "number-lab.bits")
        return m_parts.lab.value();
    if (place.name == "number-lab.format") {
        const Format* format = m_parts.lab.selectedFormat();
        return format != nullptr ? std::optional<ControlValue>(std::string(format->name)) : std::nullopt;
    }
    if (place.name == kAccumulator) {
        const QListWidgetItem* item
            = m_accumulators != nullptr ? itemNamed(*m_accumulators, m_ticked) : nullptr;
        return item != nullptr && item->checkState() == Qt::Checked
            ? std::optional<ControlValue>(m_ticked.toStdString())
            : std::nullopt;
    }
    const QWidget* widget = widgetOf(place);
    if (const auto* combo = qobject_cast<const QComboBox*>(widget)) {
        const QString name = combo->currentData().toString(); // where the text is in the reader's language
        return (name.isEmpty() ? combo->currentText().trimmed() : name).toStdString();
    }
    if (const auto* spin = qobject_cast<const QSpinBox*>(widget))
        return double(spin->value());
    return std::nullopt;
}

bool WindowHands::isSetTo(const LessonPlace& place, const ControlValue& value) const
{
    if (place.name == kAccumulator && m_accumulators != nullptr) {
        const QListWidgetItem* item = itemNamed(*m_accumulators, toQt(toText(value)));
        return item != nullptr && item->checkState() == Qt::Checked;
    }
    const std::optional<ControlValue> now = valueOf(place);
    if (now && std::holds_alternative<double>(*now))
        return asNumber(value) == std::get<double>(*now);
    return now && toText(*now) == toText(value);
}

void WindowHands::set(const LessonPlace& place, const ControlValue& value)
{
    const QString text = toQt(toText(value));
    if (place.name == "number-lab.value" || place.name == "number-lab.bits") {
        m_parts.lab.setText(text);
        return;
    }
    if (place.name == "number-lab.format") {
        m_parts.lab.addFormat(text);
        return;
    }
    if (place.name == kAccumulator) {
        if (m_accumulators == nullptr)
            return;
        if (itemNamed(*m_accumulators, text) == nullptr)
            if (auto* name = m_parts.window.findChild<QLineEdit*>(QStringLiteral("benchName"))) {
                name->setText(text);
                emit name->returnPressed();
            }
        if (QListWidgetItem* item = itemNamed(*m_accumulators, text)) {
            item->setCheckState(Qt::Checked);
            m_ticked = text;
        }
        emit changed();
        return;
    }
    QWidget* widget = widgetOf(place);
    if (auto* combo = qobject_cast<QComboBox*>(widget)) {
        const int named = combo->findData(text);
        const int index = named >= 0 ? named : combo->findText(text);
        if (index >= 0) {
            choose(*combo, index);
        } else if (combo->isEditable()) {
            combo->setEditText(text);
            emit combo->lineEdit()->editingFinished();
        }
    } else if (auto* spin = qobject_cast<QSpinBox*>(widget)) {
        if (const std::optional<double> number = asNumber(value))
            spin->setValue(int(*number));
    }
    emit changed();
}

void WindowHands::setOnly(const LessonPlace& place, const ControlValue& value)
{
    if (place.name == kAccumulator && m_accumulators != nullptr)
        for (int row = 0; row < m_accumulators->count(); ++row)
            if (m_accumulators->item(row)->text() != toQt(toText(value)))
                m_accumulators->item(row)->setCheckState(Qt::Unchecked);
    set(place, value);
}

std::string WindowHands::pickedLayer() const
{
    const std::string& path = m_parts.plots.selectedLayer();
    const std::size_t slash = path.find('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

void WindowHands::pickLayer(const std::string& name)
{
    m_parts.model.selectLayerByName(toQt(name));
}

bool WindowHands::isTabOpen(const LessonPlace& tab) const
{
    const QWidget* page = pageAt(m_parts.window, tab.name);
    return page != nullptr && isInFront(*page);
}

void WindowHands::openTab(const LessonPlace& tab)
{
    if (const QWidget* page = pageAt(m_parts.window, tab.name))
        openTabBeside(*page);
}

} // namespace ulpscope::ui
