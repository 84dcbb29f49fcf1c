// Where the eye is. One rig for each view of the screen; z up, metres, rad. Rigs ease towards their place, but
// never so slowly that the vehicle leaves the picture. They follow heading and place: while a vehicle tumbles or lies,
// its heading says nothing, and they look on from where they are.

import * as THREE from 'three';
import type { FixedView, VehicleState } from '../net/messages';
import type { CameraKind } from '../state/store';
import { mix_angle, uprightness } from '../state/timeline';

/// Parts of the window that bars and panels cover, 0 to 1 of its sides.
export interface Covered {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const kNothingCovered: Covered = { left: 0, right: 0, top: 0, bottom: 0 };

/// A step from one towards the other; panels that open and close do not make the picture jump.
export function mix_covered(a: Covered, b: Covered, share: number): Covered {
  const mix = (side: keyof Covered): number => a[side] + (b[side] - a[side]) * share;
  return { left: mix('left'), right: mix('right'), top: mix('top'), bottom: mix('bottom') };
}

export type Bounds = readonly [number, number, number, number]; // west, south, east, north

const kFlightRoom = [4, 3] as const; // m round a vehicle that begins to follow a path
const kPathMargin = 1; // m

/// What is to be seen where a path is edited: the vehicle with room around it where it was first seen, and all of the path. It
/// never shrinks, and points inside change nothing: what hands work on stays where it is. `last`: as it was; null: begins.
export function flight_bounds(last: Bounds | null, at: { x: number; y: number }, path: readonly (readonly [number, number])[]): Bounds {
  const [x, y] = kFlightRoom;
  let [west, south, east, north] = last ?? [at.x - x, at.y - y, at.x + x, at.y + y];
  for (const [px, py] of path) {
    if (px < west) west = px - kPathMargin;
    if (px > east) east = px + kPathMargin;
    if (py < south) south = py - kPathMargin;
    if (py > north) north = py + kPathMargin;
  }
  const same = last !== null && west === last[0] && south === last[1] && east === last[2] && north === last[3];
  return same ? last : [west, south, east, north];
}

/// How far from the middle of `bounds` an eye must be to see all of its ground. `half_width` and `half_height`: tangents
/// of half of the angles that may be used; `azimuth` and `elevation` of the eye as seen from the middle.
export function fit_distance(bounds: Bounds, azimuth: number, elevation: number, half_width: number, half_height: number): number {
  const [west, south, east, north] = bounds;
  const [x, y] = [(east - west) / 2, (north - south) / 2];
  let distance = 0;
  for (const [px, py] of [[-x, -y], [x, -y], [x, y], [-x, y]] as const) {
    const towards = px * Math.cos(azimuth) + py * Math.sin(azimuth); // the eye, along the ground
    const aside = Math.abs(py * Math.cos(azimuth) - px * Math.sin(azimuth));
    const nearer = towards * Math.cos(elevation);
    const upward = Math.abs(towards * Math.sin(elevation));
    distance = Math.max(distance, nearer + aside / half_width, nearer + upward / half_height);
  }
  return distance;
}

const kUpright = 0.5; // cosine between a vehicle's up and the world's

/// Follow cameras where programs drive: metres up, and ahead of the car.
const kFollow: Readonly<Record<'behind' | 'above' | 'front', { up: number; ahead: number }>> = {
  behind: { up: 0.4, ahead: -0.8 }, above: { up: 2, ahead: -0.2 }, front: { up: 0.4, ahead: 0.8 },
};
const kFollowRate = 6; // of the way each second
const kClear = 0.92; // of the free way to the vehicle: the eye is not in the wall itself
const kBack_s = 0.35; // in which the eye goes back to its place once the way is free

/// How much of the way from a vehicle to the eye is free, 0 to 1.
export type Sight = (from: THREE.Vector3, to: THREE.Vector3) => number;

/// They stand well behind the vehicle or around it; where programs drive they are near, and from above nothing hides it.
const kSeesVehicle: ReadonlySet<string> = new Set(['chase', 'orbit', 'show']);

export class CameraRig {
  readonly camera = new THREE.PerspectiveCamera(55, 1, 0.02, 2000);
  kind: CameraKind | 'show' = 'chase';
  north_up = false;
  bounds: Bounds = [-1, -1, 1, 1]; // of the level
  covered: Covered = kNothingCovered;
  fixed: FixedView | null = null; // looked through in place of the kind
  sight: Sight | null = null; // null: nothing hides anything
  private free = 1; // of the way to the eye's place that it takes
  private readonly looked = new THREE.Vector3();
  private yaw = 0;
  private height = 0; // of the ground under the vehicle, eased
  private azimuth = -2.2; // of orbit and free, about their target
  private elevation = 0.5;
  private distance = 0; // 0: not chosen yet
  private zoom = 1; // of overhead
  private whole = { azimuth: -Math.PI / 2, elevation: 1.08, zoom: 1 }; // of the level camera: from the south
  private length = 0.6; // of the vehicle
  private target = new THREE.Vector3();
  private fresh = true;
  private seen = { x: 0, y: 0, z: 0 }; // the vehicle, in the last picture

  /// The next picture starts in place.
  jump(): void {
    this.fresh = true;
  }

  /// Another world: nothing chosen for the last one counts any more.
  reset(): void {
    this.distance = 0;
    this.zoom = 1;
    this.target.set(0, 0, 0);
    this.whole = { azimuth: -Math.PI / 2, elevation: 1.08, zoom: 1 };
    this.fresh = true;
  }

  drag(dx: number, dy: number, pan: boolean): void {
    if (this.kind === 'free' && pan) {
      const step = this.distance * 0.0016;
      this.move(dy * step, dx * -step);
    } else if (this.kind === 'orbit' || this.kind === 'free' || this.kind === 'show') {
      this.azimuth -= dx * 0.006;
      this.elevation = Math.min(1.5, Math.max(0.03, this.elevation + dy * 0.005));
    } else if (this.kind === 'level') {
      this.whole.azimuth -= dx * 0.006;
      this.whole.elevation = Math.min(1.5, Math.max(0.2, this.whole.elevation + dy * 0.005));
    }
  }

  scroll(steps: number): void {
    const factor = Math.exp(steps * 0.12);
    if (this.kind === 'overhead') this.zoom = Math.min(8, Math.max(0.25, this.zoom * factor));
    else if (this.kind === 'level') this.whole.zoom = Math.min(3, Math.max(0.15, this.whole.zoom * factor));
    else this.distance = Math.min(400, Math.max(Math.min(0.4, 1.5 * this.length), this.distance * factor));
  }

  /// Moves the free camera over the ground: metres forward and to the right.
  move(forward: number, right: number): void {
    const ahead = this.azimuth + Math.PI;
    this.target.x += Math.cos(ahead) * forward + Math.sin(ahead) * right;
    this.target.y += Math.sin(ahead) * forward - Math.cos(ahead) * right;
  }

  /// Metres that a second of moving covers at this zoom.
  get pace(): number {
    return this.distance * 0.9;
  }

  update(vehicle: VehicleState | null, length: number, aspect: number, dt: number): void {
    const at = vehicle ?? { x: 0, y: 0, z: 0, yaw: 0, pitch: 0, roll: 0, speed: 0 };
    this.length = length;
    if (this.distance === 0) this.distance = 5 * length + 1;
    // a vehicle that was put elsewhere is not flown after
    const moved = Math.hypot(at.x - this.seen.x, at.y - this.seen.y, at.z - this.seen.z);
    const there = this.fresh || moved > 4 * length + 2 * Math.abs(at.speed) * dt;
    this.seen = { x: at.x, y: at.y, z: at.z };
    const ease = there ? 1 : uprightness(at) > kUpright ? 1 - Math.exp(-dt / 0.16) : 0;
    this.yaw = mix_angle(this.yaw, at.yaw, ease);
    this.height += (at.z - this.height) * (there ? 1 : 1 - Math.exp(-dt / 0.1));
    this.camera.up.set(0, 0, 1);
    // tall pictures need a wider angle to keep the road in sight
    this.camera.fov = this.fixed !== null || this.kind in kFollow ? (aspect < 0.8 ? 75 : 60) : this.kind === 'hood' ? 68 : aspect < 0.8 ? 70 : 52;
    if (this.fixed !== null) this.stand(this.fixed);
    else switch (this.kind) {
      case 'chase': this.chase(at, length); break;
      case 'behind': case 'above': case 'front': this.follow(at, kFollow[this.kind], there ? 1 : Math.min(1, kFollowRate * dt)); break;
      case 'hood': this.hood(at, length); break;
      case 'overhead': this.overhead(at, length); break;
      case 'orbit': this.around(at.x, at.y, this.height + 0.25 * length); break;
      case 'level': this.all(aspect); break;
      case 'show': this.show(at, length, dt); break;
      case 'free':
        if (this.fresh && this.target.lengthSq() === 0) this.target.set(at.x, at.y, at.z);
        this.around(this.target.x, this.target.y, this.target.z);
        break;
    }
    if (this.kind !== 'free') this.target.set(at.x, at.y, at.z);
    if (vehicle !== null && this.fixed === null && kSeesVehicle.has(this.kind)) this.keep_in_sight(at, there ? 1 : 1 - Math.exp(-dt / kBack_s));
    else this.free = 1;
    this.camera.aspect = aspect;
    // near as far as can be: thin layers on the ground fight for the depth that is left at a distance
    const distance = this.camera.position.distanceTo(this.target);
    this.camera.near = this.fixed !== null ? 0.1 : this.kind === 'hood' ? 0.12 * length : Math.max(0.05, 0.2 * (this.kind === 'free' ? 0.5 : 1) * distance);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.fresh = false;
  }

  /// Before what stands between: nearer at once, back by and by.
  private keep_in_sight(at: { x: number; y: number }, share: number): void {
    const roof = new THREE.Vector3(at.x, at.y, this.height + 0.4 * this.length);
    const way = this.sight?.(roof, this.camera.position) ?? 1;
    const free = way < 1 ? kClear * way : 1;
    this.free = free < this.free ? free : this.free + (free - this.free) * share;
    if (this.free > 0.999) return;
    this.camera.position.lerp(roof, 1 - this.free);
    this.camera.lookAt(this.looked);
  }

  private look(x: number, y: number, z: number): void {
    this.camera.lookAt(this.looked.set(x, y, z));
  }

  private chase(at: { x: number; y: number }, length: number): void {
    const back = 2.1 * length + 0.25;
    const forward = { x: Math.cos(this.yaw), y: Math.sin(this.yaw) };
    this.camera.position.set(at.x - forward.x * back, at.y - forward.y * back, this.height + 0.72 * length + 0.12);
    this.look(at.x + forward.x * 1.6 * length, at.y + forward.y * 1.6 * length, this.height + 0.2 * length);
  }

  private follow(at: { x: number; y: number; z: number }, { up, ahead }: { up: number; ahead: number }, share: number): void {
    const place = new THREE.Vector3(at.x + Math.cos(this.yaw) * ahead, at.y + Math.sin(this.yaw) * ahead, this.height + up);
    this.camera.position.lerp(place, share);
    this.camera.lookAt(at.x, at.y, this.height + 0.08);
  }

  private stand({ at, yaw, pitch }: FixedView): void {
    const flat = Math.cos(pitch);
    this.camera.position.set(...at);
    if (flat < 0.02) this.camera.up.set(Math.cos(yaw), Math.sin(yaw), 0); // straight down: its yaw is up
    this.camera.lookAt(at[0] + Math.cos(yaw) * flat, at[1] + Math.sin(yaw) * flat, at[2] - Math.sin(pitch));
  }

  private hood(at: { x: number; y: number; z: number; yaw: number; pitch: number; roll: number }, length: number): void {
    const turn = new THREE.Matrix4().makeRotationFromEuler(new THREE.Euler(at.roll, at.pitch, at.yaw, 'ZYX'));
    const eye = new THREE.Vector3(0.12 * length, 0, 0.36 * length).applyMatrix4(turn);
    const ahead = new THREE.Vector3(10 * length, 0, -0.6 * length).applyMatrix4(turn);
    this.camera.up.set(0, 0, 1).applyMatrix4(turn);
    this.camera.position.set(at.x + eye.x, at.y + eye.y, at.z + eye.z);
    this.camera.lookAt(at.x + ahead.x, at.y + ahead.y, at.z + ahead.z);
  }

  private overhead(at: { x: number; y: number }, length: number): void {
    const height = (13 * length + 3) * this.zoom;
    const heading = this.north_up ? Math.PI / 2 : this.yaw;
    this.camera.up.set(Math.cos(heading), Math.sin(heading), 0);
    this.camera.position.set(at.x, at.y, this.height + height);
    this.camera.lookAt(at.x, at.y, this.height);
  }

  private show(at: { x: number; y: number }, length: number, dt: number): void {
    if (this.fresh) this.elevation = 0.34;
    this.distance = 7 * length + 1.2;
    this.azimuth += dt * 0.06;
    this.around(at.x, at.y, this.height + 0.1 * length);
  }

  /// All of the level in the part of the window that nothing covers; zoomed in, the picture stays on its middle.
  private all(aspect: number): void {
    const { left, right, top, bottom } = this.covered;
    const half = Math.tan((this.camera.fov * Math.PI) / 360);
    const { azimuth, elevation, zoom } = this.whole;
    const fit = fit_distance(this.bounds, azimuth, elevation, half * aspect * Math.max(0.2, 1 - left - right), half * Math.max(0.2, 1 - top - bottom));
    const [west, south, east, north] = this.bounds;
    const distance = fit * zoom;
    const flat = Math.cos(elevation) * distance;
    const [x, y] = [(west + east) / 2, (south + north) / 2];
    this.camera.position.set(x + Math.cos(azimuth) * flat, y + Math.sin(azimuth) * flat, Math.sin(elevation) * distance);
    this.camera.lookAt(x, y, 0);
  }

  private around(x: number, y: number, z: number): void {
    const flat = Math.cos(this.elevation) * this.distance;
    this.camera.position.set(
      x + Math.cos(this.azimuth) * flat, y + Math.sin(this.azimuth) * flat, z + Math.sin(this.elevation) * this.distance);
    this.look(x, y, z);
  }
}
