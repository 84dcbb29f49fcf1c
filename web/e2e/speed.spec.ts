import { expect, pictures, start_level, test } from './support/test';

test('at least 15 pictures a second at 1280x720 in software', async ({ page, server }) => {
  await page.goto(server.url);
  await start_level(page, 'grand_prix', { mode: 'watch', cars: 8 });
  const fps = async (): Promise<number> => Number(await page.locator('#view').getAttribute('data-fps'));
  await pictures(page, 60); // the mean begins at a guess
  await expect.poll(fps, { timeout: 20_000 }).toBeGreaterThan(15);
  test.info().annotations.push({ type: 'pictures a second', description: `${await fps()} at ${await page.locator('#view').getAttribute('data-ratio')} of the pixels` });
});
