// The page builds to dist/, which the server carries; `npm run dev` serves it with a proxy to a running server.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import './wire_types';

const server = process.env['PADDOCK_SERVER'] ?? 'http://127.0.0.1:8080';
const proxied = Object.fromEntries(
  ['/api', '/levels', '/vehicles', '/recordings'].map((path) => [path, { target: server }]),
);

/// X.gz beside X: the server sends it to browsers that can unpack it.
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    writeBundle: ({ dir = 'dist' }) => {
      for (const folder of [dir, join(dir, 'assets')]) {
        for (const name of readdirSync(folder).filter((each) => /\.(html|js|css|svg)$/.test(each))) {
          writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), { level: 9 }));
        }
      }
    },
  };
}

export default defineConfig({
  plugins: [compress()],
  build: { target: 'es2022', outDir: 'dist', assetsInlineLimit: 0, chunkSizeWarningLimit: 1280 },
  server: { proxy: { ...proxied, '/ws': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
