// Where the ground of a rigid level ends and whoever drives on falls: a striped rim and the side of the slab below it.
// Only the page draws them; no sensor sees them and nothing touches them. z up, metres.

import * as THREE from 'three';
import { is_land } from './models';
import { plain } from './surface';

export interface Flat {
  min: { x: number; y: number };
  max: { x: number; y: number };
}
export interface RimPart {
  from: [number, number];
  to: [number, number];
  outward: [number, number];
}

const kStripe = 0.5; // m along the rim
const kWide = 0.14;
const kAbove = 0.006; // a hair over mats and sand
export const kDeep = 0.5; // of the side that is seen
const kColors = { red: [0.84, 0.15, 0.24], white: [0.95, 0.94, 0.92], side: [0.2, 0.19, 0.18] } as const;

/// The rim of a rectangle in stripes. `height` is that of whatever can be driven on; null: nothing. Left out are stripes
/// beyond which the ground goes on, and those under a cliff.
export function rim_of({ min, max }: Flat, height: (x: number, y: number) => number | null): RimPart[] {
  const corners: [number, number][] = [[min.x, min.y], [max.x, min.y], [max.x, max.y], [min.x, max.y]];
  const outwards: [number, number][] = [[0, -1], [1, 0], [0, 1], [-1, 0]];
  const falls = ({ from, to, outward }: RimPart): boolean => {
    const at = (out: number): number | null => height((from[0] + to[0]) / 2 + out * outward[0], (from[1] + to[1]) / 2 + out * outward[1]);
    return (at(kStripe / 2) ?? -Infinity) < -kDeep && (at(-kStripe / 2) ?? 0) < kDeep;
  };
  return corners.flatMap((corner, side) => {
    const next = corners[(side + 1) % 4]!;
    const count = Math.max(1, Math.round(Math.hypot(next[0] - corner[0], next[1] - corner[1]) / kStripe));
    const at = (i: number): [number, number] => [corner[0] + ((next[0] - corner[0]) * i) / count, corner[1] + ((next[1] - corner[1]) * i) / count];
    return Array.from({ length: count }, (_, i): RimPart => ({ from: at(i), to: at(i + 1), outward: outwards[side]! })).filter(falls);
  });
}

/// Stripes on the ground and the side of the slab; null without a rim.
export function draw_rim(parts: readonly RimPart[]): THREE.Mesh | null {
  if (parts.length === 0) return null;
  const points: number[] = [];
  const colors: number[] = [];
  const quad = (corners: readonly (readonly [number, number, number])[], color: readonly number[]): void => {
    for (const i of [0, 1, 2, 0, 2, 3]) {
      points.push(...corners[i]!);
      colors.push(...color);
    }
  };
  parts.forEach(({ from: [x0, y0], to: [x1, y1], outward: [ox, oy] }, i) => {
    const [dx, dy] = [kWide * ox, kWide * oy];
    quad([[x0 - dx, y0 - dy, kAbove], [x0, y0, kAbove], [x1, y1, kAbove], [x1 - dx, y1 - dy, kAbove]], i % 2 === 0 ? kColors.red : kColors.white);
    quad([[x0, y0, kAbove], [x0, y0, -kDeep], [x1, y1, -kDeep], [x1, y1, kAbove]], kColors.side);
  });
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
  geometry.setAttribute('color', new THREE.Float32BufferAttribute(colors, 3));
  const material = plain(null, new THREE.Color(1, 1, 1));
  material.side = THREE.DoubleSide;
  return new THREE.Mesh(geometry, material);
}

/// Marks where vehicles would fall off a level. Land beyond its floor is for the eye alone.
export function add_rim(level: THREE.Group, ground: THREE.Box3): void {
  if (ground.isEmpty()) return;
  level.updateMatrixWorld(true);
  const ray = new THREE.Raycaster();
  const down = new THREE.Vector3(0, 0, -1);
  const rim = draw_rim(rim_of(ground, (x, y) => {
    ray.set(new THREE.Vector3(x, y, 100), down);
    const floor = x > ground.min.x && x < ground.max.x && y > ground.min.y && y < ground.max.y ? 0 : null;
    return ray.intersectObject(level, true).find(({ object }) => !is_land(object))?.point.z ?? floor;
  }));
  if (rim !== null) level.add(rim);
}
