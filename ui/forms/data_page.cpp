// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/data_page.h"

#include "engine/data/dataset_catalog.h"
#include "ui/forms/component_form.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/place.h"

#include <map>

namespace ulpscope::ui {

namespace {

/// A row of the dataset catalog as people call it; its name where that is good enough.
QString datasetText(const std::string& name)
{
    static const std::map<std::string, QString> texts{
        {"circle", DataPage::tr("Circle")},
        {"xor", DataPage::tr("XOR")},
        {"gaussians", DataPage::tr("Gaussian blobs")},
        {"spirals", DataPage::tr("Spirals")},
        {"moons", DataPage::tr("Moons")},
        {"plane", DataPage::tr("Plane (regression)")},
        {"sums", DataPage::tr("Sums (regression)")},
        {"fashion_mnist", DataPage::tr("Fashion-MNIST")},
        {"idx", DataPage::tr("Your IDX files")},
        {"npz", DataPage::tr("Your NPZ or NPY file")},
        {"csv", DataPage::tr("Your CSV file")},
        {"characters", DataPage::tr("Characters of a text")},
    };
    const auto found = texts.find(name);
    return found == texts.end() ? toQt(name) : found->second;
}

} // namespace

DataPage::DataPage(Document& document, QWidget* parent)
    : FormPage(parent)
    , m_document(document)
    , m_data(new ComponentForm(
          {.name = "data", .terms = "data"}, tr("Data"), classSpecs(datasetCatalog()), this, datasetText))
{
    registerPlace(this, {.name = "dataPage", .terms = "data", .guide = "window#data-page"});
    addForm(m_data);
    connect(m_data, &ComponentForm::componentEdited, this, [this](const Component& component) {
        if (const Status done
            = m_document.edit(tr("Change data"), [&](SessionSpec& session) { session.data = component; });
            !done && !m_data->refuse(done.error())) {
            refresh();
            const QString message = engineText(done.error());
            if (const std::optional<DataRepair> repair = repairFor(component))
                emit repairOffered(message, *repair);
            else
                emit editRefused(message);
        }
    });
    connect(&document, &Document::sessionChanged, this, &DataPage::refresh);
    refresh();
}

/// Edit that makes the model fit data whose examples have another shape.
std::optional<DataRepair> DataPage::repairFor(const Component& wanted) const
{
    const Result<Component> checked = checkComponent(datasetCatalog(), "dataset", wanted);
    if (!checked)
        return std::nullopt;
    const std::vector<std::int64_t> features
        = findRow(datasetCatalog(), checked->className)->featureShape(checked->config);
    std::optional<DataRepair> repair
        = features.empty() ? std::nullopt : repairForFeatures(*m_document.session(), features);
    if (repair)
        repair->change = [wanted, fit = std::move(repair->change)](SessionSpec& session) {
            session.data = wanted;
            fit(session);
        };
    return repair;
}

void DataPage::refresh()
{
    forgetRefusedOfOther(m_document.session()->title);
    m_data->showComponent(m_document.session()->data);
}

} // namespace ulpscope::ui
