import * as THREE from 'three';
import { describe, expect, test } from 'vitest';
import { Blockers } from './blockers';

const at = (x: number, y: number, z: number): THREE.Vector3 => new THREE.Vector3(x, y, z);

/// A house of 10 m on wide ground, and a step of 2 cm.
function town(): THREE.Group {
  const root = new THREE.Group();
  const add = (size: [number, number, number], place: [number, number, number]): void => {
    const mesh = new THREE.Mesh(new THREE.BoxGeometry(...size), new THREE.MeshBasicMaterial());
    mesh.position.set(...place);
    root.add(mesh);
  };
  add([400, 400, 0.1], [0, 0, -0.05]);
  add([10, 10, 8], [30, 0, 4]);
  add([4, 4, 0.02], [0, 0, -0.08]);
  return root;
}

describe('what stands between a vehicle and the eye', () => {
  const blockers = Blockers.of(town());

  test('is the wall of a house, as far as it is away', () => {
    expect(blockers.free(at(20, 0, 1), at(30, 0, 3))).toBeCloseTo(0.5, 6);
    expect(blockers.free(at(30, 20, 1), at(30, 0, 1))).toBeCloseTo(0.75, 6);
  });

  test('is nothing beside it, over it or before it', () => {
    expect(blockers.free(at(20, 5.5, 1), at(40, 5.5, 1))).toBe(1);
    expect(blockers.free(at(20, 0, 9), at(40, 0, 9))).toBe(1);
    expect(blockers.free(at(0, 0, 1), at(20, 0, 4))).toBe(1);
    expect(blockers.free(at(500, 500, 1), at(510, 500, 4))).toBe(1);
  });

  test('of an empty level is nothing', () => {
    expect(Blockers.of(new THREE.Group()).free(at(0, 0, 0), at(9, 9, 9))).toBe(1);
  });
});
