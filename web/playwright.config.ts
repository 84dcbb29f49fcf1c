// Tests in Debian's Chromium, drawing in software, against the real server (PADDOCK_BINARY, or the newest build).
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'e2e/artefacts/results',
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 720 },
    trace: 'off',
    launchOptions: {
      executablePath: process.env['PADDOCK_CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--enable-unsafe-swiftshader', '--no-sandbox'],
    },
  },
});
