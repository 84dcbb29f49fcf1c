#!/usr/bin/env bash
# Takes every picture that the documents and the menu show, from the product itself.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
read -ra shot <<<"${PADDOCK_SHOT:-./run shot}"
mkdir -p docs/images/racecar docs/pictures/levels docs/pictures/pieces
for level in levels/*/*.toml; do
  name=$(basename "$level" .toml)
  if [[ $level == levels/racecar/* ]]; then continue; fi
  "${shot[@]}" "$level" --view whole --width 800 -o "docs/images/$name.png"
  "${shot[@]}" "$level" --width 960 -o "docs/pictures/levels/$name.png"
done
for level in levels/racecar/*.toml; do
  name=$(basename "$level" .toml)
  "${shot[@]}" "$level" --view whole --width 640 -o "docs/images/racecar/$name.png"
done
for level in grand_prix hill_circuit office_loop old_town maze quad_field; do
  "${shot[@]}" "$level" --view chase --width 800 -o "docs/images/$level-chase.png"
done
"${shot[@]}" town02 --view driver --weather ClearSunset --width 800 -o docs/images/town02-dusk.png
for sensor in colour depth semantic; do
  "${shot[@]}" old_town --view driver --sensor "$sensor" --width 640 -o "docs/images/sensor-$sensor.png"
done
for piece in docs/examples/pieces/*.toml; do
  "${shot[@]}" "$piece" --view whole --width 480 --height 320 \
    -o "docs/pictures/pieces/$(basename "$piece" .toml).png"
done
