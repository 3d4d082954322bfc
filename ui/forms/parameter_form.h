// SPDX-License-Identifier: GPL-3.0-or-later
// A form made from a catalog row's parameters: one labelled editor each, of the kind that the parameter's
// type asks for. It shows and asks; whether a value is right is the document's to say. What is refused stays in its field to be
// mended, with the reason below it.
#pragma once

#include "engine/base/config.h"
#include "engine/base/result.h"

#include <QFormLayout>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QLabel;

namespace ulpscope::ui {

class FaultField;

class ParameterForm : public QWidget
{
    Q_OBJECT
public:
    explicit ParameterForm(QWidget* parent = nullptr);

    /// Shows the values of `config`, defaults where it has none. Editors are made anew only for other
    /// parameters, so that the one in use keeps its focus.
    void showValues(const std::vector<ParameterSpec>& parameters, const Config& config);

    /// Refuses the value that valueEdited() just told. False: it was not typed, and there is no place for a reason.
    bool refuse(const Error& error);
    /// Forgets refused input, because the form shows another object now.
    void forgetRefused();

    int fieldCount() const { return static_cast<int>(m_fields.size()); }

signals:
    void valueEdited(const std::string& name, const ulpscope::ParameterValue& value);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Field
    {
        std::string name;
        std::function<void(const ParameterValue&)> show;
        std::optional<ParameterValue> shown = {};
        FaultField* line = nullptr; ///< null where nothing is typed
        QLabel* reason = nullptr; ///< reason why the typed text is refused
    };

    void retire(const QFormLayout::TakeRowResult& row);
    Field makeField(const ParameterSpec& parameter);
    void addReason(Field& field);
    void mark(Field& field, const QString& reason);
    void unmark(Field& field);
    void paintReason(const Field& field);
    Field* fieldOf(const std::string& name);
    void tell(const std::string& name, const ParameterValue& value);
    QWidget* addFlag(const ParameterSpec& parameter, Field& field);
    QWidget* addChoice(const ParameterSpec& parameter, Field& field);
    QWidget* addLine(const ParameterSpec& parameter, Field& field);

    QFormLayout* m_layout;
    std::vector<ParameterSpec> m_parameters;
    std::vector<Field> m_fields;
    std::string m_told; ///< the parameter that valueEdited() is about, while it is emitted
    bool m_isShowing = false;
};

/// "learning_rate" as a label, "learning rate".
QString parameterLabel(const std::string& name);
/// The typed text as a value of the same type as `like`.
std::optional<ParameterValue> parseParameter(const QString& text, const ParameterValue& like);

} // namespace ulpscope::ui
