// Govorun. SPDX-License-Identifier: MIT
