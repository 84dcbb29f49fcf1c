// Points of a 3D lidar where they were measured, coloured by what was hit or by how much came back.

import * as THREE from 'three';
import type { PointsFrame, Subscribed, VehicleState } from '../net/messages';
import { ramp_color, tag_color } from './picture';

const kGap = 0.02; // m in front of what was hit, so that it does not hide the point

export type PointsBy = 'tag' | 'intensity';

const palette = (color_of: (value: number) => string): THREE.Color[] => Array.from({ length: 256 }, (_, value) => new THREE.Color(color_of(value)));
const kPalettes: Record<PointsBy, THREE.Color[]> = {
  tag: palette(tag_color),
  intensity: palette((value) => `rgb(${ramp_color(1 - value / 255).map(Math.round).join(',')})`),
};

export class PointCloud {
  readonly root = new THREE.Group(); // the vehicle
  readonly mount = new THREE.Group(); // the sensor on it
  tick = 0;
  vehicle = 0;
  placed = false; // where the vehicle was at that tick
  private readonly geometry = new THREE.BufferGeometry();
  private readonly material = new THREE.PointsMaterial({ size: 3, sizeAttenuation: false, vertexColors: true });

  constructor() {
    const points = new THREE.Points(this.geometry, this.material);
    points.frustumCulled = false;
    points.renderOrder = 120;
    this.mount.add(points);
    this.root.add(this.mount);
    this.root.visible = false;
  }

  show(frame: PointsFrame, { at, turn, vehicle }: Subscribed, by: PointsBy): void {
    const count = frame.tags.length;
    this.tick = frame.tick;
    this.vehicle = vehicle;
    this.placed = false;
    this.mount.position.set(...at);
    this.mount.quaternion.set(...turn);
    this.make_room(count);
    const positions = this.geometry.getAttribute('position');
    const colors = this.geometry.getAttribute('color');
    const values = by === 'tag' ? frame.tags : frame.intensities;
    for (let i = 0; i < count; ++i) {
      const [x, y, z] = [frame.positions[3 * i]!, frame.positions[3 * i + 1]!, frame.positions[3 * i + 2]!];
      const nearer = Math.max(0, 1 - kGap / Math.max(kGap, Math.hypot(x, y, z)));
      const { r, g, b } = kPalettes[by][values[i]!]!;
      positions.setXYZ(i, x * nearer, y * nearer, z * nearer);
      colors.setXYZ(i, r, g, b);
    }
    positions.needsUpdate = colors.needsUpdate = true;
    this.geometry.setDrawRange(0, count);
  }

  place({ x, y, z, roll, pitch, yaw }: VehicleState): void {
    this.root.position.set(x, y, z);
    this.root.rotation.set(roll, pitch, yaw, 'ZYX');
  }

  private make_room(count: number): void {
    const have = this.geometry.getAttribute('position') as THREE.BufferAttribute | undefined;
    if (have !== undefined && have.count >= count) return;
    this.geometry.dispose(); // what the graphics card holds of the smaller ones
    for (const name of ['position', 'color']) this.geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * Math.ceil(1.25 * count)), 3));
  }
}
