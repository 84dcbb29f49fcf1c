// The panels there are: their titles, sizes, and where they are useful. What each shows stands in panels/.

import { has_settings } from '../doors/table';
import { is_field } from '../state/store';
import type { PanelId } from '../state/store';
import { make_links } from './links';
import type { PanelKind } from './panels';
import { make_camera } from './panels/camera';
import { make_laps } from './panels/laps';
import { make_console, make_events, make_vehicles } from './panels/lists';
import { make_lidar, make_minimap } from './panels/maps';
import type { PanelWorld } from './panels/panel_world';
import { make_plots } from './panels/plots';
import { make_speed } from './panels/speed';
import { make_parameters } from './parameters';
import { make_settings } from './settings';
import { make_training } from './training_curve';
import { make_world, world_variables } from './world';

export function panel_kinds(world: PanelWorld): Record<PanelId, PanelKind> {
  const picture = (kind: 'colour' | 'depth' | 'semantic') => () => make_camera(world, kind);
  return {
    speed: { title: 'Speed and steering', icon: 'speed', make: () => make_speed(world) },
    laps: { title: 'Lap times', icon: 'laps', useful: ({ room }) => room === null || !is_field(room.level), make: () => make_laps(world) },
    minimap: { title: 'Minimap', icon: 'minimap', make: () => make_minimap(world) },
    lidar: { title: 'Lidar', icon: 'lidar', make: () => make_lidar(world) },
    camera: { title: 'Colour camera', icon: 'camera', make: picture('colour') },
    depth: { title: 'Depth camera', icon: 'depth', make: picture('depth') },
    semantic: { title: 'Semantic camera', icon: 'semantic', make: picture('semantic') },
    imu: { title: 'IMU', icon: 'imu', make: () => make_plots(world, 'imu') },
    plot: { title: 'Speed plot', icon: 'plot', make: () => make_plots(world, 'speed') },
    events: { title: 'Events', icon: 'events', make: () => make_events(world) },
    vehicles: { title: 'All vehicles', icon: 'vehicles', make: () => make_vehicles(world) },
    parameters: { title: 'Parameters', icon: 'parameters', make: () => make_parameters(world.store, world.session) },
    world: {
      title: 'World', icon: 'world', make: () => make_world(world.store, world.session),
      useful: ({ room }) => room !== null && room.mode === 'live' && room.role === 'opener' && room.game?.mode !== 'grade' && Object.keys(world_variables(room.level)).length > 0,
    },
    console: {
      title: 'Console', icon: 'console', make: () => make_console(world),
      useful: ({ room }) => room?.doors.some(({ console }) => console.length > 0) === true,
    },
    settings: { title: 'Course settings', icon: 'settings', useful: ({ room }) => has_settings(room) && room?.role === 'opener', make: () => make_settings(world.store, world.session) },
    training: { title: 'Training', icon: 'plot', useful: ({ room }) => room?.training !== undefined, make: () => make_training(world.store) },
    links: { title: 'Links', icon: 'links', useful: ({ room }) => (room?.links.length ?? 0) > 0, make: () => make_links(world.store) },
  };
}
