// The robot-car course: its programs read a pad, START runs them, and until then people drive with it.

import type { DoorActs, DoorSettingsOf, DoorStatus, RacecarMode, RoomLink } from '../../net/messages';
import { figure } from '../../state/words';
import type { DoorKind, DoorSetting, PadUse, TrialAct } from '../door';

export type RacecarStatus = Extract<DoorStatus, { door: 'racecar' }>;

const kStandardPorts = '5064,5065';
const kUses: Readonly<Record<RacecarMode, PadUse>> = { 'default drive': 'hands', 'user program': 'program', wait: 'wait', finished: 'over' };

/// How a program is brought. Ports are named where they are not the course's.
export function missing_words(links: readonly RoomLink[]): string {
  const ports = links[0]?.ports.join(',') ?? kStandardPorts;
  return `run yours with -s${ports === kStandardPorts ? '' : ` and PADDOCK_RACECAR_PORTS=${ports}`}`;
}

/// A setting as its values are written on the wire, each with its title.
function setting<Name extends keyof DoorSettingsOf['racecar']>(
  name: Name, title: string, about: string, titles: Record<DoorSettingsOf['racecar'][Name], string>, standard: DoorSettingsOf['racecar'][Name],
): DoorSetting {
  return { name, title, about, values: Object.entries<string>(titles).map(([value, words]) => ({ value, title: words })), standard };
}

export const kRacecar: DoorKind<RacecarStatus> = {
  title: 'Course',
  pad: {
    use: ({ mode }) => kUses[mode],
    mode: ({ mode }) => mode.charAt(0).toUpperCase() + mode.slice(1),
    program: missing_words,
    facts: ({ max_speed }) => [{ id: 'course-limit', title: 'Max speed', words: figure(100 * max_speed, 0), unit: '%', hint: 'LB and RB change it in default drive' }],
  },
  acts: ['next_checkpoint', 'last_checkpoint', 'skip_trial'] satisfies readonly (TrialAct & DoorActs['racecar'])[],
  new_best: (status) => status.new_best,
  realism: true,
  settings: [
    setting('hide_cars', 'Hide cars', 'in the colour camera', { true: 'Hidden', false: 'Shown' }, 'false'),
    setting('depth', 'Depth image', '', { low: 'Low, 20 × 15', moderate: 'Moderate, 40 × 30', high: 'High, 80 × 60' }, 'high'),
  ],
};
