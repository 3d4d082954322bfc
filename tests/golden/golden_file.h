// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the CSV files of casts that make_casts.py beside this file writes.
#pragma once

#include <QFile>
#include <QList>
#include <QString>

#include <bit>
#include <cstdint>

namespace ulpscope::golden {

struct CastRow
{
    int line = 0;
    std::uint64_t inputBits = 0;
    std::uint64_t code = 0;
    std::uint64_t saturatedCode = 0; ///< equals code where the file does not have it
    QString words; ///< what the row shows; often empty
};

struct CastFile
{
    QString head; ///< the comment lines: tool, versions, seed
    QList<CastRow> rows;
    QString trouble; ///< why it cannot be used; empty if it can
};

inline CastFile readCastFile(const QString& name)
{
    CastFile result;
    QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/") + name);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text)) {
        result.trouble = file.fileName() + QStringLiteral(": ") + file.errorString();
        return result;
    }
    for (int line = 1; !file.atEnd(); ++line) {
        const QString text = QString::fromLatin1(file.readLine()).trimmed();
        if (text.startsWith(u'#')) {
            result.head += text + u'\n';
            continue;
        }
        const QStringList cells = text.split(u',');
        CastRow row;
        bool inputOk = false;
        bool codeOk = false;
        bool saturatedOk = true;
        row.line = line;
        row.inputBits = cells.value(0).toULongLong(&inputOk, 16);
        row.code = cells.value(1).toULongLong(&codeOk, 16);
        row.saturatedCode = cells.size() > 2 ? cells[2].toULongLong(&saturatedOk, 16) : row.code;
        row.words = QStringList(cells.mid(3)).join(u',');
        if (!inputOk || !codeOk || !saturatedOk) {
            result.trouble = QStringLiteral("%1:%2: not a row of a cast file").arg(name).arg(line);
            return result;
        }
        result.rows.append(row);
    }
    return result;
}

inline double valueOfFloat64Bits(std::uint64_t bits)
{
    return std::bit_cast<double>(bits);
}
inline double valueOfFloat32Bits(std::uint64_t bits)
{
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

/// At most a few wrong rows in words, for the message of a failing test.
class Mismatches
{
public:
    void add(const CastRow& row, std::uint64_t expected, std::uint64_t actual)
    {
        if (++m_count <= 5)
            m_text += QStringLiteral("\n  line %1, input %2 %3: expected %4, got %5")
                          .arg(row.line)
                          .arg(row.inputBits, 0, 16)
                          .arg(row.words)
                          .arg(expected, 0, 16)
                          .arg(actual, 0, 16);
    }
    bool none() const { return m_count == 0; }
    QByteArray text() const { return QStringLiteral("%1 rows differ:%2").arg(m_count).arg(m_text).toUtf8(); }

private:
    int m_count = 0;
    QString m_text;
};

} // namespace ulpscope::golden
