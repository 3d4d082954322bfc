// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/session/run_key.h"

#include "engine/io/session/session_file.h"

#include <array>
#include <cstdio>

namespace ulpscope {

std::string runKey(const SessionSpec& session)
{
    SessionSpec trained; // what trainsTheSame() compares
    trained.model = session.model;
    trained.policies = session.policies;
    trained.data = session.data;
    trained.training = session.training;
    trained.probes = session.probes;
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : writeSession(trained))
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    std::array<char, 20> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
    return digits.data();
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
