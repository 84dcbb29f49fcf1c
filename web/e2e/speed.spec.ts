import { expect, pictures, start_level, test } from './support/test';

test('pictures a second at 1280x720 in software are told', async ({ page, server }) => {
  await page.goto(server.url);
  await start_level(page, 'grand_prix', { mode: 'watch', cars: 8 });
  await pictures(page, 60); // the mean begins at a guess
  const fps = Number(await page.locator('#view').getAttribute('data-fps'));
  const ratio = await page.locator('#view').getAttribute('data-ratio');
  expect(fps).toBeGreaterThan(0);
  console.log(`${fps.toFixed(1)} pictures a second at ${ratio} of the pixels`);
});
