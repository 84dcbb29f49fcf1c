// What contents of panels read.

import type { Session } from '../../net/session';
import type { Feeds } from '../../state/feeds';
import type { Store } from '../../state/store';
import type { Timeline } from '../../state/timeline';
import type { Scene } from '../../view/scene';

export interface PanelWorld {
  store: Store;
  session: Session;
  timeline: Timeline;
  feeds: Feeds;
  scene: Scene | null;
}
