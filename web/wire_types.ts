// TypeScript types of every message, made from paddock/protocols/web/wire.json: src/net/wire.ts, which is not kept in the
// tree. Vite, Vitest and `npm run types` make it when they start.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Schema, WireType } from './e2e/support/wire';

const kSchema = fileURLToPath(new URL('../paddock/protocols/web/wire.json', import.meta.url));
const kTypes = fileURLToPath(new URL('src/net/wire.ts', import.meta.url));
const kPlain: Readonly<Record<string, string>> = { string: 'string', color: 'string', boolean: 'boolean', number: 'number', whole: 'number' };
const kLongestTuple = 4;

function type_text(type: WireType): string {
  if (typeof type === 'string') return kPlain[type] ?? type;
  if ('enum' in type) return type.enum.map((value) => `'${value}'`).join(' | ');
  if ('list' in type) {
    const item = type_text(type.list);
    const [low, high] = type.size ?? [0, Infinity];
    if (low === high && high <= kLongestTuple) return `[${Array(high).fill(item).join(', ')}]`;
    return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
  }
  if ('map' in type) return `Record<string, ${type_text(type.map)}>`;
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

function write_types(): void {
  const schema = JSON.parse(readFileSync(kSchema, 'utf8')) as Schema;
  const text = [
    '// Made by web/wire_types.ts from paddock/protocols/web/wire.json: change that.\n',
    `export const kProtocol = ${schema.version};\n`,
    ...Object.entries(schema.types).map(([name, type]) => `export type ${name} = ${type_text(type)};\n`),
    messages_text('ClientMessage', schema.client, ''),
    messages_text('ServerMessage', schema.server, '; id?: Id'),
    `export interface HttpAnswers {\n${Object.entries(schema.http).map(([path, type]) => `  '${path}': ${type_text(type)};\n`).join('')}}\n`,
  ].join('\n');
  if (!existsSync(kTypes) || readFileSync(kTypes, 'utf8') !== text) writeFileSync(kTypes, text);
}

write_types();
