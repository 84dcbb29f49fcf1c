// Parts of a level that move or change: where they stand, which of their looks they have, and which of their moves anybody
// sees. z up, metres.

import * as THREE from 'three';
import type { BodyPlace } from '../net/messages';
import { kSunDirection } from './surface';

const kShadowsEvery_s = 0.25;
const kSame = 2e-4; // rad: a fifth of a pixel. Bodies that settle move by less for seconds

/// What a view shows.
export interface Look {
  eye: THREE.Vector3;
  frustum: THREE.Frustum;
}

export class Bodies {
  groups: readonly (THREE.Group | null)[] = [];
  private starts: THREE.Vector3[] = []; // as the level has them
  private reaches: number[] = []; // from a body's origin to its farthest corner
  private lowest = 0; // of the ground: no shadow falls deeper
  private told: readonly BodyPlace[] = []; // as last placed
  private counted: BodyPlace[] = []; // where each was when its last move counted, so that slow ones add up
  private moving = { any: false, seen: false }; // since shadows were last drawn anew
  private shadows_at = 0; // real s
  private readonly sphere = new THREE.Sphere();

  show(groups: readonly (THREE.Group | null)[], lowest: number): void {
    this.groups = groups;
    this.starts = groups.map((body) => body?.position.clone() ?? new THREE.Vector3());
    this.reaches = groups.map((body) => (body === null ? 0 : reach_of(body)));
    this.lowest = lowest;
    this.told = [];
    this.counted = [];
  }

  /// Something that the level has with a body, as it stands now.
  follow(index: number, box: THREE.Box3): THREE.Box3 {
    const body = this.groups[index];
    const start = this.starts[index];
    if (body === null || body === undefined || start === undefined) return box;
    const [low, high] = [box.min, box.max].map((corner) => corner.sub(start).multiplyScalar(body.scale.x).add(body.position));
    return new THREE.Box3(low, high);
  }

  /// How far a body is from where the level has it.
  moved(index: number): THREE.Vector3 {
    const body = this.groups[index];
    return body === null || body === undefined ? new THREE.Vector3() : body.position.clone().sub(this.starts[index]!);
  }

  /// Puts them in their places at `now` (real s); one that rests is not touched. Gives back whether the picture is another,
  /// and whether shadows are, which in software follow a few times a second: what moves behind the eye changes no picture.
  place(places: readonly BodyPlace[], now: number, looks: readonly Look[]): { picture: boolean; shadows: boolean } {
    let seen = false;
    if (places !== this.told && places.length === this.groups.length) {
      places.forEach((place, i) => {
        const body = this.groups[i];
        if (body === null || body === undefined || place === this.told[i]) return;
        body.position.set(place.x, place.y, place.z);
        body.quaternion.set(...place.turn).normalize();
        body.scale.setScalar(place.scale);
        body.visible = place.present;
        body.children.forEach((look, which) => { look.visible = which === place.variant; });
        const before = this.counted[i];
        if (before !== undefined && !far_apart(place, before, distance_to(body.position, looks))) return;
        this.counted[i] = place;
        this.moving.any = true;
        seen ||= before === undefined || this.is_seen(before, i, looks) || this.is_seen(place, i, looks);
      });
      this.told = places;
    }
    this.moving.seen ||= seen;
    if (!this.moving.any || now - this.shadows_at < kShadowsEvery_s) return { picture: seen, shadows: false };
    const picture = this.moving.seen;
    this.shadows_at = now;
    this.moving = { any: false, seen: false };
    return { picture, shadows: true };
  }

  /// Itself, or what its shadow may fall on.
  private is_seen({ x, y, z, scale, present }: BodyPlace, index: number, looks: readonly Look[]): boolean {
    const half = Math.max(0, z - this.lowest) / kSunDirection.z / 2;
    this.sphere.center.set(x, y, z).addScaledVector(kSunDirection, -half);
    this.sphere.radius = half + scale * this.reaches[index]!;
    return present && looks.some(({ frustum }) => frustum.intersectsSphere(this.sphere));
  }
}

function reach_of(body: THREE.Object3D): number {
  const { min, max } = new THREE.Box3().setFromObject(body);
  const far = (axis: 'x' | 'y' | 'z'): number => Math.max(max[axis] - body.position[axis], body.position[axis] - min[axis]);
  return Math.hypot(far('x'), far('y'), far('z'));
}

function distance_to(at: THREE.Vector3, looks: readonly Look[]): number {
  return Math.min(...looks.map(({ eye }) => eye.distanceTo(at)));
}

/// Whether a body stands elsewhere in a picture, seen from so far away.
function far_apart(a: BodyPlace, b: BodyPlace, distance: number): boolean {
  const same = kSame * Math.max(1, distance);
  if (a.present !== b.present || a.variant !== b.variant || a.scale !== b.scale) return true;
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) > same || a.turn.some((part, i) => Math.abs(part - b.turn[i]!) > kSame / 2);
}
