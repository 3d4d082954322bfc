// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/model_picture.h"
