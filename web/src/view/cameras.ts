// Where the eye is. One rig for each view of the screen; z up, metres, rad. Rigs ease towards their place, but
// never so slowly that the vehicle leaves the picture.

import * as THREE from 'three';
import type { VehicleState } from '../net/messages';
import type { CameraKind } from '../state/store';
import { mix_angle } from '../state/timeline';

export class CameraRig {
  readonly camera = new THREE.PerspectiveCamera(55, 1, 0.02, 2000);
  kind: CameraKind | 'show' = 'chase';
  north_up = false;
  private yaw = 0;
  private height = 0; // of the ground under the vehicle, eased
  private azimuth = -2.2; // of orbit and free, about their target
  private elevation = 0.5;
  private distance = 0; // 0: not chosen yet
  private zoom = 1; // of overhead
  private target = new THREE.Vector3();
  private fresh = true;

  /// The next picture starts in place.
  jump(): void {
    this.fresh = true;
  }

  drag(dx: number, dy: number, pan: boolean): void {
    if (this.kind === 'free' && pan) {
      const step = this.distance * 0.0016;
      this.move(dy * step, dx * -step);
    } else if (this.kind === 'orbit' || this.kind === 'free' || this.kind === 'show') {
      this.azimuth -= dx * 0.006;
      this.elevation = Math.min(1.5, Math.max(0.03, this.elevation + dy * 0.005));
    }
  }

  scroll(steps: number): void {
    const factor = Math.exp(steps * 0.12);
    if (this.kind === 'overhead') this.zoom = Math.min(8, Math.max(0.25, this.zoom * factor));
    else this.distance = Math.min(400, Math.max(0.4, this.distance * factor));
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
    if (this.distance === 0) this.distance = 5 * length + 1;
    const ease = this.fresh ? 1 : 1 - Math.exp(-dt / 0.16);
    this.yaw = mix_angle(this.yaw, at.yaw, ease);
    this.height += (at.z - this.height) * (this.fresh ? 1 : 1 - Math.exp(-dt / 0.1));
    this.camera.up.set(0, 0, 1);
    // tall pictures need a wider angle to keep the road in sight
    this.camera.fov = this.kind === 'hood' ? 68 : aspect < 0.8 ? 70 : 52;
    switch (this.kind) {
      case 'chase': this.chase(at, length); break;
      case 'hood': this.hood(at, length); break;
      case 'overhead': this.overhead(at, length); break;
      case 'orbit': this.around(at.x, at.y, this.height + 0.25 * length); break;
      case 'show': this.show(at, length, dt); break;
      case 'free':
        if (this.fresh && this.target.lengthSq() === 0) this.target.set(at.x, at.y, at.z);
        this.around(this.target.x, this.target.y, this.target.z);
        break;
    }
    if (this.kind !== 'free') this.target.set(at.x, at.y, at.z);
    this.camera.aspect = aspect;
    // near as far as can be: thin layers on the ground fight for the depth that is left at a distance
    const distance = this.camera.position.distanceTo(this.target);
    this.camera.near = this.kind === 'hood' ? 0.12 * length : Math.max(0.05, 0.2 * (this.kind === 'free' ? 0.5 : 1) * distance);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.fresh = false;
  }

  private chase(at: { x: number; y: number }, length: number): void {
    const back = 2.1 * length + 0.25;
    const forward = { x: Math.cos(this.yaw), y: Math.sin(this.yaw) };
    this.camera.position.set(at.x - forward.x * back, at.y - forward.y * back, this.height + 0.72 * length + 0.12);
    this.camera.lookAt(at.x + forward.x * 1.6 * length, at.y + forward.y * 1.6 * length, this.height + 0.2 * length);
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

  private around(x: number, y: number, z: number): void {
    const flat = Math.cos(this.elevation) * this.distance;
    this.camera.position.set(
      x + Math.cos(this.azimuth) * flat, y + Math.sin(this.azimuth) * flat, z + Math.sin(this.elevation) * this.distance);
    this.camera.lookAt(x, y, z);
  }
}
