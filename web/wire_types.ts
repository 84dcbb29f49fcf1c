// TypeScript types of every message, made from the wire.json of the page and of each door: src/net/wire.ts, which is not
// kept in the tree. Vite, Vitest and `npm run types` make it when they start.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { read_schema } from './wire_schema';
import type { DoorSchema, Schema, WireType } from './wire_schema';

const kTypes = fileURLToPath(new URL('src/net/wire.ts', import.meta.url));
const kPlain: Readonly<Record<string, string>> = { string: 'string', color: 'string', boolean: 'boolean', number: 'number', whole: 'number' };
const kLongestTuple = 4;

function one_of(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(' | ');
}

function type_text(type: WireType): string {
  if (typeof type === 'string') return kPlain[type] ?? type;
  if ('enum' in type) return one_of(type.enum);
  if ('list' in type) {
    const item = type_text(type.list);
    const [low, high] = type.size ?? [0, Infinity];
    if (low === high && high <= kLongestTuple) return `[${Array(high).fill(item).join(', ')}]`;
    return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
  }
  if ('map' in type) return `Record<string, ${type_text(type.map)}>`;
  if ('union' in type && Object.keys(type.of).length === 0) return 'never';
  if ('union' in type) return Object.entries(type.of).map(([name, each]) => `\n  | ({ ${type.union}: '${name}' } & ${type_text(each)})`).join('');
  if ('fields' in type) {
    const own = Object.entries(type.fields).map(([name, each]) => `${name}: ${type_text(each)}`).join('; ');
    const object = own === '' ? '{}' : `{ ${own} }`;
    return type.with === undefined ? object : own === '' ? type.with : `${type.with} & ${object}`;
  }
  return 'string' in type ? 'string' : 'number';
}

function messages_text(name: string, messages: Schema['client'], id: string): string {
  return `export type ${name} =${Object.entries(messages).map(([type, fields]) => `\n  | ({ type: '${type}'${id} } & ${type_text(fields)})`).join('')};\n`;
}

/// What can be asked of doors, and set, by their names; those that have nothing of it are left out.
function doors_text(doors: readonly DoorSchema[]): string {
  const acts = doors.filter((each) => each.acts.length > 0).map((each) => `  '${each.door}': ${one_of(each.acts)};\n`);
  const settings = doors.filter((each) => Object.keys(each.settings).length > 0).map((each) => `  '${each.door}': ${type_text({ fields: each.settings })};\n`);
  return `export interface DoorActs {\n${acts.join('')}}\n\nexport interface DoorSettingsOf {\n${settings.join('')}}\n`;
}

function write_types(): void {
  const schema = read_schema();
  const text = [
    '// Made by web/wire_types.ts from the files wire.json in paddock/protocols: change those.\n',
    `export const kProtocol = ${schema.version};\n`,
    ...Object.entries(schema.types).map(([name, type]) => `export type ${name} = ${type_text(type)};\n`),
    messages_text('ClientMessage', schema.client, ''),
    messages_text('ServerMessage', schema.server, '; id?: Id'),
    doors_text(schema.doors),
    `export interface HttpAnswers {\n${Object.entries(schema.http).map(([path, type]) => `  '${path}': ${type_text(type)};\n`).join('')}}\n`,
  ].join('\n');
  if (!existsSync(kTypes) || readFileSync(kTypes, 'utf8') !== text) writeFileSync(kTypes, text);
}

write_types();
