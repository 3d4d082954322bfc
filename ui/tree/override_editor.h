// SPDX-License-Identifier: GPL-3.0-or-later
// One override of a layer's numerics: its value in a list that one can type into, whether it is inherited, and a button that
// gives it back. What was typed wrong stays, marked, until it is right or given back.
#pragma once

#include "ui/tree/models/numerics_choices.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QToolButton;

namespace ulpscope::ui {

class OverrideEditor : public QWidget
{
    Q_OBJECT
public:
    /// `id` names the editor for tests, `name` for people who cannot see it.
    OverrideEditor(
        const QString& id, const QString& name, const NumericsOverrideRow& row, QWidget* parent = nullptr);

    /// `source`: the policy that an inherited value comes from; `remark`: more about the value, perhaps empty.
    void showValue(const QString& value, bool isOverridden, const QString& source, const QString& remark);
    void showRefused(const QString& reason);
    /// Forgets refused input, because it was about another layer.
    void forgetRefused() { m_refused.clear(); }
    /// Leaves out where an inherited value comes from.
    void setCompact(bool isCompact);
    /// The widget to which the label before it gives the focus.
    QWidget* field() const;

signals:
    void valueChosen(const QString& value);
    void resetRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void commit();
    void showState();

    QComboBox* m_value;
    QLabel* m_state;
    QToolButton* m_reset;
    QString m_help;
    QString m_shown; ///< the effective value
    QString m_source;
    QString m_remark;
    QString m_refused; ///< what was typed and is wrong; empty if nothing is
    QString m_reason;
    bool m_isOverridden = false;
    bool m_isCompact = false;
};

} // namespace ulpscope::ui
