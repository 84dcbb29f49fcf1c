// What a trial wants, drawn into the picture: the volumes of the task that counts now, those that fail, and a box around
// the piece that is selected. Translucent; nothing that sensors see. z up, metres.

import * as THREE from 'three';
import type { LevelRules, Edit, Volume } from '../net/messages';

const kHeight = 1; // m, of a volume without a top
const kReach = new THREE.Color(1, 0, 1);
const kStop = new THREE.Color(0, 1, 0.2);
const kFail = new THREE.Color(1, 0, 0);
const kOpaque = { reach: 0.25, stop: 0.25, parked: 0.85, fail: 0.4 } as const;
const kStillSeconds = 1; // that a stop lasts

/// Whether a point on the ground is inside, seen from above.
export function is_inside({ at, yaw, half, round }: Volume, x: number, y: number): boolean {
  const [dx, dy] = [x - at[0], y - at[1]];
  if (round) return Math.hypot(dx, dy) <= half[0];
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  return Math.abs(c * dx + s * dy) <= half[0] && Math.abs(c * dy - s * dx) <= half[1];
}

export class Volumes {
  readonly root = new THREE.Group();
  private readonly frame = new THREE.LineSegments(
    new THREE.EdgesGeometry(new THREE.BoxGeometry(1, 1, 1)), new THREE.LineBasicMaterial({ color: 0xf5b700, depthTest: false }));
  private shown = '';
  private stop: THREE.MeshBasicMaterial | null = null;
  private still_since = Infinity; // simulated s

  constructor() {
    this.frame.renderOrder = 300;
    this.frame.visible = false;
    this.root.add(this.frame);
  }

  /// `task`: the one that counts now.
  show(rules: LevelRules | null, task: number): void {
    const fails = rules?.trial === undefined ? [] : rules.zones.filter((zone) => zone.rule === 'fail');
    const now = rules?.tasks[task];
    const key = JSON.stringify([fails, now ?? null]);
    if (key === this.shown) return;
    this.shown = key;
    this.stop = null;
    this.still_since = Infinity;
    for (const child of [...this.root.children]) {
      if (!(child instanceof THREE.Mesh)) continue;
      this.root.remove(child);
      (child as THREE.Mesh).geometry.dispose();
    }
    for (const zone of fails) this.add(zone, kFail, kOpaque.fail);
    if (now === undefined) return;
    for (const volume of now.volumes) {
      const material = this.add(volume, now.kind === 'stop' ? kStop : kReach, kOpaque[now.kind === 'stop' ? 'stop' : 'reach']);
      if (now.kind === 'stop') this.stop = material;
    }
  }

  /// A volume to stop in grows opaque while the car stands in it. `time`: simulated s.
  follow(rules: LevelRules | null, task: number, car: { x: number; y: number; speed: number } | undefined, time: number): void {
    const now = rules?.tasks[task];
    if (this.stop === null || now === undefined || car === undefined) return;
    const parked = Math.abs(car.speed) <= now.speed && now.volumes.some((volume) => is_inside(volume, car.x, car.y));
    this.still_since = parked ? Math.min(this.still_since, time) : Infinity;
    const share = parked ? Math.min(1, (time - this.still_since) / kStillSeconds) : 0;
    this.stop.opacity = kOpaque.stop + share * (kOpaque.parked - kOpaque.stop);
  }

  /// Of the volume to stop in, which changes with time.
  get opacity(): number {
    return this.stop?.opacity ?? 0;
  }

  /// One box around all of these; null: around nothing.
  select(around: THREE.Box3 | null): void {
    this.frame.visible = around !== null;
    if (around === null) return;
    const box = around.clone().expandByScalar(0.01);
    box.getCenter(this.frame.position);
    box.getSize(this.frame.scale);
  }

  private add(volume: Volume, color: THREE.Color, opacity: number): THREE.MeshBasicMaterial {
    const bottom = volume.bottom ?? Math.min(0, (volume.top ?? kHeight) - kHeight);
    const height = (volume.top ?? bottom + kHeight) - bottom;
    const geometry = volume.round
      ? new THREE.CylinderGeometry(volume.half[0], volume.half[0], height, 40).rotateX(Math.PI / 2)
      : new THREE.BoxGeometry(2 * volume.half[0], 2 * volume.half[1], height);
    const material = new THREE.MeshBasicMaterial({ color, transparent: true, opacity, depthWrite: false, side: THREE.DoubleSide });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.position.set(volume.at[0], volume.at[1], bottom + height / 2 + 0.004); // a hair over the ground
    mesh.rotation.z = volume.yaw;
    mesh.renderOrder = 200;
    this.root.add(mesh);
    return material;
  }
}

/// Whether two pieces are parts of one thing: what changes the one changes the other.
export function same_edit(a: Edit, b: Edit): boolean {
  return a.click === b.click && a.right_click === b.right_click && a.wheel === b.wheel;
}

export function box_of({ low, high }: Pick<Edit, 'low' | 'high'>): THREE.Box3 {
  return new THREE.Box3(new THREE.Vector3(...low), new THREE.Vector3(...high));
}
