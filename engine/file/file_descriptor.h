// SPDX-License-Identifier: GPL-3.0-or-later
// Owns one of the kernel's file descriptors; what flock() locked with it stays locked until it is closed.
#pragma once

#include <utility>

#include <unistd.h>

namespace ulpscope {

class FileDescriptor
{
public:
    /// Below zero: none, which is what open() gives when it fails.
    explicit FileDescriptor(int descriptor = -1)
        : m_descriptor(descriptor)
    {
    }
    ~FileDescriptor() { reset(); }
    FileDescriptor(FileDescriptor&& other) noexcept
        : m_descriptor(std::exchange(other.m_descriptor, -1))
    {
    }
    FileDescriptor& operator=(FileDescriptor&& other) noexcept
    {
        if (this != &other)
            reset(std::exchange(other.m_descriptor, -1));
        return *this;
    }

    bool isOpen() const { return m_descriptor >= 0; }
    int get() const { return m_descriptor; }
    /// Gives it to the caller, who closes it.
    int release() { return std::exchange(m_descriptor, -1); }
    void reset(int descriptor = -1)
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        m_descriptor = descriptor;
    }

private:
    int m_descriptor;
};

} // namespace ulpscope
