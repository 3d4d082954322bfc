// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own file on its way to a session. It is read on another thread, so that the window goes on. Then the
// file's profile, the user's choice and the resulting session are known.
#pragma once

#include "app/session/kept/aside.h"
#include "engine/session/fitted_session.h"

#include <QObject>
#include <QString>

#include <memory>

namespace ulpscope::ui {

class OwnData : public QObject
{
    Q_OBJECT
public:
    enum class State { Empty, Reading, Failed, Ready };

    explicit OwnData(QObject* parent = nullptr);

    /// Reads a source, and abandons an earlier one.
    void read(DataSource source);
    void cancel();

    State state() const { return m_state; }
    const DataSource& source() const { return m_source; }
    /// Why it Failed, with its place.
    const QString& error() const { return m_error; }

    /// The profile; valid in the state Ready.
    const DataProfile& profile() const { return *m_profile; }
    const std::shared_ptr<const DataProfile>& sharedProfile() const { return m_profile; }
    const DataChoice& choice() const { return m_choice; }
    void choose(DataChoice choice);
    /// Chooses the target, and guesses all other choices from it.
    void chooseTarget(const std::string& name);
    void setUsed(const std::string& column, bool isUsed);
    /// An error where the choice cannot be learnt.
    const Result<SessionSpec>& session() const { return m_session; }

signals:
    void changed();

private:
    void take(const Result<DataProfile>& profile);
    void fail(const QString& message);

    State m_state = State::Empty;
    DataSource m_source;
    QString m_error;
    std::shared_ptr<const DataProfile> m_profile;
    DataChoice m_choice;
    Result<SessionSpec> m_session = Error{};
    Aside m_aside; ///< last: its thread answers into the members above
};

// Sentences on the user's file and the session that is made for it.
/// "CSV, 150 lines of 5 columns, 9.4 KiB"
QString foundText(const DataProfile& profile);
/// The kind of task: "Classification: 3 classes (setosa, versicolor, virginica)".
QString classesText(const DataProfile& profile, const DataChoice& choice);
/// The model, the loss and how it is trained, and what the user should know of the data; several lines.
QString outcomeText(const DataProfile& profile, const DataChoice& choice, const SessionSpec& session);
/// "9.4 KiB"
QString fileSizeText(std::uint64_t bytes);

} // namespace ulpscope::ui
