// Which sensor of the vehicle watched a panel shows: a choice that is kept with the layout, and a line on its readings.

import { client_sensors } from '../../doors/table';
import type { SensorFrame, SensorName, SensorSpec, Subscribed } from '../../net/messages';
import { chosen_sensor, layout_kind, with_sensor } from '../../state/layout';
import { LeftOut, kLeftOut_s, kSensorPanels, rate_words, sensor_title, sensors_for, shown_of_client, shown_sensor } from '../../state/sensors';
import type { SensorPanelId } from '../../state/sensors';
import type { AppState } from '../../state/store';
import { fill, h, set_text } from '../dom';
import type { PanelWorld } from './panel_world';

const kStatusMs = 500; // between two looks of the line, so that it can be read

export interface SensorView {
  /// Another sensor from now on, or the same with another form; null: none yet.
  begin(about: Subscribed | null): void;
  /// A reading; returns words about it for the line.
  frame(frame: SensorFrame, about: Subscribed): string;
  /// What to ask for besides the name.
  wish?(sensor: SensorName): Partial<SensorSpec>;
}

export interface SensorChoice {
  choice: HTMLSelectElement;
  status: HTMLElement;
  /// Asks anew, with other wishes.
  ask(): void;
  tick(): void;
  close(): void;
}

export function make_sensor_choice({ store, feeds }: PanelWorld, panel: SensorPanelId, view: SensorView): SensorChoice {
  const status = h('p', { class: 'corner', title: `Readings in a simulated second; those of the last ${kLeftOut_s} s that came too fast to be shown are left out` });
  const choice = h('select', { class: 'sensor-choice', 'aria-label': 'Sensor', onchange: () => {
    const { choices, room } = store.get();
    store.choose({ layouts: with_sensor(choices.layouts, layout_kind(room), panel, choice.value) });
  } });
  const missed = new LeftOut();
  let end: () => void = () => undefined;
  let about: Subscribed | null = null;
  let words = '';
  let written = 0;

  const frame = (reading: SensorFrame, told: Subscribed): void => {
    missed.add(performance.now() / 1000, reading.left_out);
    if (told !== about) view.begin(about = told);
    words = view.frame(reading, told);
  };
  const ask = (): void => {
    end();
    if (about !== null) view.begin(about = null);
    const sensor = shown(store.get(), panel);
    set_text(status, sensor === null ? missing(store.get(), panel) : 'Waiting for the first reading');
    end = sensor === null ? () => undefined : feeds.want({ sensor: sensor.name, vehicle: store.get().place.watched, ...view.wish?.(sensor) }, {
      frame, refused: (reason) => { if (about !== null) view.begin(about = null); set_text(status, reason); },
    });
  };
  const list = (): void => fill(choice, ...options(sensors_for(panel, watched(store.get())), shown(store.get(), panel), (sensor) => title_in(store.get(), panel, sensor)));
  const stops = [
    store.watch((state) => JSON.stringify([sensors_for(panel, watched(state)), shown(state, panel)?.name, client_sensors(state.room, kSensorPanels[panel].shape)]), list),
    store.watch((state) => JSON.stringify([state.place.watched, shown(state, panel)]), ask),
  ];
  return {
    choice, status, ask,
    tick: () => {
      const now = performance.now();
      if (about === null || now - written < kStatusMs) return;
      written = now;
      const fastest = store.get().room?.pace.factor === 0; // there nobody sees all of them
      set_text(status, [words, rate_words(about.rate, fastest ? 0 : missed.count(now / 1000))].filter((each) => each !== '').join(' · '));
    },
    close: () => {
      for (const stop of stops) stop();
      end();
    },
  };
}

function watched({ room, place }: AppState): NonNullable<AppState['room']>['vehicles'][number] | undefined {
  return room?.vehicles[place.watched];
}

function shown(state: AppState, panel: SensorPanelId): SensorName | null {
  const [sensors, chosen] = [sensors_for(panel, watched(state)), chosen_sensor(state, panel)];
  const own = client_sensors(state.room, kSensorPanels[panel].shape);
  return own === null ? shown_sensor(panel, sensors, chosen) : shown_of_client(panel, sensors, chosen, own);
}

function missing(state: AppState, panel: SensorPanelId): string {
  return sensors_for(panel, watched(state)).length === 0 ? 'This vehicle has no such sensor.' : 'The client asked for none. One that looks on costs it time.';
}

/// As the room's client calls its own.
function title_in(state: AppState, panel: SensorPanelId, { name }: SensorName): string {
  return client_sensors(state.room, kSensorPanels[panel].shape)?.find((own) => own.name === name)?.title ?? sensor_title(name);
}

/// The run's own apart from those that look on, where there are both.
function options(sensors: readonly SensorName[], chosen: SensorName | null, title: (sensor: SensorName) => string): HTMLElement[] {
  const option = (sensor: SensorName): HTMLElement => h('option', { value: sensor.name, selected: sensor.name === chosen?.name }, title(sensor));
  const none = chosen === null && sensors.length > 0 ? [h('option', { value: '', selected: true, disabled: true }, 'Choose a sensor')] : [];
  const [own, looking] = [sensors.filter(({ mounted }) => mounted), sensors.filter(({ mounted }) => !mounted)];
  if (own.length === 0 || looking.length === 0) return [...none, ...sensors.map(option)];
  return [...none, h('optgroup', { label: 'Of the run' }, ...own.map(option)), h('optgroup', { label: 'Looking on' }, ...looking.map(option))];
}
