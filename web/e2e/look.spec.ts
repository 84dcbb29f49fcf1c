import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { colors_of, expect, open_panel, pictures, serious, shot, start_level, test } from './support/test';

for (const theme of ['dark', 'light'] as const) {
  // what is large is laid out alike in both themes, and dear to draw in software
  const large = theme === 'dark' ? ([[2560, 1440]] as const) : [];
  for (const [width, height] of [[1280, 720], [360, 740], ...large] as const) {
    test.describe(`${theme} ${width}x${height}`, () => {
      test.use({ viewport: { width, height }, colorScheme: theme });

      test('looks right and is accessible', async ({ page, server }) => {
        const name = `${theme}_${width}`;
        await page.goto(server.url);
        await expect(page.locator('[data-level=oval]')).toBeVisible();
        await expect(page.locator('body')).toHaveAttribute('data-level', /./);
        await pictures(page, 5);
        await shot(page, `${name}_menu`);
        expect(await serious(page)).toEqual([]);

        await page.locator('[data-level=oval]').click();
        await expect(page.locator('dialog.start')).toBeVisible();
        await shot(page, `${name}_start`);
        expect(await serious(page)).toEqual([]);
        await page.keyboard.press('Escape');

        await start_level(page, 'grand_prix', { mode: 'race', cars: 4 });
        for (const panel of ['events', 'vehicles', 'parameters', 'ranges']) await open_panel(page, panel);
        await expect.poll(() => colors_of(page, '#ranges-canvas')).toBeGreaterThan(4);
        await shot(page, `${name}_room`);
        expect(await serious(page)).toEqual([]);
        // nothing sticks out of a narrow window
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

        await page.keyboard.press('?');
        await shot(page, `${name}_keys`);
        expect(await serious(page)).toEqual([]);
      });
    });
  }
}

test('the page is under 1.5 MB compressed', () => {
  const folder = fileURLToPath(new URL('../dist/', import.meta.url));
  const size = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.gz'))
    .reduce((sum, entry) => sum + gzipSync(readFileSync(`${entry.parentPath}/${entry.name}`)).length, 0);

  expect(size).toBeLessThan(1.5e6);
});
