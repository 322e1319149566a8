import { gzipSync } from 'node:zlib';
import { expect, test } from './test.ts';

const KB = 1024;
const JS_BUDGETS: Record<string, number> = {
  '/': 155,
  '/catalog': 140,
  '/catalog/1001': 155,
  '/games': 140,
  '/categories': 140,
};

test.beforeEach(({ page: _ }, info) => {
  test.skip(info.project.name !== 'phone', 'bytes do not depend on the width');
});

for (const [path, budget] of Object.entries(JS_BUDGETS)) {
  test(`${path} keeps to its budget of bytes`, async ({ page }) => {
    const sizes = { script: 0, stylesheet: 0, font: 0 };
    const reading: Promise<void>[] = [];
    page.on('response', (response) => {
      const kind = response.request().resourceType();
      if (!(kind in sizes) || response.status() !== 200) return;
      reading.push(
        response.body().then((body) => {
          sizes[kind as keyof typeof sizes] += kind === 'font' ? body.length : gzipSync(body).length;
        }),
      );
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await Promise.all(reading);
    process.stdout.write(
      `${path}: JS ${(sizes.script / KB).toFixed(0)} KB, CSS ${(sizes.stylesheet / KB).toFixed(1)} KB, fonts ${(sizes.font / KB).toFixed(0)} KB\n`,
    );
    expect(sizes.script).toBeGreaterThan(0);
    expect(sizes.script).toBeLessThanOrEqual(budget * KB);
    expect(sizes.stylesheet).toBeLessThanOrEqual(15 * KB);
    expect(sizes.font).toBeLessThanOrEqual(50 * KB);
  });
}
