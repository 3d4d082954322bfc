// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/data_page.h"

#include "engine/data/dataset_catalog.h"
#include "ui/models/display_text.h"
#include "ui/widgets/component_form.h"

namespace ulpscope::ui {

DataPage::DataPage(Document& document, QWidget* parent)
    : FormPage(parent)
    , m_document(document)
    , m_data(new ComponentForm(QStringLiteral("data"), tr("Data"), classSpecs(datasetCatalog()), this))
{
    setObjectName(QStringLiteral("dataPage"));
    addForm(m_data);
    connect(m_data, &ComponentForm::componentEdited, this, [this](const Component& component) {
        if (const Status done
            = m_document.edit(tr("Change data"), [&](SessionSpec& session) { session.data = component; });
            !done) {
            refresh();
            emit editRefused(toQt(done.error().text()));
        }
    });
    connect(m_data, &ComponentForm::valueRefused, this, [this](const QString& message) {
        refresh();
        emit editRefused(message);
    });
    connect(&document, &Document::sessionChanged, this, &DataPage::refresh);
    refresh();
}

void DataPage::refresh()
{
    m_data->showComponent(m_document.session()->data);
}

} // namespace ulpscope::ui
