// SPDX-License-Identifier: GPL-3.0-or-later
// INT, TERM and HUP as a wish to stop: training without a window ends with what is done so far. Shared by both programs.
#pragma once

namespace ulpscope {

/// Makes the first stop signal be only remembered. A second INT ends the program at once; a second TERM or HUP does not,
/// because terminals and service managers send several. HUP stays ignored under nohup.
void listenForStopSignals();

/// Whether one came.
bool stopSignalCame();

} // namespace ulpscope
