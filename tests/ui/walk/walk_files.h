// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a walk meets, all in one folder: small sessions that train in no time, a layer of each class, tensors and logs
// of other programs, broken ones, some that cannot be read or written.
#pragma once

#include "tests/ui/walk/dice.h"

#include <QFile>
#include <QStringList>

namespace ulpscope::ui::walk {

class WalkFiles
{
public:
    explicit WalkFiles(const QString& folder);

    /// Sessions that can be opened and trained; a walk comes back to them.
    const QStringList& sessions() const { return m_sessions; }
    /// That with a layer of each class.
    const QString& richest() const { return m_sessions[1]; }
    /// Tensors or a log of another program, whole.
    QString fromElsewhere(Dice& dice) const { return dice.oneOf(m_fromElsewhere); }
    /// A path to read: good, broken, missing, a folder.
    QString toOpen(Dice& dice) const;
    /// A path to write to: new, there already, unwritable, in no folder.
    QString toSave(Dice& dice) const;

    /// As it was at first: what was saved over or beside is gone.
    void tidy() const;

private:
    struct File
    {
        QString path;
        QByteArray bytes;
        QFile::Permissions permissions;
    };

    void add(const QString& name, const QByteArray& bytes,
        QFile::Permissions permissions = QFile::ReadOwner | QFile::WriteOwner);
    void addSession(const QString& name, const QByteArray& json);
    void addFromElsewhere();

    QString m_folder;
    QStringList m_sessions;
    QStringList m_fromElsewhere;
    QList<File> m_files;
};

} // namespace ulpscope::ui::walk
