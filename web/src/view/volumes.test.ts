import * as THREE from 'three';
import { describe, expect, test } from 'vitest';
import type { LevelRules, Volume } from '../net/messages';
import { Volumes, is_inside } from './volumes';

const kBox: Volume = { at: [2, 0], yaw: Math.PI / 2, half: [1, 0.25], round: false, bottom: 0, top: 1 };
const kRound: Volume = { at: [0, 0], yaw: 0, half: [0.5, 0.5], round: true };
const kTrial = { number: 1, title: '', limit: 10, points: 1, required: false, extra: false, view: '' as const };
const kRules: LevelRules = {
  help: '', cars: 1, zones: [{ ...kBox, rule: 'fail' }, { ...kBox, rule: 'checkpoint' }], trials: [], views: [], edits: [], gauges: [], ghosts: [], trial: kTrial,
  tasks: [{ kind: 'reach', points: 1, speed: 0.02, volumes: [kBox] }, { kind: 'stop', points: 1, speed: 0.02, volumes: [kRound] }],
};

function meshes(volumes: Volumes): THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>[] {
  return volumes.root.children.filter((child) => child instanceof THREE.Mesh) as THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>[];
}

describe('volumes', () => {
  test('know who is inside', () => {
    expect([is_inside(kBox, 2, 0.9), is_inside(kBox, 2.9, 0), is_inside(kRound, 0.3, 0.3), is_inside(kRound, 0.45, 0.45)]).toEqual([true, false, true, false]);
  });

  test('show the task that counts, and what fails', () => {
    const volumes = new Volumes();
    volumes.show(kRules, 0);
    expect(meshes(volumes).map(({ material }) => material.color.getHexString())).toEqual(['ff0000', 'ff00ff']);
    volumes.show(kRules, 2);
    expect(meshes(volumes)).toHaveLength(1);
    volumes.show({ ...kRules, trial: undefined, tasks: [] }, 0);
    expect(meshes(volumes)).toHaveLength(0);
  });

  test('grow opaque while a car stands in them', () => {
    const volumes = new Volumes();
    volumes.show(kRules, 1);
    const opacity = (): number => meshes(volumes).at(-1)!.material.opacity;
    const before = opacity();
    volumes.follow(kRules, 1, { x: 0, y: 0, speed: 0 }, 5);
    volumes.follow(kRules, 1, { x: 0, y: 0, speed: 0 }, 5.5);
    const half = opacity();
    volumes.follow(kRules, 1, { x: 0, y: 0, speed: 0 }, 7);
    expect(half).toBeGreaterThan(before);
    expect(opacity()).toBeGreaterThan(half);
    volumes.follow(kRules, 1, { x: 0, y: 0, speed: 0.5 }, 7.1);
    expect(opacity()).toBe(before);
  });
});
