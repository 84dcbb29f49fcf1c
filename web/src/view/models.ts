// GLB files as few meshes as can be: plain colours become vertex colours of one mesh a cell, textures one mesh a
// material and cell, so that a level is tens of draws and the frustum still leaves out what is behind.
// Everything is turned back to z up.

import * as THREE from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { paint_corners, plain, surface } from './surface';

const kUpright = new THREE.Matrix4().makeRotationX(Math.PI / 2); // z up from glTF's y up
const loader = new GLTFLoader();

async function load(url: string): Promise<THREE.Group> {
  try {
    return (await loader.loadAsync(url)).scene;
  } catch (error) {
    throw new Error(`The picture of this level could not be loaded (${error instanceof Error ? error.message : String(error)}).`);
  }
}

// --- levels -------------------------------------------------------------------------------------------------

export async function load_level(url: string): Promise<THREE.Group> {
  const scene = await load(url);
  scene.applyMatrix4(kUpright);
  scene.updateMatrixWorld(true);
  const box = new THREE.Box3().setFromObject(scene);
  const cell = Math.max(12, Math.max(box.max.x - box.min.x, box.max.y - box.min.y) / 4);
  const buckets = new Map<string, { material: THREE.Material; parts: THREE.BufferGeometry[] }>();
  const materials = new Map<string, THREE.Material>();
  scene.traverse((object) => {
    if (!(object instanceof THREE.Mesh)) return;
    const mesh = object as THREE.Mesh<THREE.BufferGeometry, THREE.MeshStandardMaterial | THREE.MeshBasicMaterial>;
    const geometry = mesh.geometry.clone().applyMatrix4(mesh.matrixWorld);
    geometry.computeBoundingSphere();
    const middle = geometry.boundingSphere!.center;
    const place = `${Math.floor(middle.x / cell)} ${Math.floor(middle.y / cell)}`;
    const { key, make } = finish_of(mesh.material, geometry);
    const material = materials.get(key) ?? make();
    materials.set(key, material);
    const bucket = buckets.get(`${key} ${place}`) ?? { material, parts: [] };
    bucket.parts.push(geometry);
    buckets.set(`${key} ${place}`, bucket);
  });
  const group = new THREE.Group();
  for (const { material, parts } of buckets.values()) {
    const geometry = mergeGeometries(parts);
    if (geometry === null) continue;
    const mesh = new THREE.Mesh(geometry, material);
    mesh.receiveShadow = true;
    mesh.castShadow = true;
    mesh.matrixAutoUpdate = false;
    // what stands high hides what lies low: draw it first
    geometry.computeBoundingBox();
    mesh.renderOrder = -geometry.boundingBox!.max.z;
    group.add(mesh);
  }
  return group;
}

/// The material to draw with and a key that equal ones share. Plain colours move into the geometry.
function finish_of(
  given: THREE.MeshStandardMaterial | THREE.MeshBasicMaterial, geometry: THREE.BufferGeometry,
): { key: string; make(): THREE.Material } {
  const make = given instanceof THREE.MeshBasicMaterial ? plain : surface;
  const color = given.color.clone().convertLinearToSRGB();
  for (const name of Object.keys(geometry.attributes)) {
    if (!['position', 'normal', 'uv'].includes(name)) geometry.deleteAttribute(name);
  }
  const map = given.map;
  if (map === null) {
    geometry.deleteAttribute('uv');
    paint_corners(geometry, color);
    return { key: `${make.name} colours`, make: () => make(null, new THREE.Color(1, 1, 1)) };
  }
  map.colorSpace = THREE.NoColorSpace;
  map.minFilter = THREE.LinearMipmapNearestFilter;
  return { key: `${make.name} ${given.uuid}`, make: () => make(map, color) };
}

// --- vehicles -----------------------------------------------------------------------------------------------

export interface VehicleShape {
  length: number;
  width: number;
  parts?: { name: string; steers: number }[];
}

const sources = new Map<string, Promise<THREE.Group>>();

export class VehicleModel {
  readonly root = new THREE.Group();
  private spins: { node: THREE.Object3D; radius: number; angle: number }[] = [];
  private steers: { node: THREE.Object3D; share: number }[] = [];
  private made: THREE.BufferGeometry[] = [];

  static async load(url: string, shape: VehicleShape): Promise<VehicleModel> {
    let source = sources.get(url);
    if (source === undefined) {
      source = load(url);
      sources.set(url, source);
      source.catch(() => sources.delete(url));
    }
    return new VehicleModel(await source, shape);
  }

  private constructor(source: THREE.Group, shape: VehicleShape) {
    const scene = source.getObjectByName('scene') ?? source;
    for (const part of scene.children) this.add_part(part, shape);
    this.root.add(contact_shadow(shape.length, shape.width));
  }

  /// A node of the file, its plain surfaces as one mesh.
  private add_part(part: THREE.Object3D, shape: VehicleShape): void {
    const node = new THREE.Group();
    node.name = part.name;
    node.position.copy(part.position);
    node.quaternion.copy(part.quaternion);
    const plain: THREE.BufferGeometry[] = [];
    const to_part = new THREE.Matrix4();
    part.updateMatrixWorld(true);
    part.traverse((object) => {
      if (!(object instanceof THREE.Mesh)) return;
      const mesh = object as THREE.Mesh<THREE.BufferGeometry, THREE.MeshStandardMaterial>;
      to_part.copy(part.matrixWorld).invert().multiply(mesh.matrixWorld);
      const geometry = mesh.geometry.clone().applyMatrix4(to_part);
      this.made.push(geometry);
      if (mesh.material.map !== null) {
        node.add(this.shadowed(geometry, new THREE.MeshLambertMaterial({ map: mesh.material.map })));
        return;
      }
      geometry.deleteAttribute('uv');
      paint(geometry, mesh.material.color);
      plain.push(geometry);
    });
    const merged = plain.length > 0 ? mergeGeometries(plain) : null;
    if (merged !== null) {
      this.made.push(merged);
      node.add(this.shadowed(merged, kVehicleFinish));
    }
    const name = bare_name(part.name);
    if (name.startsWith('wheel')) this.spins.push({ node, radius: Math.max(0.005, part.position.z), angle: 0 });
    const share = shape.parts?.find((each) => bare_name(each.name) === name)?.steers ?? 0;
    if (share !== 0) this.steers.push({ node, share });
    this.root.add(node);
  }

  private shadowed(geometry: THREE.BufferGeometry, material: THREE.Material): THREE.Mesh {
    const mesh = new THREE.Mesh(geometry, material);
    mesh.castShadow = true;
    return mesh;
  }

  /// `travelled`: metres since the last picture, negative backward.
  pose(steer: number, travelled: number): void {
    for (const wheel of this.spins) {
      wheel.angle = (wheel.angle + travelled / wheel.radius) % (2 * Math.PI);
      wheel.node.rotation.set(0, wheel.angle, 0, 'ZYX');
    }
    for (const { node, share } of this.steers) node.rotation.set(0, node.rotation.y, steer * share, 'ZYX');
  }

  cast_no_shadow(): void {
    this.root.traverse((object) => { object.castShadow = false; });
  }

  dispose(): void {
    for (const geometry of this.made) geometry.dispose();
  }
}

function paint(geometry: THREE.BufferGeometry, color: THREE.Color): void {
  const count = geometry.getAttribute('position').count;
  const values = new Float32Array(3 * count);
  for (let i = 0; i < count; ++i) values.set([color.r, color.g, color.b], 3 * i);
  geometry.setAttribute('color', new THREE.BufferAttribute(values, 3));
}

const kVehicleFinish = new THREE.MeshPhongMaterial({ vertexColors: true, shininess: 40, specular: 0x333333 });

/// "vehicle-2-wheel-front-left" without its number.
function bare_name(name: string): string {
  return name.replace(/^vehicle-\d+-/, '');
}

let shadow_material: THREE.MeshBasicMaterial | null = null;

/// A soft dark patch on the ground, so that nothing floats whatever the sun does.
function contact_shadow(length: number, width: number): THREE.Mesh {
  if (shadow_material === null) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    const pen = canvas.getContext('2d')!;
    const shade = pen.createRadialGradient(32, 32, 6, 32, 32, 32);
    shade.addColorStop(0, 'rgba(0,0,0,0.55)');
    shade.addColorStop(0.6, 'rgba(0,0,0,0.32)');
    shade.addColorStop(1, 'rgba(0,0,0,0)');
    pen.fillStyle = shade;
    pen.fillRect(0, 0, 64, 64);
    shadow_material = new THREE.MeshBasicMaterial({
      map: new THREE.CanvasTexture(canvas), transparent: true, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -4, polygonOffsetUnits: -8,
    });
  }
  const patch = new THREE.Mesh(new THREE.PlaneGeometry(length * 1.25, width * 1.5), shadow_material);
  patch.position.z = 0.012;
  patch.renderOrder = 1;
  return patch;
}
