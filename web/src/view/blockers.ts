// What can stand between a vehicle and the eye behind it: triangles of the level that stand up from the ground, in cells of a
// grid, so that a short look costs a handful of them. Metres, z up.

import * as THREE from 'three';
import { is_land } from './models';

const kCell = 4; // m
const kLowest = 0.05; // m over the lowest of the ground: what is lower hides nothing
const kMostCells = 1 << 20;

export class Blockers {
  private readonly corners: Float32Array; // nine a triangle
  private readonly start: Uint32Array; // into `inside`, one more than cells
  private readonly inside: Uint32Array; // triangles by cell
  private readonly box = new THREE.Box3();
  private readonly cell: number;
  private readonly columns: number;
  private readonly rows: number;

  /// Of nine coordinates a triangle.
  constructor(corners: Float32Array) {
    this.corners = corners;
    this.box.setFromArray(corners as unknown as number[]);
    const size = this.box.isEmpty() ? new THREE.Vector3() : this.box.getSize(new THREE.Vector3());
    this.cell = Math.max(kCell, Math.sqrt((size.x * size.y) / kMostCells));
    this.columns = Math.floor(size.x / this.cell) + 1;
    this.rows = Math.floor(size.y / this.cell) + 1;
    this.start = new Uint32Array(this.columns * this.rows + 1);
    this.each((cell) => { this.start[cell + 1]!++; });
    for (let cell = 0; cell < this.columns * this.rows; ++cell) this.start[cell + 1]! += this.start[cell]!;
    this.inside = new Uint32Array(this.start.at(-1)!);
    const next = this.start.slice();
    this.each((cell, triangle) => { this.inside[next[cell]!++] = triangle; });
  }

  /// Of all of a level but its land and what moves.
  static of(root: THREE.Object3D, moving: readonly (THREE.Object3D | null)[] = []): Blockers {
    const found: number[] = [];
    const low = new THREE.Box3().setFromObject(root).min.z + kLowest;
    const [a, b, c] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
    root.updateMatrixWorld(true);
    const visit = (object: THREE.Object3D): void => {
      if (moving.includes(object)) return;
      object.children.forEach(visit);
      if (!(object instanceof THREE.Mesh) || is_land(object)) return;
      const { geometry, matrixWorld } = object as THREE.Mesh;
      const at = geometry.getAttribute('position');
      const index = geometry.getIndex();
      const count = index?.count ?? at.count;
      for (let i = 0; i + 2 < count; i += 3) {
        [a, b, c].forEach((corner, k) => corner.fromBufferAttribute(at, index === null ? i + k : index.getX(i + k)).applyMatrix4(matrixWorld));
        if (Math.max(a.z, b.z, c.z) > low) found.push(a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z);
      }
    };
    visit(root);
    return new Blockers(Float32Array.from(found));
  }

  /// How much of the way from one place to another is free, 0 to 1.
  free(from: THREE.Vector3, to: THREE.Vector3): number {
    const ray = new THREE.Ray(from, to.clone().sub(from));
    const length = ray.direction.length();
    if (length === 0 || this.inside.length === 0) return 1;
    ray.direction.divideScalar(length);
    const [a, b, c, hit] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
    let nearest = length;
    this.in_box(Math.min(from.x, to.x), Math.min(from.y, to.y), Math.max(from.x, to.x), Math.max(from.y, to.y), (cell) => {
      for (let i = this.start[cell]!; i < this.start[cell + 1]!; ++i) {
        const at = 9 * this.inside[i]!;
        if (ray.intersectTriangle(a.fromArray(this.corners, at), b.fromArray(this.corners, at + 3), c.fromArray(this.corners, at + 6), false, hit) === null) continue;
        nearest = Math.min(nearest, hit.distanceTo(from));
      }
    });
    return nearest / length;
  }

  private each(visit: (cell: number, triangle: number) => void): void {
    const t = this.corners;
    for (let i = 0; i < t.length / 9; ++i) {
      const [x, y] = [9 * i, 9 * i + 1];
      const [x1, x2, x3, y1, y2, y3] = [t[x]!, t[x + 3]!, t[x + 6]!, t[y]!, t[y + 3]!, t[y + 6]!];
      this.in_box(Math.min(x1, x2, x3), Math.min(y1, y2, y3), Math.max(x1, x2, x3), Math.max(y1, y2, y3), (cell) => visit(cell, i));
    }
  }

  private in_box(west: number, south: number, east: number, north: number, visit: (cell: number) => void): void {
    const { min } = this.box;
    const column = (x: number): number => Math.floor((x - min.x) / this.cell);
    const row = (y: number): number => Math.floor((y - min.y) / this.cell);
    for (let y = Math.max(0, row(south)); y <= Math.min(this.rows - 1, row(north)); ++y) {
      for (let x = Math.max(0, column(west)); x <= Math.min(this.columns - 1, column(east)); ++x) visit(y * this.columns + x);
    }
  }
}
