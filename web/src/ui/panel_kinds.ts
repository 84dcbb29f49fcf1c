// The panels there are: their titles, sizes, and where they are useful. What each shows stands in panels/.

import { client_sensors, has_settings } from '../doors/table';
import { chosen_sensor } from '../state/layout';
import { kSensorPanels } from '../state/sensors';
import type { SensorPanelId } from '../state/sensors';
import { has_client, has_path } from '../state/store';
import type { AppState, PanelId } from '../state/store';
import { make_links } from './links';
import type { PanelKind } from './panels';
import { make_client } from './panels/client';
import { make_display } from './panels/display';
import { make_figures } from './panels/figures';
import { make_flights } from './panels/flights';
import { make_laps } from './panels/laps';
import { make_console, make_events, make_vehicles } from './panels/lists';
import { make_minimap, make_path, make_ranges } from './panels/maps';
import type { PanelWorld } from './panels/panel_world';
import { make_picture } from './panels/pictures';
import { make_plots } from './panels/plots';
import { make_points } from './panels/points';
import { make_road } from './panels/road';
import { make_speed } from './panels/speed';
import { make_tracking } from './panels/tracking';
import { make_parameters } from './parameters';
import { make_settings } from './settings';
import { make_training } from './training_curve';
import { make_world, world_variables } from './world';

/// Not for the second and third sensor of a client that brought fewer along.
function fits_client(panel: SensorPanelId, number: number): (state: AppState) => boolean {
  return (state) => {
    const own = client_sensors(state.room, kSensorPanels[panel].shape);
    return own === null || own.length > number || chosen_sensor(state, panel) !== undefined;
  };
}

export function panel_kinds(world: PanelWorld): Record<PanelId, PanelKind> {
  return {
    client: { title: 'Client', icon: 'code', useful: ({ room }) => has_client(room), make: () => make_client(world) },
    speed: { title: 'Speed and steering', icon: 'speed', make: () => make_speed(world) },
    road: { title: 'Road', icon: 'road', useful: ({ room }) => room?.level.roads !== undefined, make: () => make_road(world) },
    laps: { title: 'Lap times', icon: 'laps', useful: ({ room }) => room === null || room.level.gates.length > 0, make: () => make_laps(world) },
    minimap: { title: 'Minimap', icon: 'minimap', make: () => make_minimap(world) },
    flights: { title: 'Flights', icon: 'flag', useful: ({ room }) => has_path(room), make: () => make_flights(world) },
    tracking: { title: 'Tracking', icon: 'plot', useful: ({ room }) => has_path(room), make: () => make_tracking(world) },
    figures: { title: 'Flight figures', icon: 'figures', useful: ({ room }) => has_path(room), make: () => make_figures(world) },
    display: { title: 'What is drawn', icon: 'eye', useful: ({ room }) => has_path(room), make: () => make_display(world) },
    picture: { title: 'Picture', icon: 'camera', make: () => make_picture(world, 'picture') },
    picture_2: { title: 'Picture 2', icon: 'depth', useful: fits_client('picture_2', 1), make: () => make_picture(world, 'picture_2') },
    picture_3: { title: 'Picture 3', icon: 'semantic', useful: fits_client('picture_3', 2), make: () => make_picture(world, 'picture_3') },
    ranges: { title: 'Ranges', icon: 'lidar', make: () => make_ranges(world) },
    points: { title: 'Points', icon: 'points', useful: fits_client('points', 0), make: () => make_points(world) },
    plots: { title: 'Plots', icon: 'imu', make: () => make_plots(world, 'plots') },
    plots_2: { title: 'Plots 2', icon: 'plot', make: () => make_plots(world, 'plots_2') },
    path: { title: 'Path', icon: 'path', make: () => make_path(world) },
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
