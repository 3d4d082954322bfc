// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses a row of a catalog (which loss, which optimizer, which data) and edits its parameters.
#pragma once

#include "engine/base/config.h"
#include "engine/base/result.h"
#include "ui/look/place.h"

#include <QWidget>

#include <span>
#include <vector>

class QComboBox;
class QLabel;
class QToolButton;

namespace ulpscope::ui {

class ParameterForm;

class ComponentForm : public QWidget
{
    Q_OBJECT
public:
    /// A row's name for people.
    using Label = QString (*)(const std::string& name);

    /// about: `name` and "Form" is this one's, `name` and "Chooser" that of the chooser, which the terms are of; `title` labels it. label: null where rows are called by their names.
    ComponentForm(Place about, const QString& title, std::vector<ClassSpec> rows, QWidget* parent = nullptr,
        Label label = nullptr);

    void showComponent(const Component& component);

    /// Refuses what componentEdited() just told; see ParameterForm::refuse().
    bool refuse(const Error& error);

signals:
    void componentEdited(const ulpscope::Component& component);

private:
    bool isShared(const std::string& name) const;
    const ClassSpec* rowOf(const std::string& className) const;
    /// Selects a row. Parameters that all rows share keep their values; the others get the row's defaults.
    void choose(const std::string& className);
    void edit(const std::string& name, const ParameterValue& value);
    void findShared();

    std::vector<ClassSpec> m_rows;
    Component m_component;
    QComboBox* m_chooser;
    QLabel* m_description;
    ParameterForm* m_parameters;
    std::vector<std::string> m_sharedNames; ///< parameters of every row: folded away, unless they are few
    QToolButton* m_more;
    ParameterForm* m_shared;
};

/// The parts of catalog rows that forms show.
template <class Row>
std::vector<ClassSpec> classSpecs(std::span<const Row> rows)
{
    return {rows.begin(), rows.end()};
}

} // namespace ulpscope::ui
