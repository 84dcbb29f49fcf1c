import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { all_labels, answer_problem, kSchema, message_problem } from '../../e2e/support/wire';
import type { Seen } from '../../e2e/support/wire';
import type { FrameTable } from '../../wire_schema';
import { decode_text } from './codec';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../../tests/conformance/web/${name}`, import.meta.url)), 'utf8'));

const kServer = read('server_messages.json') as { type: string }[];
const kAnswers = read('http_answers.json') as { path: string; answer: unknown }[];
const kClient = read('client_messages.json') as { text: string; ok?: boolean; code?: string }[];

describe('the vectors that C++ makes and reads', () => {
  test.each(kServer.map((message) => [message.type, message] as const))('%s of the server is as described', (_, message) => {
    expect(message_problem('server', message)).toBe('');
    expect(decode_text(JSON.stringify(message))).toEqual(message);
  });

  test.each(kAnswers)('$path is as described', ({ path, answer }) => {
    expect(answer_problem(path, answer)).toBe('');
  });

  test.each(kClient.filter(({ ok }) => ok))('$text is as described', ({ text }) => {
    expect(message_problem('client', JSON.parse(text), { open: true })).toBe('');
  });

  test('have every message, every field and every value of the description', () => {
    const seen: Seen = new Set();
    for (const message of kServer) message_problem('server', message, { seen });
    for (const { path, answer } of kAnswers) answer_problem(path, answer, { seen });
    for (const { text, ok } of kClient) if (ok) message_problem('client', JSON.parse(text), { seen, open: true });

    expect([...all_labels()].filter((label) => !seen.has(label))).toEqual([]);
  });

  test('a field of one side alone is found', () => {
    const { type, ...left } = { type: 'left', room: 'oval-1', reason: '' };
    expect(message_problem('server', { type, ...left, time: 3 })).toBe('server left.time is not in wire.json');
    expect(message_problem('server', { type, room: 'oval-1' })).toBe('server left.reason is missing');
    expect(message_problem('server', { type: 'error', code: 'busy', message: '' })).toContain('must be one of');
    expect(message_problem('client', { type: 'take', vehicle: 2 ** 31 })).toContain('from 0 to 2147483647');
  });
});

const kReaders = {
  u8: [1, (view: DataView, at: number) => view.getUint8(at)], i8: [1, (view: DataView, at: number) => view.getInt8(at)],
  u16: [2, (view: DataView, at: number) => view.getUint16(at, true)], i16: [2, (view: DataView, at: number) => view.getInt16(at, true)],
  u32: [4, (view: DataView, at: number) => view.getUint32(at, true)], i32: [4, (view: DataView, at: number) => view.getInt32(at, true)],
  u64: [8, (view: DataView, at: number) => Number(view.getBigUint64(at, true))], f32: [4, (view: DataView, at: number) => view.getFloat32(at, true)],
  f64: [8, (view: DataView, at: number) => view.getFloat64(at, true)],
} as const;

/// A frame's fields by the table alone.
function read_by(table: FrameTable, bytes: Uint8Array): Record<string, unknown> {
  const view = new DataView(bytes.buffer);
  let at = 0;
  const fields = (list: FrameTable['head'], head: Record<string, unknown>, into: Record<string, unknown>): Record<string, unknown> => {
    for (const [type, name, count] of list) {
      const [size, reader] = kReaders[type];
      const one = (): number => reader(view, (at += size) - size);
      const many = typeof count === 'string' ? Number(head[count]) : count;
      into[name] = many === undefined ? one() : Array.from({ length: many }, one);
    }
    return into;
  };
  const frame: Record<string, unknown> = {};
  fields(table.head, frame, frame);
  if (table.rest !== undefined) frame[table.rest] = [...bytes.slice(at)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (table.items !== undefined) {
    const { name, count, fields: each } = table.items;
    frame[name] = Array.from({ length: Number(frame[count]) }, () => fields(each, frame, {})).map((item) => ('' in item ? item[''] : item));
    expect(at).toBe(bytes.length);
  }
  return frame;
}

describe('binary frames', () => {
  test.each(read('frames.json') as { name: string; hex: string; frame: { kind: number } }[])('$name is laid out as described', ({ hex, frame }) => {
    const bytes = Uint8Array.from(hex.replace(/\s+/g, '').match(/../g) ?? [], (pair) => parseInt(pair, 16));
    expect(read_by(Object.values(kSchema.frames)[frame.kind - 1]!, bytes)).toMatchObject(frame);
  });
});
