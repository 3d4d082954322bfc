// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/layer_page.h"

#include "engine/layer/layer_catalog.h"
#include "ui/forms/parameter_form.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/place.h"
#include "ui/tree/models/layer_edits.h"

#include <QLabel>

namespace ulpscope::ui {

namespace {

/// The layer's name is edited like the parameters of its class.
const ParameterSpec& nameParameter()
{
    static const ParameterSpec parameter{.name = "name",
        .defaultValue = std::string(),
        .description = QT_TRANSLATE_NOOP(
            "ulpscope", "Unique in the model. Policy maps and exported files call the layer by it.")};
    return parameter;
}

} // namespace

LayerPage::LayerPage(Document& document, QWidget* parent)
    : FormPage(parent)
    , m_document(document)
    , m_title(new QLabel(this))
    , m_description(new QLabel(this))
    , m_parameters(new ParameterForm(this))
{
    registerPlace(this,
        {.name = "layerPage",
            .terms = "layer",
            .guide = "window#layer-page",
            .lessons = {{"layer.activation", "parameter_activation"}}});
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_description->setWordWrap(true);
    m_description->setForegroundRole(QPalette::PlaceholderText);
    addForm(m_title);
    addForm(m_description);
    addForm(m_parameters);

    connect(&document, &Document::sessionChanged, this, &LayerPage::refresh);
    connect(m_parameters, &ParameterForm::valueEdited, this, &LayerPage::setParameter);
    refresh();
}

void LayerPage::showLayer(int row, const QString& inside)
{
    if (row != m_row || inside != m_inside)
        m_parameters->forgetRefused();
    m_row = row;
    m_inside = inside;
    refresh();
}

void LayerPage::refresh()
{
    const std::vector<LayerSpec>& layers = m_document.session()->model.layers;
    const bool hasLayer = m_row >= 0 && static_cast<std::size_t>(m_row) < layers.size();
    m_parameters->setVisible(hasLayer);
    if (!hasLayer) {
        m_title->setText(tr("No layer is selected"));
        m_description->setText(tr("Choose one above to see its parameters."));
        return;
    }
    const LayerSpec& layer = layers[static_cast<std::size_t>(m_row)];
    const LayerClass* kind = findRow(layerCatalog(), layer.className);
    m_title->setText(QStringLiteral("%1 – %2").arg(toQt(layer.name), toQt(layer.className)));
    m_description->setText(kind ? engineText(kind->description) : QString());
    if (!m_inside.isEmpty()) {
        m_title->setText(tr("%1, inside %2").arg(m_inside, toQt(layer.name)));
        m_description->setText(tr("%1 makes it from its own parameters:").arg(toQt(layer.name)));
    }
    std::vector<ParameterSpec> parameters{nameParameter()};
    if (kind)
        parameters.insert(parameters.end(), kind->parameters.begin(), kind->parameters.end());
    Config values = layer.config;
    values.set(parameters.front().name, layer.name);
    m_parameters->showValues(parameters, values);
}

void LayerPage::setParameter(const std::string& name, const ParameterValue& value)
{
    const auto row = static_cast<std::size_t>(m_row);
    if (m_row < 0 || row >= m_document.session()->model.layers.size())
        return; // the layer has gone, and the field that was typed in loses the focus with it
    if (name == nameParameter().name)
        edit(tr("Rename layer"),
            [&](SessionSpec& session) { renameLayer(session, row, std::get<std::string>(value)); });
    else
        edit(tr("Change %1").arg(parameterLabel(name)),
            [&](SessionSpec& session) { session.model.layers[row].config.set(name, value); });
}

void LayerPage::edit(const QString& text, const std::function<void(SessionSpec&)>& change)
{
    if (const Status done = m_document.edit(text, change); !done && !m_parameters->refuse(done.error())) {
        refresh();
        m_document.refuse(done.error());
    }
}

} // namespace ulpscope::ui
