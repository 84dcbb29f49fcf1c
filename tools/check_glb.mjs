// Exports every level and has Khronos' validator judge the GLB files.
// usage: node tools/check_glb.mjs PADDOCK   (with gltf-validator from npm in NODE_PATH or node_modules)
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { validateBytes } = createRequire(import.meta.url)('gltf-validator');
const [paddock] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'paddock-glb-'));
let failures = 0;
for (const { name } of JSON.parse(execFileSync(paddock, ['levels', '--json']))) {
  const file = join(folder, `${name}.glb`);
  execFileSync(paddock, ['export', name, '--vehicles', '-o', file]);
  const { issues } = await validateBytes(new Uint8Array(readFileSync(file)));
  const bad = issues.numErrors + issues.numWarnings;
  console.log(`${name.padEnd(20)} ${issues.numErrors} errors, ${issues.numWarnings} warnings`);
  for (const m of issues.messages.filter((m) => m.severity < 2).slice(0, 5)) {
    console.log(`  ${m.code} ${m.pointer ?? ''}: ${m.message}`);
  }
  if (bad > 0) failures += 1;
}
rmSync(folder, { recursive: true });
process.exit(failures === 0 ? 0 : 1);
