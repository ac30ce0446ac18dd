#!/bin/sh
# Govorun: counts the lines of the example bots, as Docs/comparison.md shows them. SPDX-License-Identifier: MIT
# A line counts unless it is blank or only a comment; imports count. Govorun's cell has the lines of its bots.yaml after the plus.
set -eu
cd "$(dirname "$0")/.."

count() { grep -c -v -E '^[[:space:]]*((//|#).*)?$' "$1"; }

for bot in Hello Shop Form; do
    peer=$(echo "$bot" | tr '[:upper:]' '[:lower:]')
    printf '| %s | %s + %s | %s | %s | %s |\n' "$peer" "$(count "Examples/$bot/${bot}Plugin.swift")" "$(count "Examples/$bot/bots.yaml")" \
        "$(count "Examples/Peers/vkbottle/$peer.py")" "$(count "Examples/Peers/aiogram/$peer.py")" "$(count "Examples/Peers/grammy/$peer.mjs")"
done
