// SPDX-License-Identifier: GPL-3.0-or-later
// A form made from a catalog row's parameters: one labelled editor each, of the kind that the parameter's
// type asks for. It shows and asks; whether a value is right is the document's to say.
#pragma once

#include "engine/base/config.h"

#include <QFormLayout>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

namespace ulpscope::ui {

class ParameterForm : public QWidget
{
    Q_OBJECT
public:
    explicit ParameterForm(QWidget* parent = nullptr);

    /// Shows the values of `config`, defaults where it has none. Editors are made anew only for other
    /// parameters, so that the one in use keeps its focus.
    void showValues(const std::vector<ParameterSpec>& parameters, const Config& config);

    int fieldCount() const { return static_cast<int>(m_fields.size()); }

signals:
    void valueEdited(const std::string& name, const ulpscope::ParameterValue& value);
    /// What was typed is not a value of the parameter's type.
    void valueRefused(const QString& message);

private:
    struct Field
    {
        std::string name;
        std::function<void(const ParameterValue&)> show;
    };

    void retire(const QFormLayout::TakeRowResult& row);
    Field makeField(const ParameterSpec& parameter);
    QWidget* addFlag(const ParameterSpec& parameter, Field& field);
    QWidget* addChoice(const ParameterSpec& parameter, Field& field);
    QWidget* addLine(const ParameterSpec& parameter, Field& field);

    QFormLayout* m_layout;
    std::vector<ParameterSpec> m_parameters;
    std::vector<Field> m_fields;
    bool m_isShowing = false;
};

/// "learning_rate" as a label, "learning rate".
QString parameterLabel(const std::string& name);
/// What was typed as a value of the same type as `like`.
std::optional<ParameterValue> parseParameter(const QString& text, const ParameterValue& like);

} // namespace ulpscope::ui
