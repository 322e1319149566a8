import { createNoise, fractal } from '../noise.ts';
import type { Stage } from '../stage.ts';
import { type Point, path, polygon } from '../svg.ts';

/** A crest line of real summits: each a steep roof with broken slopes, shoulders leaning on it. */
export function mountains(stage: Stage, base: number, tall: number, salt: number): Point[] {
  const { w, u, detail } = stage;
  const noise = createNoise(detail);
  const summits: { readonly x: number; readonly height: number; readonly left: number; readonly right: number }[] = [];
  for (let x = detail.range(-160, 60) * u; x < w + 200 * u; x += detail.range(150, 290) * u) {
    const height = tall * detail.range(0.4, 1);
    summits.push({ x, height, left: height * detail.range(0.75, 1.25), right: height * detail.range(0.75, 1.25) });
  }
  const points: Point[] = [];
  for (let x = -10; x <= w + 10; x += 7) {
    let rise = 0;
    for (const summit of summits) {
      const away = x < summit.x ? (summit.x - x) / summit.left : (x - summit.x) / summit.right;
      rise = Math.max(rise, summit.height * (1 - away));
    }
    const broken = fractal(noise, x / (58 * u), salt * 7, 4);
    points.push([x, base - rise - broken * tall * 0.11]);
  }
  return points;
}

/** Sunlit flanks: each crest falls to one side in light, with a broken lower edge like snow in gullies. */
export function mountainFaces(stage: Stage, crest: readonly Point[], tone: number, reach: number): string {
  const { detail, palette, paint } = stage;
  const side = stage.x < stage.w / 2 ? -1 : 1;
  let lit = '';
  let dark = '';
  let highest = Number.POSITIVE_INFINITY;
  for (let index = 5; index < crest.length - 5; index += 1) {
    const [x, y] = crest[index] ?? [0, 0];
    const around = crest.slice(index - 5, index + 6);
    if (around.some(([, other]) => other < y)) continue;
    highest = Math.min(highest, y);
    for (const way of [side, -side]) {
      const ridge: Point[] = [[x, y]];
      let walk = index + way;
      let last = y;
      while (walk > 0 && walk < crest.length) {
        const [nextX, nextY] = crest[walk] ?? [0, 0];
        if (nextY < last - 3 || nextY - y > reach) break;
        ridge.push([nextX, nextY]);
        last = nextY;
        walk += way;
      }
      if (ridge.length < 4) continue;
      const fall = (last - y) * 0.92;
      const edge: Point[] = [];
      const teeth = 5;
      for (let tooth = 0; tooth <= teeth; tooth += 1) {
        const share = 1 - tooth / teeth;
        const jag = tooth % 2 === 0 ? 0.1 : -0.12;
        const spine = (detail.range(-0.06, 0.1) + jag * share) * fall;
        edge.push([x + spine, y + fall * share * (way === side ? 1.25 : 1)]);
      }
      const face = polygon([...ridge, ...edge]);
      if (way === side) lit += face;
      else dark += face;
    }
  }
  const light = palette.at(Math.min(0.97, tone + 0.36));
  const fill = paint.linear(
    [0, highest],
    [0, highest + reach * 1.3],
    [
      [0, light, 0.85],
      [0.5, light, 0.3],
      [1, light, 0],
    ],
  );
  const shade = paint.linear(
    [0, highest],
    [0, highest + reach * 1.2],
    [
      [0, palette.at(Math.max(0, tone - 0.16)), 0.7],
      [1, palette.at(tone), 0],
    ],
  );
  return path(dark, { fill: shade }) + path(lit, { fill });
}
