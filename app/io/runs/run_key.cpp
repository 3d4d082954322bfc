// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/runs/run_key.h"

#include "app/io/session/session_file.h"
#include "engine/base/fingerprint.h"

namespace ulpscope {

std::string runKey(const SessionSpec& session)
{
    SessionSpec trained; // the part that trainsTheSame() compares
    trained.model = session.model;
    trained.policies = session.policies;
    trained.data = session.data;
    trained.training = session.training;
    trained.probes = session.probes;
    return fingerprint(writeSession(trained));
}

std::vector<NoteSpec> notesOfRun(const SessionSpec& session)
{
    return session.notes.empty() ? std::vector<NoteSpec>() : notesOfRun(session, session);
}

std::vector<NoteSpec> notesOfRun(const SessionSpec& run, const SessionSpec& session)
{
    std::vector<NoteSpec> notes;
    const std::string key = runKey(run);
    const bool isOwn = key == runKey(session);
    for (const NoteSpec& note : session.notes)
        if (note.run.empty() ? isOwn : note.run == key)
            notes.push_back(note);
    return notes;
}

} // namespace ulpscope
