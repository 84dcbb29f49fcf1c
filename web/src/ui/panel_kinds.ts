// The panels there are: their titles, sizes, and where they are useful. What each shows stands in panels/.

import { is_course, is_field } from '../state/store';
import type { AppState, PanelId } from '../state/store';
import { make_links } from './links';
import type { PanelKind } from './panels';
import { make_camera } from './panels/camera';
import { make_laps } from './panels/laps';
import { make_console, make_events, make_vehicles } from './panels/lists';
import { make_lidar, make_minimap } from './panels/maps';
import type { PanelWorld } from './panels/panel_world';
import { make_plots } from './panels/plots';
import { make_speed } from './panels/speed';
import { thumb_width } from './panels/thumbs';
import { make_parameters } from './parameters';
import { make_settings } from './settings';
import { make_world, world_variables } from './world';

export function panel_kinds(world: PanelWorld): Record<PanelId, PanelKind> {
  const picture = (kind: 'colour' | 'depth' | 'semantic') => () => make_camera(world, kind);
  return {
    speed: { title: 'Speed and steering', icon: 'speed', width: 248, make: () => make_speed(world) },
    laps: { title: 'Lap times', icon: 'laps', width: 248, useful: ({ room }) => room === null || !is_field(room.level), make: () => make_laps(world) },
    minimap: { title: 'Minimap', icon: 'minimap', width: 248, make: () => make_minimap(world) },
    lidar: { title: 'Lidar', icon: 'lidar', width: course_or(264), make: () => make_lidar(world) },
    camera: { title: 'Colour camera', icon: 'camera', width: course_or(344), make: picture('colour') },
    depth: { title: 'Depth camera', icon: 'depth', width: course_or(344), make: picture('depth') },
    semantic: { title: 'Semantic camera', icon: 'semantic', width: 344, make: picture('semantic') },
    imu: { title: 'IMU', icon: 'imu', width: 384, make: () => make_plots(world, 'imu') },
    plot: { title: 'Speed plot', icon: 'plot', width: 384, make: () => make_plots(world, 'speed') },
    events: { title: 'Events', icon: 'events', width: 304, make: () => make_events(world) },
    vehicles: { title: 'All vehicles', icon: 'vehicles', width: 408, make: () => make_vehicles(world) },
    parameters: { title: 'Parameters', icon: 'parameters', width: 328, make: () => make_parameters(world.store, world.session) },
    world: {
      title: 'World', icon: 'world', width: 248, make: () => make_world(world.store, world.session),
      useful: ({ room }) => room !== null && room.mode === 'live' && room.role === 'opener' && room.game?.mode !== 'grade' && Object.keys(world_variables(room.level)).length > 0,
    },
    console: {
      title: 'Console', icon: 'console', width: 384, make: () => make_console(world),
      useful: ({ room }) => (room?.door?.console.length ?? 0) > 0,
    },
    settings: { title: 'Course settings', icon: 'settings', width: 288, useful: ({ room }) => is_course(room) && room?.role === 'opener', make: () => make_settings(world.store, world.session) },
    links: { title: 'Links', icon: 'links', width: 248, useful: ({ room }) => (room?.links.length ?? 0) > 0, make: () => make_links(world.store) },
  };
}

function course_or(width: number): (state: AppState) => number {
  return ({ room }) => (is_course(room) ? thumb_width(innerHeight) : width);
}
