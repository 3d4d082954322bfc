// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/component_form.h"

#include "ui/models/display_text.h"
#include "ui/widgets/parameter_form.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace ulpscope::ui {

ComponentForm::ComponentForm(
    const QString& id, const QString& title, std::vector<ClassSpec> rows, QWidget* parent)
    : QWidget(parent)
    , m_rows(std::move(rows))
    , m_chooser(new QComboBox(this))
    , m_description(new QLabel(this))
    , m_parameters(new ParameterForm(this))
{
    setObjectName(id + QStringLiteral("Form"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    auto* heading = new QLabel(title, this);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    heading->setBuddy(m_chooser);
    m_chooser->setObjectName(id + QStringLiteral("Chooser"));
    m_chooser->setAccessibleName(title);
    for (const ClassSpec& row : m_rows) {
        m_chooser->addItem(toQt(row.name));
        m_chooser->setItemData(m_chooser->count() - 1, toQt(row.description), Qt::ToolTipRole);
    }
    m_description->setWordWrap(true);
    m_description->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(heading);
    layout->addWidget(m_chooser);
    layout->addWidget(m_description);
    layout->addWidget(m_parameters);

    connect(m_chooser, &QComboBox::activated, this, [this](int row) {
        emit componentEdited({m_rows[static_cast<std::size_t>(row)].name, {}});
    });
    connect(m_parameters, &ParameterForm::valueEdited, this,
        [this](const std::string& name, const ParameterValue& value) {
            Component edited = m_component;
            edited.config.set(name, value);
            emit componentEdited(edited);
        });
    connect(m_parameters, &ParameterForm::valueRefused, this, &ComponentForm::valueRefused);
}

const ClassSpec* ComponentForm::rowOf(const std::string& className) const
{
    const auto row
        = std::find_if(m_rows.begin(), m_rows.end(), [&](const ClassSpec& r) { return r.name == className; });
    return row == m_rows.end() ? nullptr : &*row;
}

void ComponentForm::showComponent(const Component& component)
{
    m_component = component;
    const ClassSpec* row = rowOf(component.className);
    m_chooser->setCurrentIndex(m_chooser->findText(toQt(component.className)));
    m_description->setText(row ? toQt(row->description) : QString());
    m_chooser->setToolTip(m_description->text());
    m_parameters->showValues(row ? row->parameters : std::vector<ParameterSpec>(), component.config);
}

} // namespace ulpscope::ui
