// What a vehicle leaves and sees, drawn on the ground of a field: its trail as a ribbon, ranges as a fan with their hits.

import * as THREE from 'three';
import type { RangesForm, Subscribed, VehicleState } from '../net/messages';
import { fastest, kMostPoints, speed_color } from '../state/trail';
import type { Trail } from '../state/trail';
import { angles_of } from '../state/timeline';
import { beam_angle } from './ranges';

const kTrailHeight = 0.004;
const kFanHeight = 0.003;
const kHitHeight = 0.04;
const kHitGap = 0.015; // in front of what was hit, so that it does not hide the hit
const kOnTheGround = { polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -4 } as const;

const kWhite = new THREE.Color(1, 1, 1);

export class Ribbon {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;
  private readonly corners = new THREE.BufferAttribute(new Float32Array(3 * 2 * (kMostPoints + 2)), 3);
  private readonly colors = new THREE.BufferAttribute(new Float32Array(3 * 2 * (kMostPoints + 2)).fill(1), 3);
  private readonly own: THREE.Color;
  private drawn = -1;
  private last: Trail | null = null;
  private width = 0;
  private painted = false; // by speed
  private readonly shade = new THREE.Color();

  constructor(color: string) {
    const geometry = new THREE.BufferGeometry();
    const order: number[] = [];
    for (let i = 0; i <= kMostPoints; ++i) order.push(2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 2, 2 * i + 1, 2 * i + 3);
    geometry.setAttribute('position', this.corners);
    geometry.setAttribute('color', this.colors);
    geometry.setIndex(order);
    this.own = new THREE.Color(color);
    this.mesh = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ color, vertexColors: true, side: THREE.DoubleSide, depthWrite: false, ...kOnTheGround }));
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 110;
  }

  /// `end`: where the vehicle is now; the last piece of the ribbon leads there.
  show(trail: Trail, end: { x: number; y: number }, width: number): void {
    const { points } = trail;
    const all = trail !== this.last || trail.changes !== this.drawn || width !== this.width;
    if (all) for (let i = 0; i < points.length; ++i) this.put(i, points[i - 1] ?? points[i]!, points[i]!, points[i + 1] ?? [end.x, end.y], width);
    this.put(points.length, points.at(-1)!, [end.x, end.y], [end.x, end.y], width);
    this.last = trail;
    this.drawn = trail.changes;
    this.width = width;
    this.corners.needsUpdate = true;
    this.mesh.geometry.setDrawRange(0, 6 * points.length);
  }

  /// After `show`: coloured by speed, or in the vehicle's own colour.
  paint(trail: Trail, by_speed: boolean): void {
    this.mesh.material.color.copy(by_speed ? kWhite : this.own);
    if (!by_speed && !this.painted) return;
    this.painted = by_speed;
    const most = fastest(trail);
    for (let i = 0; i <= trail.points.length; ++i) {
      const [r, g, b] = by_speed ? speed_color((trail.speeds[i] ?? trail.speeds.at(-1) ?? 0) / most) : [1, 1, 1];
      this.shade.setRGB(r, g, b, THREE.SRGBColorSpace);
      for (const corner of [2 * i, 2 * i + 1]) this.colors.setXYZ(corner, this.shade.r, this.shade.g, this.shade.b);
    }
    this.colors.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  private put(i: number, before: [number, number], at: [number, number], after: [number, number], width: number): void {
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const scale = width / 2 / Math.max(1e-6, Math.hypot(dx, dy));
    this.corners.setXYZ(2 * i, at[0] - dy * scale, at[1] + dx * scale, kTrailHeight);
    this.corners.setXYZ(2 * i + 1, at[0] + dy * scale, at[1] - dx * scale, kTrailHeight);
  }
}

/// Ranges with what is to know of the sensor.
export interface Scan {
  form: RangesForm;
  ranges: Float32Array;
  sensor: Pick<Subscribed, 'at' | 'turn'>; // on its vehicle
}

export class ScanFan {
  readonly root = new THREE.Group(); // the vehicle
  private readonly mount = new THREE.Group(); // the sensor on it, on the ground
  private area: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial> | null = null;
  private hits: THREE.Points<THREE.BufferGeometry, THREE.PointsMaterial> | null = null;

  constructor() {
    this.root.add(this.mount);
  }

  show(scan: Scan | null): void {
    this.root.visible = scan !== null;
    if (scan === null) return;
    const { form, ranges, sensor } = scan;
    if (this.area === null || this.hits === null || this.hits.geometry.getAttribute('position').count !== ranges.length) {
      this.make(ranges.length, Math.abs(form.span) > 2 * Math.PI - 0.1);
    }
    this.mount.position.set(sensor.at[0], sensor.at[1], 0);
    this.mount.rotation.z = angles_of(sensor.turn).yaw;
    const area = this.area!.geometry.getAttribute('position');
    const hits = this.hits!.geometry.getAttribute('position');
    ranges.forEach((range, i) => {
      const angle = beam_angle(form, i);
      const reach = Math.min(range, form.max_range);
      const [x, y] = [Math.cos(angle), Math.sin(angle)];
      const hit = reach - kHitGap;
      area.setXYZ(i + 1, x * reach, y * reach, kFanHeight);
      hits.setXYZ(i, x * hit, y * hit, Number.isFinite(range) ? kHitHeight : -1000); // far under the ground: nothing was seen
    });
    area.needsUpdate = true;
    hits.needsUpdate = true;
  }

  place(state: VehicleState): void {
    this.root.position.set(state.x, state.y, 0);
    this.root.rotation.z = state.yaw;
  }

  private make(beams: number, closed: boolean): void {
    this.dispose();
    const fan = new THREE.BufferGeometry();
    const order: number[] = [];
    for (let i = 1; i < beams; ++i) order.push(0, i, i + 1);
    if (closed) order.push(0, beams, 1);
    fan.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * (beams + 1)), 3));
    fan.setIndex(order);
    (fan.getAttribute('position') as THREE.BufferAttribute).setXYZ(0, 0, 0, kFanHeight);
    const points = new THREE.BufferGeometry();
    points.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * beams), 3));
    this.area = new THREE.Mesh(fan, new THREE.MeshBasicMaterial({ color: '#3d8bfd', transparent: true, opacity: 0.2, depthWrite: false, side: THREE.DoubleSide, ...kOnTheGround }));
    this.hits = new THREE.Points(points, new THREE.PointsMaterial({ color: '#f5b700', size: 3, sizeAttenuation: false, depthWrite: false }));
    this.area.frustumCulled = this.hits.frustumCulled = false;
    this.area.renderOrder = 105;
    this.hits.renderOrder = 120;
    this.mount.add(this.area, this.hits);
  }

  private dispose(): void {
    for (const part of [this.area, this.hits]) {
      part?.geometry.dispose();
      part?.material.dispose();
    }
    this.mount.clear();
  }
}
