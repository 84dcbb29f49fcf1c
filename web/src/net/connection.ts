// One WebSocket to the server that comes back by itself. Requests are promises; all else goes to the
// listener. Knows no state: what to do after a return is the listener's business.

import { CodecError, decode_frame, decode_text, encode_text } from './codec';
import { kProtocol } from './messages';
import type { ClientMessage, ErrorCode, Frame, Problem, ServerMessage, Welcome } from './messages';

export interface ConnectionListener {
  opened(welcome: Welcome): void;
  lost(retry_in_ms: number, reason: string): void;
  message(message: ServerMessage): void;
  frame(frame: Frame): void;
  problem(words: string): void;
}

export class RequestError extends Error {
  /// `problems`: of the level's file, where that is why.
  constructor(readonly code: ErrorCode | 'offline' | 'timeout', message: string, readonly problems: readonly Problem[] = []) {
    super(message);
  }
}

const kFirstRetryMs = 300;
const kLongestRetryMs = 5000;
const kSilenceMs = 15000; // pings are not visible to a page, so it sends its own
const kRequestMs = 20000; // a large level takes seconds to load

interface Pending {
  resolve(answer: ServerMessage): void;
  reject: (error: RequestError) => void;
  timer: ReturnType<typeof setTimeout>;
}

export class Connection {
  private socket: WebSocket | null = null;
  private ready = false;
  private next_id = 1;
  private pending = new Map<number, Pending>();
  private retry_ms = kFirstRetryMs;
  private retry_timer: ReturnType<typeof setTimeout> | undefined;
  private last_word = 0;

  constructor(private readonly url: string, private readonly key: string, private readonly listener: ConnectionListener) {
    setInterval(() => this.watch(), 5000);
  }

  /// Opens now, whatever waits; harmless when open.
  connect(): void {
    clearTimeout(this.retry_timer);
    if (this.socket !== null) return;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => void this.greet(socket);
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => this.receive(event.data);
    socket.onclose = (event) => this.closed(socket, event.reason);
  }

  get open(): boolean {
    return this.ready;
  }

  /// The answer, or a RequestError in words.
  request(message: ClientMessage): Promise<ServerMessage> {
    const socket = this.socket;
    if (socket === null || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new RequestError('offline', 'There is no connection to the server.'));
    }
    const id = this.next_id++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.pending.delete(id);
        reject(new RequestError('timeout', 'The server did not answer in time.'));
      }, kRequestMs);
      this.pending.set(id, { resolve, reject, timer });
      socket.send(encode_text(message, id));
    });
  }

  /// Without an answer; dropped when there is no connection.
  tell(message: ClientMessage): void {
    if (this.ready) this.socket?.send(encode_text(message));
  }

  private async greet(socket: WebSocket): Promise<void> {
    try {
      const welcome = await this.request({ type: 'hello', version: kProtocol, key: this.key });
      if (welcome.type !== 'welcome') throw new RequestError('bad_message', 'The server did not say welcome.');
      this.ready = true;
      this.retry_ms = kFirstRetryMs;
      this.listener.opened(welcome);
    } catch (error) {
      this.listener.problem(error instanceof Error ? error.message : String(error));
      socket.close();
    }
  }

  private receive(data: string | ArrayBuffer): void {
    this.last_word = Date.now();
    try {
      if (typeof data === 'string') {
        this.settle(decode_text(data));
      } else {
        const frame = decode_frame(data);
        if (frame !== null) this.listener.frame(frame);
      }
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      this.listener.problem(`The server sent something this page cannot read: ${error.message}.`);
    }
  }

  private settle(message: ServerMessage): void {
    const id = 'id' in message ? message.id : undefined;
    const pending = id === undefined ? undefined : this.pending.get(id);
    if (pending !== undefined && id !== undefined) {
      this.pending.delete(id);
      clearTimeout(pending.timer);
      if (message.type === 'error') pending.reject(new RequestError(message.code, message.message, message.problems));
      else pending.resolve(message);
    } else if (message.type === 'error') {
      this.listener.problem(message.message);
      return;
    }
    if (message.type !== 'error') this.listener.message(message);
  }

  private closed(socket: WebSocket, reason: string): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.ready = false;
    for (const { reject, timer } of this.pending.values()) {
      clearTimeout(timer);
      reject(new RequestError('offline', 'The connection to the server was lost.'));
    }
    this.pending.clear();
    this.listener.lost(this.retry_ms, reason);
    this.retry_timer = setTimeout(() => this.connect(), this.retry_ms);
    this.retry_ms = Math.min(kLongestRetryMs, this.retry_ms * 1.7);
  }

  /// A socket that says nothing for long is dead even if the system has not noticed.
  private watch(): void {
    if (!this.ready || Date.now() - this.last_word < kSilenceMs) return;
    this.socket?.send(JSON.stringify({ type: 'ping' }));
    if (Date.now() - this.last_word > 2 * kSilenceMs) this.socket?.close();
  }
}
