// The real server for tests: its own port, its own folders, the page of dist/.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kBackYard, kCourseEdit, kCourseRace, kCourseWall, kRaceTrials, kTwoBlocks } from './levels';

const kRoot = fileURLToPath(new URL('../../../', import.meta.url));

function binary(): string {
  const given = process.env['PADDOCK_BINARY'];
  if (given !== undefined) return given;
  const built = ['dev', 'release'].map((preset) => join(kRoot, 'build', preset, 'apps/paddock/paddock')).filter(existsSync);
  const newest = built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
  if (newest === undefined) throw new Error('No server is built. Build preset dev, or set PADDOCK_BINARY.');
  return newest;
}

export class TestServer {
  url = '';
  private child: ChildProcess | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), 'paddock-e2e-'));

  /// `few`: only the tests' own levels and one to show behind the menu, so that the list is there at once.
  constructor(few = false) {
    const levels = join(this.folder, 'levels');
    if (few) {
      mkdirSync(join(levels, 'tracks'), { recursive: true });
      cpSync(join(kRoot, 'levels/tracks/oval.toml'), join(levels, 'tracks/oval.toml'));
    } else {
      // without the course's: pictures of its terrains take seconds each, and no test drives there
      cpSync(join(kRoot, 'levels'), levels, { recursive: true, filter: (path) => !path.startsWith(join(kRoot, 'levels/racecar')) });
      cpSync(join(kRoot, 'docs/examples/pieces/block.toml'), join(levels, 'training/blocks.toml'));
      cpSync(join(kRoot, 'tests/protocols/web/lamps.toml'), join(levels, 'training/lamps.toml'));
      writeFileSync(join(levels, 'town/two_blocks.toml'), kTwoBlocks);
      writeFileSync(join(levels, 'town/back_yard.toml'), kBackYard);
      writeFileSync(join(levels, 'training/broken.toml'), 'format = 1\ntitle = "Broken"\n\n[ground]\nsize = [-4, 4]\n');
    }
    mkdirSync(join(levels, 'racecar/trials'), { recursive: true });
    writeFileSync(join(levels, 'racecar/course_wall.toml'), kCourseWall);
    writeFileSync(join(levels, 'racecar/course_race.toml'), kCourseRace);
    writeFileSync(join(levels, 'racecar/trials/course_race.toml'), kRaceTrials);
    writeFileSync(join(levels, 'racecar/course_edit.toml'), kCourseEdit);
  }

  /// `verb`: words before the options, as in serve ees-pees; `more`: options after them.
  async start(port = 0, verb: string[] = [], more: string[] = []): Promise<void> {
    const child = spawn(binary(), [...verb, '--port', String(port), '--page', join(kRoot, 'web/dist'), '--recordings', join(this.folder, 'recordings'), ...more],
      { env: { ...process.env, PADDOCK_LEVELS: join(this.folder, 'levels') }, stdio: ['ignore', 'pipe', 'inherit'] });
    this.child = child;
    this.url = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (data: Buffer) => {
        text += data.toString();
        const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(text);
        if (found !== null) resolve(found[0]);
      });
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
    });
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.child;
    if (child === null || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
    this.child = null;
  }

  async end(): Promise<void> {
    await this.kill('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
