// What contents of panels read, and how one follows a sensor.

import type { SensorSpec, Subscribed } from '../../net/messages';
import type { Session } from '../../net/session';
import type { Feeds, SensorFrame } from '../../state/feeds';
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

/// One sensor of the watched vehicle, following when another is watched.
export function follow_sensor(
  { store, feeds }: PanelWorld, spec: Omit<SensorSpec, 'vehicle'>,
  frame: (frame: SensorFrame, about: Subscribed) => void, refused: (words: string) => void,
): () => void {
  let end: () => void = () => undefined;
  const stop = store.watch((state) => state.place.watched, (vehicle) => {
    end();
    end = feeds.want({ ...spec, vehicle }, { frame, refused });
  });
  return () => {
    stop();
    end();
  };
}
