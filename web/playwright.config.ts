// Tests in Debian's Chromium, drawing in software, against the real server (PADDOCK_BINARY, or the newest build).
// Two files at a time, each with a server of its own.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'e2e/artefacts/results',
  workers: 2,
  // generous: two browsers draw in software on what may be two busy cores
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // a test that needed its second try is listed as flaky: machines of CI are shared, and browsers stall there
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: [['list']],
  projects: [
    { name: 'page', testIgnore: 'speed.spec.ts' },
    { name: 'speed', testMatch: 'speed.spec.ts', dependencies: ['page'] }, // a figure: alone, when the others are done
  ],
  use: {
    viewport: { width: 1280, height: 720 },
    trace: 'off',
    launchOptions: {
      executablePath: process.env['PADDOCK_CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--enable-unsafe-swiftshader', '--no-sandbox'],
    },
  },
});
