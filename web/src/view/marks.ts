// Marks of a pursuit, painted flat at one height of the level: all of them in one mesh. Metres.

import * as THREE from 'three';
import type { Point } from '../state/path';
import { kMarkColors } from '../state/pursuit_marks';
import type { MarkColor, MarkLine, Marks } from '../state/pursuit_marks';

const kDotCorners = 16;
const kDash = 6; // px; a gap is as long
const kMostDashes = 400; // of a line; a longer one has longer dashes

const kColors = Object.fromEntries(Object.entries(kMarkColors).map(([name, color]) => [name, new THREE.Color(color)])) as Record<MarkColor, THREE.Color>;

/// One triangle after the other, x and y of each corner, and whose colour it has.
export interface Triangles {
  corners: number[];
  colors: MarkColor[]; // of each triangle
}

/// `px`: metres of one pixel.
export function triangles_of({ lines, dots }: Marks, px: number): Triangles {
  const corners: number[] = [];
  const colors: MarkColor[] = [];
  const triangle = (color: MarkColor, ...points: readonly Point[]): void => {
    for (const [x, y] of points) corners.push(x, y);
    colors.push(color);
  };
  for (const line of lines) {
    const half = (line.width * px) / 2;
    for (const [[ax, ay], [bx, by]] of pieces_of(line, px)) {
      const length = Math.hypot(bx - ax, by - ay);
      if (!(length > 0)) continue;
      const [dx, dy] = [((bx - ax) / length) * half, ((by - ay) / length) * half];
      // a little over its ends, so that corners close
      const [a, b, c, d]: Point[] = [[ax - dx / 2 - dy, ay - dy / 2 + dx], [ax - dx / 2 + dy, ay - dy / 2 - dx], [bx + dx / 2 + dy, by + dy / 2 - dx], [bx + dx / 2 - dy, by + dy / 2 + dx]];
      triangle(line.color, a!, b!, c!);
      triangle(line.color, a!, c!, d!);
    }
  }
  for (const { at: [x, y], color, radius } of dots) {
    const rim = (i: number): Point => [x + radius * px * Math.cos((2 * Math.PI * i) / kDotCorners), y + radius * px * Math.sin((2 * Math.PI * i) / kDotCorners)];
    for (let i = 0; i < kDotCorners; ++i) triangle(color, [x, y], rim(i), rim(i + 1));
  }
  return { corners, colors };
}

/// The straight pieces of a line; of a dashed one every second part.
function pieces_of({ points, dashed }: MarkLine, px: number): [Point, Point][] {
  const pieces: [Point, Point][] = [];
  for (let i = 1; i < points.length; ++i) {
    const [a, b] = [points[i - 1]!, points[i]!];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const dash = Math.max(kDash * px, length / kMostDashes);
    if (!dashed || !(length > dash)) {
      pieces.push([a, b]);
      continue;
    }
    const at = (way: number): Point => [a[0] + ((b[0] - a[0]) * Math.min(way, length)) / length, a[1] + ((b[1] - a[1]) * Math.min(way, length)) / length];
    for (let way = 0; way < length; way += 2 * dash) pieces.push([at(way), at(way + dash)]);
  }
  return pieces;
}

export class MarksMesh {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;
  private room = 0; // triangles

  constructor() {
    // over all there is: a wall before the path must not hide it
    const material = new THREE.MeshBasicMaterial({ vertexColors: true, side: THREE.DoubleSide, depthTest: false, depthWrite: false, transparent: true });
    this.mesh = new THREE.Mesh(new THREE.BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 180;
    this.mesh.visible = false;
  }

  /// `px`: metres of one pixel; `height`: m, in the level.
  show(marks: Marks, px: number, height: number): void {
    const { corners, colors } = triangles_of(marks, px);
    if (colors.length > this.room) this.grow(2 * colors.length);
    const { geometry } = this.mesh;
    geometry.setDrawRange(0, 3 * colors.length);
    if (colors.length === 0) return;
    const [at, paint] = [geometry.getAttribute('position'), geometry.getAttribute('color')];
    for (let i = 0; i < 3 * colors.length; ++i) {
      const rgb = kColors[colors[Math.floor(i / 3)]!];
      at.setXYZ(i, corners[2 * i]!, corners[2 * i + 1]!, height);
      paint.setXYZ(i, rgb.r, rgb.g, rgb.b);
    }
    at.needsUpdate = true;
    paint.needsUpdate = true;
  }

  private grow(triangles: number): void {
    this.mesh.geometry.dispose();
    this.room = triangles;
    const geometry = new THREE.BufferGeometry();
    for (const name of ['position', 'color']) geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(9 * triangles), 3).setUsage(THREE.DynamicDrawUsage));
    this.mesh.geometry = geometry;
  }
}
