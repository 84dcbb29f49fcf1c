import * as THREE from 'three';
import { describe, expect, test } from 'vitest';
import type { BodyPlace } from '../net/messages';
import { Bodies } from './bodies';
import type { Look } from './bodies';

function place(x: number, y: number, z: number): BodyPlace {
  return { x, y, z, turn: [0, 0, 0, 1], scale: 1, variant: 0, present: true };
}

function block(): THREE.Group {
  return new THREE.Group().add(new THREE.Mesh(new THREE.BoxGeometry(2, 2, 2)));
}

/// An eye in the middle of the level that looks east, or the other way.
function looks(to_x = 1): Look[] {
  const camera = new THREE.PerspectiveCamera(60, 16 / 9, 0.1, 200);
  camera.up.set(0, 0, 1);
  camera.position.set(0, 0, 1);
  camera.lookAt(to_x, 0, 1);
  camera.updateMatrixWorld();
  const seen = new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  return [{ eye: camera.position, frustum: new THREE.Frustum().setFromProjectionMatrix(seen) }];
}

function bodies_with(groups: THREE.Group[]): Bodies {
  const bodies = new Bodies();
  bodies.show(groups, 0);
  return bodies;
}

describe('bodies of a level', () => {
  test('change the picture while they move where somebody looks, and their shadows a few times a second', () => {
    const bodies = bodies_with([block()]);
    const put = (x: number, now: number): object => bodies.place([place(x, 0, 1)], now, looks());
    expect(put(8, 10)).toEqual({ picture: true, shadows: true });
    expect(put(8.1, 10.1)).toEqual({ picture: true, shadows: false });
    expect(put(8.1, 10.2)).toEqual({ picture: false, shadows: false }); // told anew, at rest
    expect(put(8.1, 10.3)).toEqual({ picture: true, shadows: true }); // of the last move
    expect(put(8.1, 10.6)).toEqual({ picture: false, shadows: false });
    expect(bodies.moved(0).toArray()).toEqual([8.1, 0, 1]);
  });

  test('are seen in the look they have now, as large as they are, or not at all', () => {
    const lamp = new THREE.Group().add(block(), block(), block());
    const bodies = bodies_with([lamp]);
    const put = (more: Partial<BodyPlace>, now: number): boolean => bodies.place([{ ...place(8, 0, 1), ...more }], now, looks()).picture;
    const shown = (): boolean[] => lamp.children.map((look) => look.visible);
    put({}, 10);
    expect(shown()).toEqual([true, false, false]);
    expect(put({ variant: 2 }, 10.1)).toBe(true);
    expect(shown()).toEqual([false, false, true]);
    expect(put({ variant: 2, scale: 1.5 }, 10.2)).toBe(true);
    expect(lamp.scale.toArray()).toEqual([1.5, 1.5, 1.5]);
    expect(put({ variant: 2, scale: 1.5, present: false }, 10.3)).toBe(true);
    expect(lamp.visible).toBe(false);
  });

  test('take what the level has with them along', () => {
    const group = block();
    group.position.set(1, 0, 0);
    const bodies = bodies_with([group]);
    const box = (): THREE.Box3 => new THREE.Box3(new THREE.Vector3(0, -1, 0), new THREE.Vector3(2, 1, 2));
    bodies.place([{ ...place(5, 1, 0), scale: 2 }], 10, looks());
    expect(bodies.follow(0, box())).toEqual(new THREE.Box3(new THREE.Vector3(3, -1, 0), new THREE.Vector3(7, 3, 4)));
    expect(bodies.follow(-1, box())).toEqual(box());
  });

  test('that settle change nothing; slow moves add up, and count sooner nearby', () => {
    const bodies = bodies_with([block()]);
    const put = (x: number, now: number): boolean => bodies.place([place(x, 0, 1)], now, looks()).picture;
    put(8, 10);
    expect([put(8.001, 10.1), put(8.0015, 10.15), put(8.0021, 10.2)]).toEqual([false, false, true]);
    put(2, 11);
    expect(put(2.001, 11.1)).toBe(true);
  });

  test('change no picture behind the eye, but shadows when they are next drawn', () => {
    const bodies = bodies_with([block()]);
    const put = (x: number, now: number): object => bodies.place([place(x, 0, 1)], now, looks());
    put(-8, 10);
    expect(put(-8.1, 10.1)).toEqual({ picture: false, shadows: false });
    expect(put(-8.2, 10.4)).toEqual({ picture: false, shadows: true });
    expect(bodies.groups[0]!.position.x).toBe(-8.2);
    expect(put(8, 10.5)).toMatchObject({ picture: true }); // into the picture
    expect(put(-8, 10.55)).toMatchObject({ picture: true }); // and out of it
    expect(bodies.place([{ ...place(-8, 0, 1), present: false }], 10.6, looks()).picture).toBe(false);
  });

  test('are seen by their shadows too', () => {
    const bodies = bodies_with([block()]);
    const put = (z: number, now: number): boolean => bodies.place([place(4, 0, z)], now, looks(-1)).picture; // the sun stands in the north-east
    put(1, 10);
    expect(put(1.1, 10.1)).toBe(false);
    put(12, 11);
    expect(put(12.1, 11.1)).toBe(true);
  });
});
