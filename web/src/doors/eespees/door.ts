// The EES-PEES door: controllers drive robots, in worlds that a backend makes or in a level as it is.

import type { DoorStatus } from '../../net/messages';
import type { DoorKind } from '../door';

export type EesPeesStatus = Extract<DoorStatus, { door: 'ees-pees' }>;

export const kEesPees: DoorKind<EesPeesStatus> = {
  title: 'Training robot',
  lines: ({ supervised, mode }) => [
    supervised ? 'Supervised: a backend makes its worlds' : 'Not supervised: it drives in the level as it is',
    mode === '' ? 'Not started yet' : `Mode: ${mode}`,
  ],
};
