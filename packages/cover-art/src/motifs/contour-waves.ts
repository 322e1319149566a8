import { glow } from '../light.ts';
import { createNoise, fractal } from '../noise.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { curve, group, type Point, path } from '../svg.ts';

/** Stacked traces that rise where the subject stands, each hiding what is behind it. */
export function pulse(stage: Stage): string {
  const { w, h, x, u, world, detail, palette, paint } = stage;
  const noise = createNoise(detail);
  const traces = Math.round(world.int(32, 40) * Math.max(0.75, h / 1200));
  const top = h * 0.16;
  const bottom = h * 0.96;
  const tall = world.range(190, 270) * u;
  const body = world.range(120, 230) * u;
  const summits = world
    .pick([[0], [0], [-0.85, 0.75], [-1.3, 0.1, 1.2], [-0.4, 1.1]])
    .map((shift) => x + shift * body * 1.25);
  let drawn = chamber(stage, 0.34, 900);
  for (let trace = 0; trace < traces; trace += 1) {
    const share = trace / (traces - 1);
    const base = top + (bottom - top) * share;
    const middle = Math.exp(-(((base - stage.y - 90 * u) / (330 * u)) ** 2));
    const points: Point[] = [];
    for (let px = -20; px <= w + 24; px += 14 * u) {
      const near = summits.reduce((most, summit) => Math.max(most, Math.exp(-(((px - summit) / body) ** 2))), 0);
      const rise =
        near * middle * (0.4 + 0.9 * Math.max(0, fractal(noise, px / (70 * u), trace * 0.55, 3) + 0.35)) +
        0.03 * noise(px / (34 * u), trace);
      points.push([px, base - tall * rise]);
    }
    const d = curve(points);
    const own = 0.03 + 0.22 * middle;
    const fill = paint.linear(
      [0, base - tall],
      [0, base + 40],
      [
        [0, palette.at(own + 0.32)],
        [1, palette.at(own)],
      ],
    );
    const stroke = paint.linear(
      [x - 520 * u, 0],
      [x + 520 * u, 0],
      [
        [0, palette.at(0.6), 0.26],
        [0.5, palette.at(0.98)],
        [1, palette.at(0.6), 0.26],
      ],
    );
    drawn += path(`${d}V${Math.round(base + 60)}H-20Z`, { fill });
    drawn += path(d, { fill: 'none', stroke, 'stroke-width': 3 * u });
  }
  return drawn;
}

/** Folded silk: broad bands that narrow and widen together, each with a lit fold. */
export function silk(stage: Stage): string {
  const { w, h, x, y, u, world, detail, palette, paint } = stage;
  const noise = createNoise(detail);
  const folds = world.int(9, 16);
  const lean = world.range(6, 84) * world.sign();
  const sway = world.range(70, 190) * u;
  const pinched = world.range(0.3, 0.74);
  const reach = Math.hypot(w, h) * 0.62;
  const long = world.range(230, 520) * u;
  let drawn = '';
  for (let fold = 0; fold < folds; fold += 1) {
    const share = fold / (folds - 1);
    const base = (share * 2 - 1) * reach;
    const points: Point[] = [];
    for (let px = -reach; px <= reach + 60; px += 52) {
      const pinch = 1 - pinched * Math.exp(-((px / (430 * u)) ** 2));
      points.push([
        px,
        base * pinch +
          sway * Math.sin(px / long + share * 2.6) +
          70 * u * fractal(noise, px / (420 * u), share * 2.2, 2),
      ]);
    }
    const d = curve(points);
    const middle = 1 - Math.abs(share * 2 - 1);
    const own = 0.08 + 0.44 * middle;
    const fill = paint.linear(
      [0, base * 0.5 - 130 * u],
      [0, base * 0.5 + 260 * u],
      [
        [0, palette.at(own + 0.34)],
        [0.26, palette.at(own + 0.08)],
        [1, palette.at(Math.max(0.02, own - 0.2))],
      ],
    );
    const crest = paint.linear(
      [-reach, 0],
      [reach, 0],
      [
        [0.1, palette.at(0.8), 0.12],
        [0.5, '#fff', 0.35 + 0.55 * middle],
        [0.9, palette.at(0.8), 0.12],
      ],
    );
    for (const thick of [46, 26, 12])
      drawn += path(d, { fill: 'none', stroke: palette.at(0.01), 'stroke-width': thick * u, opacity: 0.09 });
    drawn += path(`${d}V${Math.round(reach * 1.4)}H${Math.round(-reach)}Z`, { fill });
    drawn += path(d, { fill: 'none', stroke: crest, 'stroke-width': 2.6 * u });
  }
  return (
    chamber(stage, 0.5) +
    group(drawn, { transform: `translate(${Math.round(x)} ${Math.round(y)}) rotate(${Math.round(lean)})` }) +
    glow(stage, x, y, 460 * u, 0.78, 0.34)
  );
}

/** Threads that follow a current around the subject. */
export function current(stage: Stage): string {
  const { w, h, x, y, u, world, detail, palette } = stage;
  const noise = createNoise(detail);
  const swirl = world.range(0.8, 1.5) * world.sign();
  const threads = Math.round(150 * Math.max(1, (w * h) / 1_080_000));
  const bundles = ['', '', '', '', ''];
  for (let thread = 0; thread < threads; thread += 1) {
    let px = detail.range(-60, w + 60);
    let py = detail.range(-60, h + 60);
    const points: Point[] = [];
    for (let step = 0; step < 15; step += 1) {
      points.push([px, py]);
      const angle =
        Math.atan2(py - y, px - x) + (Math.PI / 2) * swirl + 1.5 * fractal(noise, px / (420 * u), py / (420 * u), 2);
      px += Math.cos(angle) * 30 * u;
      py += Math.sin(angle) * 30 * u;
    }
    const away = Math.hypot((points[7]?.[0] ?? x) - x, (points[7]?.[1] ?? y) - y) / (760 * u);
    const bundle = Math.min(4, Math.floor(away * 5));
    bundles[bundle] += curve(points);
  }
  const looks = [
    [0.98, 7],
    [0.86, 8],
    [0.72, 9],
    [0.54, 10],
    [0.38, 11],
  ] as const;
  const drawn = bundles.map((d, index) => {
    const [tone = 0.5, thick = 8] = looks[index] ?? [];
    return path(d, {
      fill: 'none',
      stroke: palette.at(tone),
      'stroke-width': thick * u,
      'stroke-linecap': 'round',
      opacity: 0.82,
    });
  });
  return chamber(stage, 0.46, 760) + drawn.reverse().join('') + glow(stage, x, y, 380 * u, 0.97, 0.5);
}
