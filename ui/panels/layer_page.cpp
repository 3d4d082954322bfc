// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/layer_page.h"

#include "engine/layer/layer_catalog.h"
#include "ui/models/display_text.h"
#include "ui/models/layer_edits.h"
#include "ui/widgets/parameter_form.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

namespace ulpscope::ui {

LayerPage::LayerPage(Document& document, QWidget* parent)
    : FormPage(parent)
    , m_document(document)
    , m_title(new QLabel(this))
    , m_description(new QLabel(this))
    , m_name(new QLineEdit(this))
    , m_nameRow(new QWidget(this))
    , m_parameters(new ParameterForm(this))
{
    setObjectName(QStringLiteral("layerPage"));
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_description->setWordWrap(true);
    m_description->setForegroundRole(QPalette::PlaceholderText);
    m_name->setObjectName(QStringLiteral("layerName"));
    m_name->setAccessibleName(tr("Layer name"));
    m_name->setToolTip(tr("Unique in the model. Policy maps and exported files call the layer by it."));
    auto* row = new QFormLayout(m_nameRow);
    row->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(tr("name"), m_nameRow);
    label->setBuddy(m_name);
    label->setMinimumWidth(labelWidth(*this));
    row->setHorizontalSpacing(12);
    row->addRow(label, m_name);
    addForm(m_title);
    addForm(m_description);
    addForm(m_nameRow);
    addForm(m_parameters);

    connect(&document, &Document::sessionChanged, this, &LayerPage::refresh);
    connect(m_name, &QLineEdit::editingFinished, this, [this] {
        if (!m_name->isModified())
            return;
        m_name->setModified(false);
        edit(tr("Rename layer"), [this](SessionSpec& session) {
            renameLayer(session, static_cast<std::size_t>(m_row), m_name->text().trimmed().toStdString());
        });
    });
    connect(m_parameters, &ParameterForm::valueEdited, this,
        [this](const std::string& name, const ParameterValue& value) {
            edit(tr("Change %1").arg(parameterLabel(name)),
                [&, row = static_cast<std::size_t>(m_row)](
                    SessionSpec& session) { session.model.layers[row].config.set(name, value); });
        });
    connect(m_parameters, &ParameterForm::valueRefused, this, [this](const QString& message) {
        refresh();
        emit editRefused(message);
    });
    refresh();
}

void LayerPage::showLayer(int row)
{
    m_row = row;
    refresh();
}

void LayerPage::refresh()
{
    const std::vector<LayerSpec>& layers = m_document.session()->model.layers;
    const bool hasLayer = m_row >= 0 && static_cast<std::size_t>(m_row) < layers.size();
    m_nameRow->setVisible(hasLayer);
    m_parameters->setVisible(hasLayer);
    if (!hasLayer) {
        m_title->setText(tr("No layer is selected"));
        m_description->setText(tr("Choose one above to see its parameters."));
        return;
    }
    const LayerSpec& layer = layers[static_cast<std::size_t>(m_row)];
    const LayerClass* kind = findRow(layerCatalog(), layer.className);
    m_title->setText(QStringLiteral("%1 – %2").arg(toQt(layer.name), toQt(layer.className)));
    m_description->setText(kind ? toQt(kind->description) : QString());
    m_name->setText(toQt(layer.name));
    m_parameters->showValues(kind ? kind->parameters : std::vector<ParameterSpec>(), layer.config);
}

void LayerPage::edit(const QString& text, const std::function<void(SessionSpec&)>& change)
{
    if (const Status done = m_document.edit(text, change); !done) {
        refresh();
        emit editRefused(toQt(done.error().text()));
    }
}

} // namespace ulpscope::ui
