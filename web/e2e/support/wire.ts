// Whether messages are as wire.json describes them, for tests and the stand-in server. How to read it: docs/protocols/web.md.

import { read_schema } from '../../wire_schema';
import type { Bounds, ObjectType, WireType } from '../../wire_schema';

export const kSchema = read_schema();

/// What a check met: "Type.field" and "Type=value".
export type Seen = Set<string>;

interface Options {
  seen?: Seen;
  open?: boolean; // fields that the description does not name are passed over
}

/// What is wrong with a message of that side, with the place in it; empty: nothing.
export function message_problem(side: 'client' | 'server', message: unknown, options: Options = {}): string {
  if (!is_object(message) || typeof message['type'] !== 'string') return 'a message must be an object with a type';
  const { type, id, ...rest } = message;
  const described = kSchema[side][type];
  if (described === undefined) return `wire.json has no message "${type}"`;
  options.seen?.add(`${side}=${type}`);
  if (id !== undefined) {
    const wrong = problem('Id', id, 'id', options);
    if (wrong !== '') return `${type}: ${wrong}`;
  }
  return object_problem(described, rest, `${side} ${type}`, options, `${side} ${type}`);
}

/// The same of the answer to GET `path`.
export function answer_problem(path: string, answer: unknown, options: Options = {}): string {
  const described = kSchema.http[path];
  return described === undefined ? `wire.json has no answer of ${path}` : problem(described, answer, path, options, path);
}

/// The message, or an error that names what is wrong with it.
export function checked<T>(side: 'client' | 'server', message: T): T {
  const wrong = message_problem(side, message);
  if (wrong !== '') throw new Error(`${wrong}: ${JSON.stringify(message)}`);
  return message;
}

/// All that a check can meet in messages of both sides.
export function all_labels(): Seen {
  const labels: Seen = new Set();
  const visit = (type: WireType, name: string): void => {
    if (typeof type === 'string') return;
    if ('enum' in type) type.enum.forEach((value) => labels.add(`${name}=${value}`));
    else if ('list' in type) visit(type.list, name);
    else if ('map' in type) visit(type.map, name);
    else if ('union' in type) for (const [tag, each] of Object.entries(type.of)) { labels.add(`${name}=${tag}`); visit(each, `${name} ${tag}`); }
    else if ('fields' in type) for (const [field, each] of Object.entries(type.fields)) { labels.add(`${name}.${bare(field)}`); visit(each, `${name}.${bare(field)}`); }
  };
  for (const [name, type] of Object.entries(kSchema.types)) visit(type, name);
  for (const side of ['client', 'server'] as const) {
    for (const [type, each] of Object.entries(kSchema[side])) { labels.add(`${side}=${type}`); visit(each, `${side} ${type}`); }
  }
  for (const [path, type] of Object.entries(kSchema.http)) visit(type, path);
  return labels;
}

function is_object(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bare(field: string): string {
  return field.endsWith('?') ? field.slice(0, -1) : field;
}

function size_problem(size: Bounds | undefined, count: number, at: string): string {
  return size === undefined || (count >= size[0] && count <= size[1]) ? '' : `${at} must have ${size[0]} to ${size[1]} elements, got ${count}`;
}

function first(problems: Iterable<string>): string {
  for (const each of problems) if (each !== '') return each;
  return '';
}

/// `name`: of the type, for what is seen in it.
function problem(type: WireType, value: unknown, at: string, options: Options, name = at): string {
  const must = (holds: boolean, rule: string): string => (holds ? '' : `${at} must be ${rule}, got ${JSON.stringify(value)}`);
  const number = (whole: boolean, [low, high]: Bounds): string =>
    must(typeof value === 'number' && Number.isFinite(value) && (!whole || Number.isInteger(value)) && value >= low && value <= high, `a ${whole ? 'whole ' : ''}number from ${low} to ${high}`);
  if (typeof type === 'string') {
    switch (type) {
      case 'string': return must(typeof value === 'string', 'a text');
      case 'boolean': return must(typeof value === 'boolean', 'true or false');
      case 'color': return must(typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value), '#rrggbb');
      case 'number': return number(false, [-Infinity, Infinity]);
      case 'whole': return number(true, [-Infinity, Infinity]);
      default: {
        const named = kSchema.types[type];
        return named === undefined ? `wire.json has no type ${type}` : problem(named, value, at, options, type);
      }
    }
  }
  if ('string' in type) {
    const [low, high] = type.string;
    return must(typeof value === 'string' && value.length >= low && value.length <= high, `a text of ${low} to ${high}`);
  }
  if ('number' in type) return number(false, type.number);
  if ('whole' in type) return number(true, type.whole);
  if ('enum' in type) {
    if (typeof value === 'string') options.seen?.add(`${name}=${value}`);
    return must(typeof value === 'string' && type.enum.includes(value), `one of ${type.enum.join(', ')}`);
  }
  if ('list' in type) {
    if (!Array.isArray(value)) return must(false, 'a list');
    return first([size_problem(type.size, value.length, at), ...value.map((each, i) => problem(type.list, each, `${at}[${i}]`, options, name))]);
  }
  if (!is_object(value)) return must(false, 'an object');
  if ('map' in type) {
    return first([size_problem(type.size, Object.keys(value).length, at), ...Object.entries(value).map(([key, each]) => problem(type.map, each, `${at}.${key}`, options, name))]);
  }
  if ('union' in type) {
    const { [type.union]: tag, ...rest } = value;
    const branch = type.of[String(tag)];
    options.seen?.add(`${name}=${String(tag)}`);
    return branch === undefined ? must(false, `one of wire.json's, by its ${type.union}`) : object_problem(branch, rest, `${at} ${String(tag)}`, options, `${name} ${String(tag)}`);
  }
  return object_problem(type, value, at, options, name);
}

/// Fields of a type with those it begins with, and the name of the type that has each.
function fields_of(type: ObjectType, name: string): [string, WireType, string][] {
  const own = Object.entries(type.fields).map(([field, each]): [string, WireType, string] => [field, each, name]);
  return type.with === undefined ? own : [...fields_of(kSchema.types[type.with] as ObjectType, type.with), ...own];
}

function object_problem(type: ObjectType, value: Record<string, unknown>, at: string, options: Options, name: string): string {
  const known = new Set<string>();
  for (const [key, each, owner] of fields_of(type, name)) {
    const field = bare(key);
    known.add(field);
    if (value[field] === undefined) {
      if (field === key) return `${at}.${field} is missing`;
      continue;
    }
    options.seen?.add(`${owner}.${field}`);
    const wrong = problem(each, value[field], `${at}.${field}`, options, `${owner}.${field}`);
    if (wrong !== '') return wrong;
  }
  if (type.open === true || options.open === true) return '';
  const strange = Object.keys(value).find((key) => !known.has(key) && value[key] !== undefined);
  return strange === undefined ? '' : `${at}.${strange} is not in wire.json`;
}
