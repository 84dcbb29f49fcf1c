// The 3D picture: level, vehicles, sun and sky, one to four views of it. Reads the store and the timeline,
// changes neither. z up, metres.

import * as THREE from 'three';
import type { Edit, FixedView, LevelLight, PointsFrame, Room, RoomLevel, RoomVehicle, Subscribed, VehicleState } from '../net/messages';
import { marks_of, pursuit_of } from '../state/pursuit_marks';
import type { Pursuits } from '../state/pursuits';
import { camera_of, has_client, has_path, is_duel, is_traffic, path_of, seen_whole, slots_there } from '../state/store';
import type { Store } from '../state/store';
import { uprightness } from '../state/timeline';
import type { Timeline } from '../state/timeline';
import { Trails } from '../state/trail';
import type { Trail } from '../state/trail';
import { Bodies } from './bodies';
import type { Look } from './bodies';
import { CameraRig, flight_bounds, kNothingCovered, mix_covered } from './cameras';
import type { Bounds, Covered } from './cameras';
import { Blockers } from './blockers';
import { add_rim } from './edge';
import { MarksMesh } from './marks';
import { VehicleModel, load_level } from './models';
import type { Paint, VehicleShape } from './models';
import { PointCloud } from './points';
import { Changes, Quality } from './quality';
import { kAir, kSunDirection, plain, use_weather } from './surface';
import { Ribbon, ScanFan } from './traces';
import type { Scan } from './traces';
import { Volumes, box_of, same_edit } from './volumes';
import { weather_of, WeatherShow } from './weather';
import type { Weather } from './weather';

export interface SceneHooks {
  url(path: string): string;
  shape_of(kind: string): VehicleShape;
  progress(share: number): void; // of the level's bytes, 0 to 1
  shown(entered: number): void; // the room gone into so many times is on screen, or another level of it
  failed(level: string, words: string): void;
}

/// A part of the canvas, 0 to 1 from the lower left, with the vehicle it follows or the fixed camera it looks through.
export interface View {
  index: number;
  vehicle: number; // -1: none
  fixed: FixedView | null;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TopPicture {
  canvas: HTMLCanvasElement;
  bounds: [number, number, number, number];
}

const kWayStep = 1; // m, between points of where a client has driven
const kWhite = new THREE.Color(1, 1, 1);
const kHeaven = new THREE.Color(0xdce8f5); // light of the sky, and what the ground gives back of it
const kBounce = new THREE.Color(0x8a8478);
const kHorizon = new THREE.Color('#cddce9').convertLinearToSRGB();
const kFarGround = new THREE.Color('#7d8577').convertLinearToSRGB();

/// As cameras see it: `power` times daylight at a metre, with the square of the distance, to nothing at its reach.
function lamp_of(light: LevelLight): THREE.PointLight {
  const lamp = new THREE.PointLight(new THREE.Color(light.color).convertLinearToSRGB(), light.power, 10 * Math.sqrt(light.power), 2);
  lamp.position.set(...light.at);
  return lamp;
}

export class Scene {
  readonly quality: Quality;
  top_picture: TopPicture | null = null;
  covered: Covered = kNothingCovered; // by bars and panels; the whole level is shown in what is left
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly sun = new THREE.DirectionalLight(0xffffff, 2.5);
  private readonly heaven = new THREE.HemisphereLight(kHeaven, kBounce, 1.35);
  private level = new THREE.Group();
  private readonly bodies = new Bodies();
  private surroundings: THREE.Mesh | null = null;
  private level_url = ''; // of the room
  private drawn_url = ''; // of the level in the picture
  private drawn = { room: '', run: -1, entered: -1, url: '' }; // as last shown
  private cleared = false;
  private level_title = '';
  private vehicles: { key: string; model: VehicleModel | null }[] = [];
  private readonly paths = new Trails();
  private ribbons: Ribbon[] = [];
  private readonly traces = new THREE.Group(); // trails and scans of a field
  private readonly fan = new ScanFan();
  private readonly marks = new MarksMesh(); // of the watched vehicle's pursuit
  private readonly cloud = new PointCloud();
  private readonly volumes = new Volumes(); // of the trial's task
  private eased = kNothingCovered;
  private readonly calm = matchMedia('(prefers-reduced-motion: reduce)');
  private rigs: CameraRig[] = [new CameraRig()];
  private flown: { key: string; bounds: Bounds | null } = { key: '', bounds: null }; // where a path is edited
  private looks: Look[] = []; // of the views of the last picture
  private last_run = -1;
  private last_shown = 0;
  private last_now = 0;
  private shadows_stale = true;
  private wants_top_picture = false;
  private readonly changes = new Changes();
  private version = 0; // of what is drawn, besides what moves
  private horizon = '';
  private readonly looking = new THREE.Vector3();
  private readonly weather: WeatherShow;
  private blockers: Blockers | null = null; // of the level in the picture
  private sun_moved = false;

  constructor(
    private readonly canvas: HTMLCanvasElement, private readonly store: Store,
    private readonly timeline: Timeline, private readonly pursuits: Pursuits, private readonly hooks: SceneHooks,
  ) {
    this.weather = new WeatherShow(canvas);
    const software = renders_in_software();
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !software, alpha: true, powerPreference: 'high-performance' });
    this.renderer.setClearColor(0x000000, 0); // the sky is the page's: half of the pixels for nothing
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = software ? THREE.BasicShadowMap : THREE.PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.quality = new Quality(software);
    this.scene.add(this.heaven, this.sun, this.sun.target, this.traces, this.volumes.root, this.cloud.root, this.marks.mesh);
    this.traces.add(this.fan.root);
    this.fan.show(null);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.setScalar(2048);
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = 0.012;
    canvas.addEventListener('webglcontextrestored', () => ++this.version);
    store.watch((state) => state.choices.quality, (choice) => { this.quality.choose(choice); ++this.version; });
    store.watch((state) => `${state.place.room} ${state.selected} ${state.room?.game?.task} ${state.room?.game?.end}`, () => ++this.version);
    const redraw = (): void => { ++this.version; };
    store.watch((state) => state.hand, redraw);
    store.watch((state) => state.room?.paths, redraw);
    store.watch((state) => state.choices.hidden_marks, redraw);
    // while paused it is told again and again, and the same says nothing new
    let told = '';
    pursuits.watch(() => {
      const now = JSON.stringify(pursuits.newest(store.get().place.watched));
      if (now !== told) ++this.version;
      told = now;
    });
    store.watch((state) => state.room?.level ?? null, (level) => void this.show_level(level));
    store.watch((state) => state.room?.vehicles ?? null, (vehicles) => this.show_vehicles(vehicles ?? []));
    // another room, or the same with a world of another size: the picture is fitted anew
    store.watch((state) => `${state.room?.room} ${state.room?.level.name} ${size_key(state.room)}`, () => {
      for (const rig of this.rigs) rig.reset();
    });
    const show_task = (): void => {
      const { room } = store.get();
      this.volumes.show(room?.level.rules ?? null, room?.game?.end === 'running' ? room.game.task : Infinity);
    };
    store.watch((state) => state.room?.level, show_task);
    store.watch((state) => state.room?.game, show_task);
    store.watch((state) => state.room?.parameters, (parameters) => this.show_weather(weather_of(parameters ?? [])));
    store.watch((state) => `${state.place.watched} ${state.place.split} ${state.place.fixed} ${camera_of(state)}`, () => {
      for (const rig of this.rigs) rig.jump();
    });
  }

  private show_weather(weather: Weather | null): void {
    if (!this.weather.show(weather)) return;
    use_weather(weather !== null, this.scene);
    this.light_vehicles(weather !== null);
    this.sun_moved = true;
    ++this.version;
  }

  /// What three.js lights itself, by the weather too. Its fog is thicker far off than ours and thinner near; at the range of
  /// half sight they are one.
  private light_vehicles(weather: boolean): void {
    const share = (color: THREE.Color): THREE.Color => (weather ? color.clone().convertSRGBToLinear() : kWhite);
    this.sun.color.copy(share(kAir.sun.value));
    this.heaven.color.copy(kHeaven).multiply(share(kAir.sky.value));
    this.heaven.groundColor.copy(kBounce).multiply(share(kAir.sky.value));
    const density = weather ? kAir.fog.value / Math.sqrt(Math.LN2) : 0;
    this.scene.fog = density > 0 ? new THREE.FogExp2(share(kAir.horizon.value), density) : null;
  }

  /// The rig of the view at a point of the window, 0 to 1 from the upper left.
  rig_at(x: number, y: number): CameraRig {
    return this.rigs[this.view_at(x, y)?.index ?? 0] ?? this.rigs[0]!;
  }

  /// The point of the level under a point of the window; null in the sky.
  pick(x: number, y: number): [number, number, number] | null {
    const view = this.view_at(x, y);
    const rig = this.rigs[view?.index ?? 0];
    if (view === undefined || rig === undefined) return null;
    const at = new THREE.Vector2(((x - view.x) / view.width) * 2 - 1, ((1 - y - view.y) / view.height) * 2 - 1);
    const ray = new THREE.Raycaster();
    ray.setFromCamera(at, rig.camera);
    const hit = ray.intersectObject(this.level, true)[0];
    return hit === undefined ? null : [hit.point.x, hit.point.y, hit.point.z];
  }

  /// The point under a point of the window at the height in which the watched vehicle moves; null in the sky.
  pick_at_height(x: number, y: number): [number, number] | null {
    const view = this.view_at(x, y);
    const rig = this.rigs[view?.index ?? 0];
    if (view === undefined || rig === undefined) return null;
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2(((x - view.x) / view.width) * 2 - 1, ((1 - y - view.y) / view.height) * 2 - 1), rig.camera);
    const hit = ray.ray.intersectPlane(new THREE.Plane(new THREE.Vector3(0, 0, 1), -this.height()), new THREE.Vector3());
    return hit === null ? null : [hit.x, hit.y];
  }

  /// Where points at that height are in the window; null out of sight.
  project_at_height(points: readonly (readonly [number, number])[]): ({ x: number; y: number } | null)[] {
    const height = this.height();
    return points.map(([x, y]) => this.project(x, y, height));
  }

  /// In the middle of the watched vehicle's body: there its path is drawn.
  private height(): number {
    return this.vehicles[this.store.get().place.watched]?.model?.middle ?? 0;
  }

  /// The piece under a point of the window that people can change; null where there is none, or something before it.
  pick_edit(x: number, y: number): Edit | null {
    const edits = this.store.get().room?.level.rules?.edits ?? [];
    const view = this.view_at(x, y);
    const rig = this.rigs[view?.index ?? 0];
    if (edits.length === 0 || view === undefined || rig === undefined) return null;
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2(((x - view.x) / view.width) * 2 - 1, ((1 - y - view.y) / view.height) * 2 - 1), rig.camera);
    const wall = ray.intersectObject(this.level, true)[0]?.distance ?? Infinity;
    let found: Edit | null = null;
    let nearest = wall + 0.05;
    for (const edit of edits) {
      const hit = ray.ray.intersectBox(this.bodies.follow(edit.body, box_of(edit)).expandByScalar(0.005), new THREE.Vector3());
      const distance = hit === null ? Infinity : hit.distanceTo(ray.ray.origin);
      if (distance < nearest) [found, nearest] = [edit, distance];
    }
    return found;
  }

  /// Where a point of the world is in the window, in CSS pixels of the first view; null behind the eye.
  project(x: number, y: number, z: number): { x: number; y: number } | null {
    const view = this.views()[0]!;
    const { camera } = this.rigs[0]!;
    const at = this.looking.set(x, y, z).applyMatrix4(camera.matrixWorldInverse);
    if (at.z > -camera.near) return null;
    at.applyMatrix4(camera.projectionMatrix);
    if (Math.abs(at.x) > 1.05 || Math.abs(at.y) > 1.05) return null;
    return {
      x: (view.x + ((at.x + 1) / 2) * view.width) * this.canvas.clientWidth,
      y: (1 - view.y - ((at.y + 1) / 2) * view.height) * this.canvas.clientHeight,
    };
  }

  private view_at(x: number, y: number): View | undefined {
    return this.views().find((v) => x >= v.x && x <= v.x + v.width && 1 - y >= v.y && 1 - y <= v.y + v.height);
  }

  /// What is seen of a level where a path is edited; null elsewhere.
  get flight_bounds(): Bounds | null {
    return has_path(this.store.get().room) ? this.flown.bounds : null;
  }

  /// Where the vehicles of a field have been, and the car of a client; empty elsewhere.
  get trails(): readonly Trail[] {
    return this.traces.visible || has_client(this.store.get().room) ? this.paths.trails : [];
  }

  /// How many bodies are on screen elsewhere than where the level has them.
  get bodies_moved(): number {
    return this.bodies.groups.filter((_, i) => this.bodies.moved(i).length() > 0.01).length;
  }

  /// The watched vehicle's ranges on the ground of a field; null: not any more.
  show_scan(scan: Scan | null): void {
    if (this.traces.visible) ++this.version;
    this.fan.show(scan);
  }

  /// Points where a sensor measured them; null: not any more.
  show_points(points: { frame: PointsFrame; sensor: Subscribed } | null): void {
    ++this.version;
    this.cloud.root.visible = points !== null;
    if (points !== null) this.cloud.show(points.frame, points.sensor, this.store.get().choices.points_by);
  }

  /// One picture at `now` (real s).
  draw(now: number): void {
    const dt = Math.min(0.1, Math.max(0.001, now - this.last_now));
    this.last_now = now;
    this.timeline.advance(now);
    if (this.level_is_wrong()) return;
    const states = this.timeline.sample();
    this.place_vehicles(states);
    this.place_bodies(now);
    this.leave_traces(states);
    this.place_points(states);
    this.draw_pursuit(states);
    this.mark(states);
    const arriving = this.arriving();
    this.eased = mix_covered(this.eased, this.covered, this.calm.matches || arriving ? 1 : 1 - Math.exp(-dt / 0.05));

    const views = this.views();
    while (this.rigs.length < views.length) this.rigs.push(new CameraRig());
    for (const view of views) this.aim(view, views.length > 1, states, dt);
    this.looks = views.map(({ index }) => look_of(this.rigs[index]!.camera));
    const ratio = this.quality.next(this.changes.changed(this.seen(views, states)), performance.now(), arriving);
    if (ratio === 0) {
      this.tell_shown(); // the picture that stands is of this room
      return;
    }
    this.fit_size(ratio);
    // after the first picture, which people wait for
    if (this.wants_top_picture && this.drawn.entered === this.store.get().entered) this.take_top_picture(states);
    this.follow_with_sun(states[Math.max(0, views[0]!.vehicle)] ?? null);
    this.renderer.shadowMap.needsUpdate = this.shadows_stale || !this.quality.software;
    this.shadows_stale = false;
    this.renderer.setScissorTest(views.length > 1);
    for (const view of views) this.render(view, views.length > 1);
    this.tint_sky();
    this.quality.finished(performance.now());
    this.tell_shown();
  }

  /// While the level in the picture is not the room's: nothing of another room is drawn, and a picture of an earlier run
  /// stands. A level that people edit goes on until it is changed.
  private level_is_wrong(): boolean {
    const { room } = this.store.get();
    const right = room !== null && this.drawn_url === room.level.glb;
    const other_room = room?.room !== this.drawn.room;
    if (!right && other_room && !this.cleared) {
      this.renderer.setScissorTest(false);
      this.renderer.clear();
      ++this.version;
    }
    this.cleared = !right && other_room;
    return !right && (other_room || room?.run !== this.drawn.run);
  }

  /// The level of the room with all its vehicles can be drawn.
  private complete(): boolean {
    const { room } = this.store.get();
    return room !== null && this.drawn_url === room.level.glb && this.timeline.newest !== null && this.vehicles.every(({ key, model }) => key === kNobody || model !== null);
  }

  /// The next picture is the first of a room, or the second, which comes with the top view: people look before they drive.
  private arriving(): boolean {
    return !this.in_menu() && this.complete() && (this.drawn.entered !== this.store.get().entered || this.top_picture === null);
  }

  /// Once for each room gone into and each level of it: when a picture of its level with all its vehicles is there.
  private tell_shown(): void {
    const { room, entered } = this.store.get();
    if (room === null || !this.complete()) return;
    const first = entered !== this.drawn.entered || this.drawn_url !== this.drawn.url;
    this.drawn = { room: room.room, run: room.run, entered, url: this.drawn_url };
    if (!first) return;
    ++this.version; // the next picture comes with the top view
    this.hooks.shown(entered);
  }

  /// Everything that decides what the picture is, as numbers.
  private *seen(views: readonly View[], states: readonly VehicleState[]): Iterable<number> {
    yield* [this.version, this.canvas.clientWidth, this.canvas.clientHeight, this.quality.rest, this.volumes.opacity];
    for (const { index } of views) {
      const { camera } = this.rigs[index]!;
      yield* camera.matrixWorld.elements;
      yield* camera.projectionMatrix.elements;
    }
    for (const { x, y, z, yaw, pitch, roll, steer, present } of states) yield* [x, y, z, yaw, pitch, roll, steer, Number(present)];
  }

  private aim(view: View, shared: boolean, states: readonly VehicleState[], dt: number): void {
    const rig = this.rigs[view.index]!;
    rig.kind = this.in_menu() ? 'show' : camera_of(this.store.get());
    rig.fixed = view.fixed;
    rig.bounds = this.bounds_seen(states) ?? rig.bounds;
    rig.covered = shared ? kNothingCovered : this.eased;
    rig.north_up = this.store.get().choices.north_up;
    rig.sight = (from, to) => this.blockers?.free(from, to) ?? 1;
    const aspect = (view.width * this.canvas.clientWidth) / Math.max(1, view.height * this.canvas.clientHeight);
    rig.update(states[view.vehicle] ?? null, this.length_of(Math.max(0, view.vehicle)), aspect, dt);
    this.frame_for_layout(rig);
  }

  /// The level, or where a path is edited what belongs to it: levels for flights are wide and mostly empty.
  private bounds_seen(states: readonly VehicleState[]): Bounds | null {
    const { room, place } = this.store.get();
    const path = path_of(room, place.watched);
    const at = states[place.watched];
    if (room === null || path === null || at === undefined) return room?.level.bounds ?? null;
    const key = `${room.room} ${room.level.glb}`;
    if (this.flown.key !== key) this.flown = { key, bounds: null };
    this.flown.bounds = flight_bounds(this.flown.bounds, at, path.points);
    return this.flown.bounds;
  }

  private render(view: View, shared: boolean): void {
    const rig = this.rigs[view.index]!;
    const [width, height, ratio] = [this.canvas.width, this.canvas.height, this.renderer.getPixelRatio()];
    const gap = shared ? 1 : 0; // a thin line between views
    const [left, bottom] = [Math.round(view.x * width) + gap, Math.round(view.y * height) + gap];
    const [wide, high] = [Math.round(view.width * width) - 2 * gap, Math.round(view.height * height) - 2 * gap];
    this.renderer.setViewport(left / ratio, bottom / ratio, wide / ratio, high / ratio);
    this.renderer.setScissor(left / ratio, bottom / ratio, wide / ratio, high / ratio);
    const model = this.vehicles[view.vehicle]?.model;
    if (model !== null && model !== undefined) model.root.visible = rig.kind !== 'hood' || rig.fixed !== null;
    this.renderer.render(this.scene, rig.camera);
    if (model !== null && model !== undefined) model.root.visible = true;
  }

  /// The page draws the sky behind the canvas; it must know where the horizon is.
  private tint_sky(): void {
    const { camera } = this.rigs[0]!;
    const pitch = Math.asin(Math.max(-1, Math.min(1, camera.getWorldDirection(this.looking).z)));
    const share = 0.5 + (0.5 * Math.tan(pitch)) / Math.tan((camera.fov * Math.PI) / 360);
    const horizon = `${Math.round(Math.max(-20, Math.min(120, share * 100)) / 2) * 2}%`;
    if (horizon === this.horizon) return;
    this.horizon = horizon;
    this.canvas.style.setProperty('--horizon', horizon);
  }

  private in_menu(): boolean {
    return this.store.get().place.room === '';
  }

  views(): View[] {
    const { place, room } = this.store.get();
    const whole: View = { index: 0, vehicle: place.watched, fixed: null, x: 0, y: 0, width: 1, height: 1 };
    const there = slots_there(room);
    const count = Math.min(4, there.length);
    if (!place.split || place.room === '' || count < 2) return [whole];
    if (is_duel(room)) return duel_views(count, room?.level.rules?.views[place.fixed] ?? null, this.canvas.clientHeight > this.canvas.clientWidth);
    const chosen = [...place.drives, ...there.slice(0, count)];
    const vehicles = [...new Set(chosen)].slice(0, place.drives.length > 1 ? Math.max(2, place.drives.length) : count);
    if (vehicles.length === 2) {
      const tall = this.canvas.clientHeight > this.canvas.clientWidth;
      return vehicles.map((vehicle, index) => tall
        ? { index, vehicle, fixed: null, x: 0, y: index === 0 ? 0.5 : 0, width: 1, height: 0.5 }
        : { index, vehicle, fixed: null, x: index * 0.5, y: 0, width: 0.5, height: 1 });
    }
    return vehicles.map((vehicle, index) =>
      ({ index, vehicle, fixed: null, x: (index % 2) * 0.5, y: index < 2 ? 0.5 : 0, width: 0.5, height: 0.5 }));
  }

  // what is looked at belongs in the middle of what bars and panels leave; in the menu the list covers the left of wide windows
  private frame_for_layout(rig: CameraRig): void {
    const width = this.canvas.clientWidth;
    const height = this.canvas.clientHeight;
    const { left, right, top, bottom } = rig.covered;
    if (this.in_menu() && width > 1100) rig.camera.setViewOffset(width, height, -width * 0.26, 0, width, height);
    else rig.camera.setViewOffset(width, height, ((right - left) * width) / 2, ((bottom - top) * height) / 2, width, height);
  }

  private length_of(vehicle: number): number {
    const kind = this.store.get().room?.vehicles[vehicle]?.kind;
    return kind === undefined ? 0.6 : this.hooks.shape_of(kind).length;
  }

  // --- contents -----------------------------------------------------------------------------------------------

  private async show_level(level: RoomLevel | null): Promise<void> {
    const url = level?.glb ?? '';
    if (url === this.level_url) return;
    this.level_url = url;
    if (level === null || url === '') return;
    const { title } = level;
    if (this.store.get().room?.room !== this.drawn.room) this.top_picture = null;
    try {
      const progress = (share: number): void => { if (this.level_url === url) this.hooks.progress(share); };
      const { root, bodies, ground } = await load_level(this.hooks.url(url), level.bodies, level.variants, level.rules?.ghosts ?? [], progress);
      if (this.level_url !== url) return;
      this.scene.remove(this.level);
      this.level.traverse((object) => { if (object instanceof THREE.Mesh) (object as THREE.Mesh).geometry.dispose(); });
      this.level = root;
      this.shadows_stale = true;
      this.scene.add(root);
      this.blockers = Blockers.of(root, bodies);
      for (const light of level.lights ?? []) root.add(lamp_of(light));
      if (this.store.get().levels?.find(({ name }) => name === level.name)?.physics === 'rigid') add_rim(root, ground);
      this.bodies.show(bodies, ground.isEmpty() ? 0 : ground.min.z);
      this.surround();
      if (title !== this.level_title) for (const rig of this.rigs) rig.jump();
      this.level_title = title;
      this.drawn_url = url;
      this.wants_top_picture = true;
      ++this.version;
    } catch (error) {
      if (this.level_url !== url) return;
      this.level_url = '';
      this.hooks.failed(title, error instanceof Error ? error.message : String(error));
    }
  }

  /// Ground to the horizon, under the level.
  private surround(): void {
    if (this.surroundings !== null) {
      this.scene.remove(this.surroundings);
      this.surroundings.geometry.dispose();
    }
    const box = new THREE.Box3().setFromObject(this.level);
    const reach = Math.max(box.max.x - box.min.x, box.max.y - box.min.y);
    const disc = new THREE.RingGeometry(0.01, 14 * reach, 40, 6);
    const at = disc.getAttribute('position');
    const colors = new Float32Array(3 * at.count);
    for (let i = 0; i < at.count; ++i) {
      const far = Math.min(1, Math.hypot(at.getX(i), at.getY(i)) / (9 * reach));
      const c = kFarGround.clone().lerp(kHorizon, Math.sqrt(far));
      colors.set([c.r, c.g, c.b], 3 * i);
    }
    disc.setAttribute('color', new THREE.BufferAttribute(colors, 3));
    const ground = new THREE.Mesh(disc, plain(null, kWhite));
    ground.renderOrder = 100;
    ground.position.set((box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2, box.min.z - 0.004 * reach);
    this.surroundings = ground;
    this.scene.add(ground);
  }

  private show_vehicles(wanted: RoomVehicle[]): void {
    while (this.vehicles.length > wanted.length) this.remove_vehicle(this.vehicles.length - 1);
    wanted.forEach((vehicle, i) => {
      const { glb, paint } = coat_of(vehicle, wanted[0]!);
      const key = vehicle.present ? `${glb} ${paint?.front} ${paint?.back}` : kNobody;
      if (this.vehicles[i]?.key === key) return;
      this.remove_vehicle(i);
      const slot: { key: string; model: VehicleModel | null } = { key, model: null };
      this.vehicles[i] = slot;
      if (!vehicle.present) return;
      VehicleModel.load(this.hooks.url(glb), this.hooks.shape_of(vehicle.kind), paint).then((model) => {
        if (this.vehicles[i] !== slot) return;
        slot.model = model;
        ++this.version;
        if (this.quality.software) model.cast_no_shadow();
        this.scene.add(model.root);
      }, (error: unknown) => this.hooks.failed(vehicle.kind, error instanceof Error ? error.message : String(error)));
    });
  }

  private remove_vehicle(i: number): void {
    ++this.version;
    const slot = this.vehicles[i];
    if (slot?.model) {
      this.scene.remove(slot.model.root);
      slot.model.dispose();
    }
    if (i === this.vehicles.length - 1) this.vehicles.pop();
  }

  private place_vehicles(states: VehicleState[]): void {
    const run = this.timeline.newest?.run ?? -1;
    const passed = run === this.last_run ? this.timeline.shown - this.last_shown : 0;
    if (run !== this.last_run) for (const rig of this.rigs) rig.jump();
    this.last_run = run;
    this.last_shown = this.timeline.shown;
    this.vehicles.forEach(({ model }, i) => {
      const state = states[i];
      if (model === null) return;
      model.root.visible = state?.present === true;
      if (state === undefined || !state.present) return;
      model.root.position.set(state.x, state.y, state.z);
      model.root.rotation.set(state.roll, state.pitch, state.yaw, 'ZYX');
      model.stand(uprightness(state));
      model.pose(state.steer, state.speed * passed);
    });
  }

  private place_bodies(now: number): void {
    const changed = this.bodies.place(this.timeline.sample_bodies(), now, this.looks);
    this.shadows_stale ||= changed.shadows;
    if (changed.picture) ++this.version;
  }

  /// The task's volumes, and the piece that is selected.
  private mark(states: VehicleState[]): void {
    const { room, place, selected } = this.store.get();
    const rules = room?.level.rules ?? null;
    this.volumes.root.visible = place.room !== '' && rules !== null;
    if (rules === null) return;
    this.volumes.follow(rules, room?.game?.task ?? 0, states[0], this.timeline.time);
    const edit = selected === '' ? undefined : rules.edits.find(({ piece }) => piece === selected);
    const box = edit === undefined ? null : rules.edits.filter((each) => same_edit(each, edit))
      .reduce((all, each) => all.union(this.bodies.follow(each.body, box_of(each))), new THREE.Box3());
    this.volumes.select(box);
  }

  private leave_traces(states: VehicleState[]): void {
    const { room, place } = this.store.get();
    this.traces.visible = place.room !== '' && seen_whole(room) && states.length > 0;
    if (place.room !== '' && has_client(room) && !this.traces.visible) this.paths.add(`${room!.room} ${this.last_run}`, states.slice(0, 1), kWayStep);
    if (room === null || !this.traces.visible) return;
    const [west, south, east, north] = this.bounds_seen(states) ?? room.level.bounds;
    const near = ['chase', 'hood', 'orbit'].includes(camera_of(this.store.get()));
    const width = near ? 0.015 : Math.max(0.015, 0.007 * Math.max(east - west, north - south));
    this.paths.add(`${room.room} ${this.last_run}`, states, 0.12 * this.length_of(0));
    while (this.ribbons.length > states.length) this.drop_ribbon();
    states.forEach((state, i) => {
      let ribbon = this.ribbons[i];
      if (ribbon === undefined) {
        ribbon = new Ribbon(room.vehicles[i]?.color ?? '#ffffff');
        this.ribbons.push(ribbon);
        this.traces.add(ribbon.mesh);
      }
      const trail = this.paths.trails[i]!;
      ribbon.mesh.visible = state.present && !is_traffic(room.vehicles[i]?.driver ?? '');
      ribbon.show(trail, state, width);
      ribbon.paint(trail, path_of(room, i) !== null);
    });
    const watched = states[place.watched];
    if (watched !== undefined) this.fan.place(watched);
  }

  /// The watched vehicle's path and how it follows it, at the moment that is on screen.
  private draw_pursuit(states: readonly VehicleState[]): void {
    const { place, choices } = this.store.get();
    const { camera } = this.rigs[0]!;
    const at = states[place.watched];
    const pursuit = place.room === '' ? null : pursuit_of(this.store.get(), this.pursuits.at(place.watched, this.timeline.shown), at);
    this.marks.mesh.visible = pursuit !== null;
    if (pursuit === null || at === undefined) return;
    const height = this.height();
    const distance = camera.position.distanceTo(this.looking.set(at.x, at.y, height));
    const px = (2 * distance * Math.tan((camera.fov * Math.PI) / 360)) / Math.max(1, this.canvas.clientHeight);
    this.marks.show(marks_of(pursuit, choices.hidden_marks, px), px, height);
  }

  /// They stay where they were measured while the vehicle goes on.
  private place_points(states: VehicleState[]): void {
    const { root, tick, vehicle, placed } = this.cloud;
    if (!root.visible || placed) return;
    const known = this.timeline.at(tick);
    const state = (known ?? states)[vehicle];
    if (state !== undefined) this.cloud.place(state);
    this.cloud.placed = known !== null;
    ++this.version;
  }

  private drop_ribbon(): void {
    const ribbon = this.ribbons.pop();
    if (ribbon === undefined) return;
    this.traces.remove(ribbon.mesh);
    ribbon.dispose();
  }

  // --- light --------------------------------------------------------------------------------------------------

  /// The sun's shadow map covers the surroundings of the watched vehicle, in whole steps so that edges do not crawl.
  /// In software it is drawn anew only after such a step and for bodies: vehicles have their soft patch alone.
  private follow_with_sun(watched: VehicleState | null): void {
    const [west, south, east, north] = this.store.get().room?.level.bounds ?? [-20, -20, 20, 20];
    const least = Math.min(16, 1.3 * Math.hypot(east - west, north - south)); // all of a small field
    const reach = Math.min(90, Math.max(least, 22 * this.length_of(this.store.get().place.watched)));
    const step = reach / 4;
    this.aim_sun(Math.round((watched?.x ?? 0) / step) * step, Math.round((watched?.y ?? 0) / step) * step, reach);
  }

  private aim_sun(x: number, y: number, reach: number): void {
    const { target, shadow } = this.sun;
    if (!this.sun_moved && target.position.x === x && target.position.y === y && shadow.camera.right === reach) return;
    this.sun_moved = false;
    this.shadows_stale = true;
    this.sun.target.position.set(x, y, 0);
    this.sun.position.copy(kSunDirection).multiplyScalar(2 * reach).add(this.sun.target.position);
    this.sun.target.updateMatrixWorld();
    const frustum = this.sun.shadow.camera;
    if (frustum.right === reach) return;
    frustum.left = frustum.bottom = -reach;
    frustum.right = frustum.top = reach;
    frustum.near = 0.1;
    frustum.far = 5 * reach;
    frustum.updateProjectionMatrix();
  }

  // --- canvas -------------------------------------------------------------------------------------------------

  private fit_size(ratio: number): void {
    const width = this.canvas.clientWidth;
    const height = this.canvas.clientHeight;
    if (this.canvas.width === Math.floor(width * ratio) && this.canvas.height === Math.floor(height * ratio)) return;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
  }

  /// The level from above, for the minimap: drawn once a level, and copied before the canvas is shown.
  private take_top_picture(states: readonly VehicleState[]): void {
    const room: Room | null = this.store.get().room;
    if (room === null) return;
    this.wants_top_picture = false;
    const [west, south, east, north] = room.level.bounds;
    const [wide, high] = [Math.max(1, east - west), Math.max(1, north - south)];
    const scale = Math.min(this.canvas.width / wide, this.canvas.height / high);
    const [width, height] = [Math.floor(wide * scale), Math.floor(high * scale)];
    const camera = new THREE.OrthographicCamera(-wide / 2, wide / 2, high / 2, -high / 2, 1, 1000);
    camera.up.set(0, 1, 0);
    camera.position.set((west + east) / 2, (south + north) / 2, 500);
    camera.lookAt((west + east) / 2, (south + north) / 2, 0);
    const ratio = this.renderer.getPixelRatio();
    const cars = this.vehicles.map(({ model }) => model?.root);
    for (const car of cars) if (car) car.visible = false;
    const bodies = this.bodies.groups.filter((body) => body?.visible); // the map draws them where they are
    for (const body of bodies) body!.visible = false;
    const [traced, measured, marked] = [this.traces.visible, this.cloud.root.visible, this.marks.mesh.visible];
    this.traces.visible = this.volumes.root.visible = this.cloud.root.visible = this.marks.mesh.visible = false;
    this.renderer.setScissorTest(false);
    this.renderer.setViewport(0, 0, width / ratio, height / ratio);
    this.aim_sun((west + east) / 2, (south + north) / 2, 0.55 * Math.hypot(wide, high));
    this.renderer.shadowMap.needsUpdate = true;
    this.renderer.render(this.scene, camera);
    this.vehicles.forEach(({ model }, i) => { if (model !== null) model.root.visible = states[i]?.present === true; });
    for (const body of bodies) body!.visible = true;
    this.traces.visible = traced;
    this.cloud.root.visible = measured;
    this.marks.mesh.visible = marked;
    const copy = document.createElement('canvas');
    copy.width = width;
    copy.height = height;
    copy.getContext('2d')!.drawImage(this.canvas, 0, this.canvas.height - height, width, height, 0, 0, width, height);
    this.top_picture = { canvas: copy, bounds: [west, south, east, north] };
  }
}

const kNobody = ''; // key of an empty slot

/// The file of a vehicle and its colours in it. Who has colours of its own shares the first's file with all such of its kind: a town
/// full of cars is as many files as kinds.
function coat_of({ glb, color, front, back }: RoomVehicle, first: RoomVehicle): { glb: string; paint: Paint | null } {
  if (front === undefined || back === undefined) return { glb, paint: null };
  return { glb: glb.replace(/\?vehicle=\d+$/, '?vehicle=0'), paint: { coat: glb.includes('?vehicle=') ? first.color : color, front, back } };
}

/// Up to four cars; with fewer the race's fixed camera besides. Two cars and no camera share the canvas as everywhere.
export function duel_views(cars: number, fixed: FixedView | null, tall: boolean): View[] {
  const eyes: { vehicle: number; fixed: FixedView | null }[] = Array.from({ length: cars }, (_, vehicle) => ({ vehicle, fixed: null }));
  if (cars < 4 && fixed !== null) eyes.push({ vehicle: -1, fixed });
  if (eyes.length === 2) {
    return eyes.map((eye, index) => ({
      ...eye, index, ...(tall ? { x: 0, y: index === 0 ? 0.5 : 0, width: 1, height: 0.5 } : { x: index * 0.5, y: 0, width: 0.5, height: 1 }),
    }));
  }
  return eyes.map((eye, index) => ({
    ...eye, index, x: index === 2 && eyes.length === 3 ? 0 : (index % 2) * 0.5, y: index < 2 ? 0.5 : 0, width: index === 2 && eyes.length === 3 ? 1 : 0.5, height: 0.5,
  }));
}

function look_of({ position, projectionMatrix, matrixWorldInverse }: THREE.Camera): Look {
  const frustum = new THREE.Frustum().setFromProjectionMatrix(new THREE.Matrix4().multiplyMatrices(projectionMatrix, matrixWorldInverse));
  return { eye: position, frustum };
}

/// Worlds of another size are fitted anew; one that people edit keeps the eye where it is.
function size_key(room: Room | null): string {
  return room === null || (room.level.rules?.edits.length ?? 0) > 0 ? '' : room.level.bounds.join(' ');
}

/// Whether WebGL runs on the processor: then pixels are dear.
function renders_in_software(): boolean {
  const probe = document.createElement('canvas').getContext('webgl2');
  if (probe === null) throw new Error('This browser has no WebGL 2, which the picture needs.');
  const names = probe.getExtension('WEBGL_debug_renderer_info');
  const name = String(names === null ? '' : probe.getParameter(names.UNMASKED_RENDERER_WEBGL));
  probe.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
