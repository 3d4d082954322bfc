// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/component_form.h"

#include "ui/forms/parameter_form.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QComboBox>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace ulpscope::ui {

ComponentForm::ComponentForm(
    Place about, const QString& title, std::vector<ClassSpec> rows, QWidget* parent, Label label)
    : QWidget(parent)
    , m_rows(std::move(rows))
    , m_chooser(new QComboBox(this))
    , m_description(new QLabel(this))
    , m_parameters(new ParameterForm(this))
    , m_more(new QToolButton(this))
    , m_shared(new ParameterForm(this))
{
    const QByteArray id = about.name;
    const QByteArray terms = std::exchange(about.terms, {});
    about.name += "Form";
    registerPlace(this, about);
    auto* layout = columnOf(this, {}, {.spacing = 6});
    auto* heading = new QLabel(title, this);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    heading->setBuddy(m_chooser);
    describe(m_chooser, {.name = id + "Chooser", .terms = terms}, title);
    for (const ClassSpec& row : m_rows) {
        m_chooser->addItem(label ? label(row.name) : toQt(row.name));
        m_chooser->setItemData(m_chooser->count() - 1, engineText(row.description), Qt::ToolTipRole);
    }
    m_description->setWordWrap(true);
    m_description->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(heading);
    layout->addWidget(m_chooser);
    layout->addWidget(m_description);
    layout->addWidget(m_parameters);
    layout->addWidget(m_more);
    layout->addWidget(m_shared);
    findShared();
    m_more->setObjectName(QString::fromUtf8(id + "More"));
    m_more->setText(tr("%1: %2 more").arg(title).arg(m_sharedNames.size()));
    m_more->setAccessibleName(m_more->text());
    m_more->setToolTip(tr("Shows what can be set whichever row is chosen above: %1").arg([this] {
        QStringList names;
        for (const std::string& name : m_sharedNames)
            names += parameterLabel(name);
        return names.join(QStringLiteral(", "));
    }()));
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_more->setArrowType(Qt::RightArrow);
    m_more->setAutoRaise(true);
    m_more->setCheckable(true);
    m_more->setFocusPolicy(Qt::TabFocus);
    m_more->setVisible(!m_sharedNames.empty());
    m_shared->hide();
    connect(m_more, &QToolButton::toggled, this, [this](bool isOpen) {
        m_more->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
        m_shared->setVisible(isOpen);
    });

    connect(m_chooser, &QComboBox::activated, this,
        [this](int row) { choose(m_rows[static_cast<std::size_t>(row)].name); });
    for (ParameterForm* form : {m_parameters, m_shared}) {
        connect(form, &ParameterForm::valueEdited, this, &ComponentForm::edit);
    }
}

void ComponentForm::choose(const std::string& className)
{
    Component chosen{className, {}};
    const ClassSpec* before = rowOf(m_component.className);
    for (const ParameterSpec& parameter : before ? before->parameters : std::vector<ParameterSpec>()) {
        const ParameterValue* value = m_component.config.find(parameter.name);
        if (isShared(parameter.name) && value && *value != parameter.defaultValue)
            chosen.config.set(parameter.name, *value);
    }
    emit componentEdited(chosen);
}

void ComponentForm::edit(const std::string& name, const ParameterValue& value)
{
    // In the row's order, as a file has them: sessions are compared with what was read.
    Component edited{m_component.className, {}};
    const ClassSpec* row = rowOf(m_component.className);
    for (const ParameterSpec& parameter : row ? row->parameters : std::vector<ParameterSpec>()) {
        const ParameterValue* kept = m_component.config.find(parameter.name);
        if (parameter.name == name)
            edited.config.set(name, value);
        else if (kept)
            edited.config.set(parameter.name, *kept);
    }
    emit componentEdited(edited);
}

bool ComponentForm::refuse(const Error& error)
{
    return m_parameters->refuse(error) || m_shared->refuse(error);
}

void ComponentForm::findShared()
{
    constexpr std::size_t kFew = 3;
    if (m_rows.size() < 2 || m_rows.front().parameters.empty())
        return;
    const auto has = [](const ClassSpec& row, const std::string& name) {
        return std::any_of(row.parameters.begin(), row.parameters.end(),
            [&](const ParameterSpec& parameter) { return parameter.name == name; });
    };
    // The first parameter is the one that users change most, so it stays in sight.
    for (std::size_t i = 1; i < m_rows.front().parameters.size(); ++i) {
        const std::string& name = m_rows.front().parameters[i].name;
        if (std::all_of(m_rows.begin(), m_rows.end(), [&](const ClassSpec& row) { return has(row, name); }))
            m_sharedNames.push_back(name);
    }
    if (m_sharedNames.size() <= kFew)
        m_sharedNames.clear();
}

bool ComponentForm::isShared(const std::string& name) const
{
    return std::find(m_sharedNames.begin(), m_sharedNames.end(), name) != m_sharedNames.end();
}

const ClassSpec* ComponentForm::rowOf(const std::string& className) const
{
    const auto row
        = std::find_if(m_rows.begin(), m_rows.end(), [&](const ClassSpec& r) { return r.name == className; });
    return row == m_rows.end() ? nullptr : &*row;
}

void ComponentForm::showComponent(const Component& component)
{
    if (component.className != m_component.className) {
        m_parameters->forgetRefused();
        m_shared->forgetRefused();
    }
    m_component = component;
    const ClassSpec* row = rowOf(component.className);
    m_chooser->setCurrentIndex(row ? int(row - m_rows.data()) : -1);
    m_description->setText(row ? engineText(row->description) : QString());
    m_chooser->setToolTip(m_description->text());
    std::vector<ParameterSpec> own;
    std::vector<ParameterSpec> shared;
    bool isSharedUsed = false;
    for (const ParameterSpec& parameter : row ? row->parameters : std::vector<ParameterSpec>()) {
        (isShared(parameter.name) ? shared : own).push_back(parameter);
        const ParameterValue* value = component.config.find(parameter.name);
        isSharedUsed
            = isSharedUsed || (isShared(parameter.name) && value && *value != parameter.defaultValue);
    }
    m_parameters->showValues(own, component.config);
    m_shared->showValues(shared, component.config);
    if (isSharedUsed)
        m_more->setChecked(true); // a parameter that differs from its default is always shown
}

} // namespace ulpscope::ui
