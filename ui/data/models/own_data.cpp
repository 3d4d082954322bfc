// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/models/own_data.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <algorithm>

namespace ulpscope::ui {

OwnData::OwnData(QObject* parent)
    : QObject(parent)
{
    connect(&m_aside, &Aside::failed, this, &OwnData::fail);
}

void OwnData::read(DataSource source)
{
    m_source = std::move(source);
    m_state = State::Reading;
    m_aside.ask([this, asked = m_source](const std::stop_token& stop) -> Aside::Answer {
        return [this, profile = std::make_shared<Result<DataProfile>>(profileData(asked, stop))] {
            take(*profile);
        };
    });
    emit changed();
}

void OwnData::cancel()
{
    m_aside.cancel();
    m_state = State::Empty;
}

void OwnData::take(const Result<DataProfile>& profile)
{
    if (!profile) {
        fail(engineText(profile.error()));
        return;
    }
    m_profile = std::make_shared<const DataProfile>(*profile);
    m_state = State::Ready;
    choose(guessChoice(*m_profile));
}

void OwnData::fail(const QString& message)
{
    m_error = message;
    m_state = State::Failed;
    emit changed();
}

void OwnData::choose(DataChoice choice)
{
    m_choice = std::move(choice);
    m_session = fittedSession(*m_profile, m_choice);
    emit changed();
}

void OwnData::chooseTarget(const std::string& name)
{
    choose(guessChoice(*m_profile, name));
}

void OwnData::setUsed(const std::string& column, bool isUsed)
{
    DataChoice choice = m_choice;
    std::erase(choice.without, column);
    if (!isUsed)
        choice.without.push_back(column);
    choose(std::move(choice));
}

} // namespace ulpscope::ui
