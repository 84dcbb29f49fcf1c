#!/usr/bin/env bash
# Draws every picture that the documents show, from the product itself.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p docs/pictures/levels docs/pictures/pieces
for level in levels/*/*.toml; do
  ./run shot "$level" --width 960 -o "docs/pictures/levels/$(basename "$level" .toml).png"
done
for piece in docs/examples/pieces/*.toml; do
  ./run shot "$piece" --width 480 -o "docs/pictures/pieces/$(basename "$piece" .toml).png"
done
