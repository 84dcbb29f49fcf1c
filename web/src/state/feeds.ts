// Sensor streams. Panels say what they want; this asks the server for it, once for equal wants, and lets
// go when the last one closes. After a change of room or a new connection everything is asked for again.

import type { SensorFrame, SensorSpec, Subscribed } from '../net/messages';

export interface FeedListener {
  frame(frame: SensorFrame, about: Subscribed): void; // `about` is another object when the sensor has become another
  refused(words: string): void;
}

/// Both ways to the server that feeds need.
export interface FeedWire {
  subscribe(spec: SensorSpec): Promise<Subscribed>;
  unsubscribe(subscription: number): void;
}

interface Feed {
  spec: SensorSpec;
  listeners: Set<FeedListener>;
  about: Subscribed | null;
}

export class Feeds {
  private feeds = new Map<string, Feed>();
  private by_subscription = new Map<number, Feed>();
  private early: SensorFrame[] = []; // frames that overtook their answer
  private generation = 0;
  private available = false;

  constructor(private readonly wire: FeedWire) {}

  /// Frames of one sensor until the function returned is called.
  want(spec: SensorSpec, listener: FeedListener): () => void {
    const key = JSON.stringify(spec);
    let feed = this.feeds.get(key);
    if (feed === undefined) {
      feed = { spec, listeners: new Set(), about: null };
      this.feeds.set(key, feed);
      if (this.available) void this.ask(feed);
    }
    const wanted = feed;
    wanted.listeners.add(listener);
    return () => {
      wanted.listeners.delete(listener);
      if (wanted.listeners.size > 0 || this.feeds.get(key) !== wanted) return;
      this.feeds.delete(key);
      if (wanted.about !== null) this.end(wanted.about.subscription);
    };
  }

  /// The client is in a room now: old numbers are void.
  restart(): void {
    this.stop();
    this.available = true;
    for (const feed of this.feeds.values()) void this.ask(feed);
  }

  /// The client is in no room, or there is no connection.
  stop(): void {
    ++this.generation;
    this.available = false;
    this.by_subscription.clear();
    this.early = [];
    for (const feed of this.feeds.values()) feed.about = null;
  }

  /// The sensor behind a subscription is another one now, as in a new run.
  renew(about: Subscribed): void {
    const feed = this.by_subscription.get(about.subscription);
    if (feed !== undefined) feed.about = about;
  }

  receive(frame: SensorFrame): void {
    const feed = this.by_subscription.get(frame.subscription);
    if (feed === undefined) {
      if (this.early.length < 16) this.early.push(frame);
      return;
    }
    if (feed.about !== null) for (const listener of feed.listeners) listener.frame(frame, feed.about);
  }

  private async ask(feed: Feed): Promise<void> {
    const generation = this.generation;
    try {
      const about = await this.wire.subscribe(feed.spec);
      if (generation !== this.generation) return;
      if (feed.listeners.size === 0) {
        this.end(about.subscription);
        return;
      }
      feed.about = about;
      this.by_subscription.set(about.subscription, feed);
      const early = this.early.filter((frame) => frame.subscription === about.subscription);
      this.early = [];
      for (const frame of early) this.receive(frame);
    } catch (error) {
      if (generation !== this.generation) return;
      for (const listener of feed.listeners) listener.refused(error instanceof Error ? error.message : String(error));
    }
  }

  private end(subscription: number): void {
    this.by_subscription.delete(subscription);
    if (this.available) this.wire.unsubscribe(subscription);
  }
}
