// GLB files as few meshes as can be: plain colours become vertex colours of one mesh a cell, textures one mesh a
// material and cell, so that a level is tens of draws and the frustum still leaves out what is behind. What moves by
// itself stays apart, one group a node. Everything is turned back to z up.

import * as THREE from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { paint_corners, plain, surface } from './surface';

const kUpright = new THREE.Matrix4().makeRotationX(Math.PI / 2); // z up from glTF's y up
const loader = new GLTFLoader();

/// `progress`: share of the bytes that are here, 0 to 1.
async function load(url: string, progress?: (share: number) => void): Promise<THREE.Group> {
  const tell = ({ loaded, total }: ProgressEvent): void => progress?.(total > 0 ? Math.min(1, loaded / total) : 0);
  try {
    return (await loader.loadAsync(url, tell)).scene;
  } catch (error) {
    throw new Error(`The picture of this level could not be loaded (${error instanceof Error ? error.message : String(error)}).`);
  }
}

// --- levels -------------------------------------------------------------------------------------------------

export interface LevelModel {
  root: THREE.Group;
  bodies: (THREE.Group | null)[]; // in the order of the names, one child for each look; null: the file has no such node
  ground: THREE.Box3; // of the floor; empty where there is none
}

const kGhost = new THREE.MeshBasicMaterial({ color: 0xff0000, transparent: true, opacity: 0.4, depthWrite: false });

/// `bodies`: names of the nodes that move or change, and how many `looks` each has; `ghosts`: names of those that are
/// drawn as red volumes.
export async function load_level(
  url: string, bodies: readonly string[], looks: readonly number[], ghosts: readonly string[], progress: (share: number) => void,
): Promise<LevelModel> {
  const scene = await load(url, progress);
  scene.applyMatrix4(kUpright);
  scene.updateMatrixWorld(true);
  const box = new THREE.Box3().setFromObject(scene);
  const cell = Math.max(12, Math.max(box.max.x - box.min.x, box.max.y - box.min.y) / 4);
  const buckets = new Map<string, { material: THREE.Material; parts: THREE.BufferGeometry[] }>();
  const materials = new Map<string, THREE.Material>();
  const nodes = new Map<string, THREE.Object3D>();
  const names_of = (name: string, i: number): string[] => Array.from({ length: looks[i] ?? 1 }, (_, look) => node_of(name, look));
  const moving = new Set(bodies.flatMap(names_of));
  const faint = new Set(ghosts);
  const volumes: THREE.Mesh[] = [];
  const ground = new THREE.Box3();
  visit_still(scene, (node) => {
    const name = file_name(node);
    if (faint.has(name)) {
      node.traverse((object) => { if (object instanceof THREE.Mesh) volumes.push(ghost_of(object as FileMesh)); });
      return true;
    }
    if (!moving.has(name)) return false;
    nodes.set(name, node);
    return true;
  }, (mesh) => {
    const geometry = mesh.geometry.clone().applyMatrix4(mesh.matrixWorld);
    geometry.computeBoundingSphere();
    const middle = geometry.boundingSphere!.center;
    const place = `${Math.floor(middle.x / cell)} ${Math.floor(middle.y / cell)}`;
    const finish = finish_of(mesh.material, geometry);
    const lowest = is_ground(mesh);
    if (is_named(mesh, 'ground')) ground.expandByObject(mesh);
    const key = `${finish.key}${lowest ? ' ground' : ''}`;
    const material = materials.get(key) ?? (lowest ? pushed_back(finish.make()) : finish.make());
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
  const made = new Map<string, BodyPart[]>();
  const groups = bodies.map((name, i) => {
    const found = names_of(name, i).map((each) => nodes.get(each));
    return found[0] === undefined ? null : body_group(found[0], found.map((node) => look_group(node, made, materials)));
  });
  for (const body of groups) if (body !== null) group.add(body);
  if (volumes.length > 0) group.add(...volumes);
  return { root: group, bodies: groups, ground };
}

/// The ground and the land around it are large: what lies on them by less than a millimetre must win for certain.
function is_ground(mesh: THREE.Object3D): boolean {
  return is_named(mesh, 'ground') || is_named(mesh, 'land');
}

/// The same of what was made of them.
export function is_land(object: THREE.Object3D): boolean {
  return object instanceof THREE.Mesh && (object as FileMesh).material.polygonOffset;
}

function is_named(mesh: THREE.Object3D, name: string): boolean {
  return file_name(mesh) === name || (mesh.parent !== null && file_name(mesh.parent) === name);
}

function pushed_back(material: THREE.Material): THREE.Material {
  material.polygonOffset = true;
  material.polygonOffsetFactor = 1;
  material.polygonOffsetUnits = 1;
  return material;
}

function ghost_of(mesh: FileMesh): THREE.Mesh {
  const ghost = new THREE.Mesh(mesh.geometry.clone().applyMatrix4(mesh.matrixWorld), kGhost);
  ghost.renderOrder = 190;
  return ghost;
}

type FileMesh = THREE.Mesh<THREE.BufferGeometry, THREE.MeshStandardMaterial | THREE.MeshBasicMaterial>;

/// A node's name as the file has it: the loader's own copy has lost spaces and dots.
function file_name(node: THREE.Object3D): string {
  const { name } = node.userData as { name?: unknown };
  return typeof name === 'string' ? name : node.name;
}

/// Every mesh that is not under a node that `apart` takes away.
function visit_still(node: THREE.Object3D, apart: (node: THREE.Object3D) => boolean, visit: (mesh: FileMesh) => void): void {
  if (apart(node)) return;
  if (node instanceof THREE.Mesh) visit(node as FileMesh);
  for (const child of node.children) visit_still(child, apart, visit);
}

interface BodyPart {
  geometry: THREE.BufferGeometry;
  material: THREE.Material;
}

/// The node of a body in one of its looks.
export function node_of(body: string, look: number): string {
  return look === 0 ? body : `${body}~${look}`;
}

/// A body where the file has it, as it looks first.
function body_group(node: THREE.Object3D, looks: readonly THREE.Group[]): THREE.Group {
  const body = new THREE.Group().add(...looks);
  looks.forEach((look, i) => { look.visible = i === 0; });
  node.matrixWorld.decompose(body.position, body.quaternion, body.scale);
  return body;
}

/// What a node shows, in its own frame. Equal nodes share their parts.
function look_group(node: THREE.Object3D | undefined, made: Map<string, BodyPart[]>, materials: Map<string, THREE.Material>): THREE.Group {
  const group = new THREE.Group();
  if (node === undefined) return group;
  const meshes: FileMesh[] = [];
  node.traverse((object) => { if (object instanceof THREE.Mesh) meshes.push(object as FileMesh); });
  const key = meshes.map((mesh) => `${mesh.geometry.uuid} ${mesh.material.uuid}`).join(' ');
  const parts = made.get(key) ?? body_parts(node, meshes, materials);
  made.set(key, parts);
  for (const { geometry, material } of parts) {
    const mesh = new THREE.Mesh(geometry, material);
    mesh.receiveShadow = true;
    mesh.castShadow = true;
    group.add(mesh);
  }
  return group;
}

function body_parts(node: THREE.Object3D, meshes: FileMesh[], materials: Map<string, THREE.Material>): BodyPart[] {
  const from_world = node.matrixWorld.clone().invert();
  const by_finish = new Map<string, { material: THREE.Material; parts: THREE.BufferGeometry[] }>();
  for (const mesh of meshes) {
    const geometry = mesh.geometry.clone().applyMatrix4(from_world.clone().multiply(mesh.matrixWorld));
    const { key, make } = finish_of(mesh.material, geometry);
    const material = materials.get(key) ?? make();
    materials.set(key, material);
    const same = by_finish.get(key) ?? { material, parts: [] };
    same.parts.push(geometry);
    by_finish.set(key, same);
  }
  return [...by_finish.values()].flatMap(({ material, parts }) => {
    const geometry = mergeGeometries(parts);
    return geometry === null ? [] : [{ geometry, material }];
  });
}

const kLampName = '-lamp'; // ends the names of finishes that are lit from within at dusk

/// The material to draw with and a key that equal ones share. Plain colours move into the geometry.
function finish_of(
  given: THREE.MeshStandardMaterial | THREE.MeshBasicMaterial, geometry: THREE.BufferGeometry,
): { key: string; make: () => THREE.Material } {
  const make = given instanceof THREE.MeshBasicMaterial ? plain : surface;
  const color = given.color.clone().convertLinearToSRGB();
  for (const name of Object.keys(geometry.attributes)) {
    if (!['position', 'normal', 'uv'].includes(name)) geometry.deleteAttribute(name);
  }
  const map = given.map;
  if (map === null) {
    geometry.deleteAttribute('uv');
    paint_corners(geometry, color);
    const lamp = given.name.endsWith(kLampName);
    return { key: `${make.name} colours${lamp ? kLampName : ''}`, make: () => make(null, new THREE.Color(1, 1, 1), lamp) };
  }
  map.colorSpace = THREE.NoColorSpace;
  map.minFilter = THREE.LinearMipmapNearestFilter;
  return { key: `${make.name} ${given.uuid}`, make: () => make(map, color) };
}

// --- vehicles -----------------------------------------------------------------------------------------------

/// How a part turns with its vehicle's steering angle: a share of it, about its own up or left.
export interface PartTurn {
  name: string;
  turns: number;
  axis: 'up' | 'left';
}

export interface VehicleShape {
  length: number;
  width: number;
  parts?: PartTurn[];
}

/// A car in other colours: what has the colour of its coat, and what is light.
export interface Paint {
  coat: string; // as the file has it
  front: string;
  back: string;
}

const kChalk = new THREE.Color('#f2f0ea');

function same_color(a: THREE.Color, b: THREE.Color): boolean {
  return Math.abs(a.r - b.r) + Math.abs(a.g - b.g) + Math.abs(a.b - b.b) < 0.02;
}

const sources = new Map<string, Promise<THREE.Group>>();

export class VehicleModel {
  readonly root = new THREE.Group();
  readonly middle: number; // m over the ground, of its body
  private spins: { node: THREE.Object3D; radius: number; angle: number }[] = [];
  private turning: { node: THREE.Object3D; turn: PartTurn }[] = [];
  private made: THREE.BufferGeometry[] = [];
  private readonly shade: THREE.Mesh;

  /// `paint`: other colours for its coat and its light parts.
  static async load(url: string, shape: VehicleShape, paint: Paint | null = null): Promise<VehicleModel> {
    let source = sources.get(url);
    if (source === undefined) {
      source = load(url);
      sources.set(url, source);
      source.catch(() => sources.delete(url));
    }
    return new VehicleModel(await source, shape, paint);
  }

  private constructor(source: THREE.Group, shape: VehicleShape, private readonly other: Paint | null) {
    const scene = source.getObjectByName('scene') ?? source;
    for (const part of scene.children) this.add_part(part, shape);
    const box = new THREE.Box3().setFromObject(this.root);
    this.middle = box.isEmpty() ? 0 : (box.min.z + box.max.z) / 2;
    this.shade = contact_shadow(shape.length, shape.width);
    this.root.add(this.shade);
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
      paint(geometry, this.painted(mesh.material.color));
      plain.push(geometry);
    });
    const merged = plain.length > 0 ? mergeGeometries(plain) : null;
    if (merged !== null) {
      this.made.push(merged);
      node.add(this.shadowed(merged, kVehicleFinish));
    }
    const name = bare_name(part.name);
    if (name.startsWith('wheel')) this.spins.push({ node, radius: Math.max(0.005, part.position.z), angle: 0 });
    const turn = shape.parts?.find((each) => bare_name(each.name) === name);
    if (turn !== undefined) this.turning.push({ node, turn });
    this.root.add(node);
  }

  private painted(color: THREE.Color): THREE.Color {
    if (this.other === null) return color;
    if (same_color(color, new THREE.Color(this.other.coat))) return new THREE.Color(this.other.back);
    return same_color(color, kChalk) ? new THREE.Color(this.other.front) : color;
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
    for (const { node, turn } of this.turning) {
      const angle = steer * turn.turns;
      if (turn.axis === 'up') node.rotation.set(0, node.rotation.y, angle, 'ZYX');
      else node.rotation.set(0, angle, 0, 'ZYX');
    }
  }

  /// The soft patch belongs to the ground: a vehicle that lies or tumbles has none.
  stand(upright: number): void {
    this.shade.visible = upright > 0.85;
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
