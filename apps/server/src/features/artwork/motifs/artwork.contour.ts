import { createNoise, fractal } from '../artwork.noise.ts';
import { chamber, glow } from '../artwork.sky.ts';
import type { Stage } from '../artwork.stage.ts';
import { circle, curve, dots, group, type Point, path, rect } from '../artwork.svg.ts';

/** One height line around the subject: a circle pulled about by noise that changes slowly from line to line. */
function lineAround(
  stage: Stage,
  noise: ReturnType<typeof createNoise>,
  r: number,
  level: number,
  rough: number,
): Point[] {
  const { x, y } = stage;
  const steps = 44;
  return Array.from({ length: steps }, (_, step): Point => {
    const angle = (step / steps) * Math.PI * 2;
    const pull = fractal(noise, Math.cos(angle) * 1.25 + 40 + level * 0.35, Math.sin(angle) * 1.25 + level * 0.2, 3);
    const reach = r * (1 + rough * pull);
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.94];
  });
}

/** Sheets of cut paper, one below the other, down to a light. */
function paper(stage: Stage): string {
  const { w, h, x, y, u, world, detail, palette, paint } = stage;
  const noise = createNoise(detail);
  const sheets = world.int(7, 9);
  const rough = world.range(0.42, 0.75);
  const far = Math.hypot(w, h) * 0.5;
  const inward = world.chance(0.7);
  const tone = (share: number): number => (inward ? 0.1 + 0.78 * share ** 1.15 : 0.62 - 0.54 * share);
  let drawn = rect(0, 0, w, h, { fill: palette.at(tone(0)) });
  for (let sheet = 1; sheet <= sheets; sheet += 1) {
    const share = sheet / sheets;
    const r = far * (1 - share) ** 0.9 + 62 * u;
    const d = curve(lineAround(stage, noise, r, share * 1.6, rough * (1 - share * 0.35)), true);
    const own = tone(share);
    const fill = paint.linear(
      [x - r, y - r],
      [x + r, y + r],
      [
        [0, palette.at(own - 0.06)],
        [1, palette.at(own + 0.06)],
      ],
    );
    // The sheet above throws its shadow: the same edge, a little aside, three times as softly.
    for (const [move, strength] of [
      [26, 0.1],
      [16, 0.13],
      [8, 0.16],
    ] as const) {
      if (!inward)
        drawn += path(d, { fill: palette.at(0.01), opacity: strength, transform: `translate(${move * 0.4} ${move})` });
    }
    drawn += path(d, { fill });
    if (inward) {
      const soft = [
        [44, 0.08],
        [26, 0.1],
        [12, 0.16],
      ] as const;
      const shadow = soft.map(([thick, strength]) =>
        path(d, { fill: 'none', stroke: palette.at(0.01), 'stroke-width': thick * u, opacity: strength }),
      );
      drawn += group(shadow.join(''), { 'clip-path': paint.clip(path(d, {})) });
    }
    drawn += path(d, { fill: 'none', stroke: palette.at(Math.min(1, own + 0.2)), 'stroke-width': 2, opacity: 0.55 });
  }
  if (inward) drawn += glow(stage, x, y, 330 * u, 0.97, 0.75);
  return drawn;
}

/** A survey map: fine lines, every fifth one strong, with a mark at the summit. */
function survey(stage: Stage): string {
  const { w, h, x, y, u, world, detail, palette, paint } = stage;
  const noise = createNoise(detail);
  const rough = world.range(0.38, 0.62);
  const lines = 30;
  const far = Math.hypot(w, h) * 0.62;
  const fade = paint.radial([x, y], far, [
    [0, palette.at(0.99)],
    [0.3, palette.at(0.82), 0.95],
    [0.7, palette.at(0.62), 0.55],
    [1, palette.at(0.5), 0.16],
  ]);
  let fine = '';
  let strong = '';
  let fills = '';
  for (let index = lines; index >= 1; index -= 1) {
    const share = index / lines;
    const d = curve(lineAround(stage, noise, 34 * u + far * share ** 1.15, share * 1.5, rough), true);
    if (index % 5 === 0) {
      strong += d;
      fills += path(d, { fill: palette.at(0.62), opacity: 0.1 });
    } else fine += d;
  }
  const marks: Point[] = Array.from({ length: 26 }, () => [detail.range(0, w), detail.range(0, h * 0.75)]);
  return (
    chamber(stage, 0.48, 760) +
    fills +
    path(fine, { fill: 'none', stroke: fade, 'stroke-width': 1.9 * u, opacity: 0.8 }) +
    path(strong, { fill: 'none', stroke: fade, 'stroke-width': 4.4 * u }) +
    dots(marks, 7, { stroke: palette.accent, opacity: 0.5 }) +
    glow(stage, x, y, 210 * u, 1, 0.6) +
    circle(x, y, 11 * u, { fill: '#fff' }) +
    circle(x, y, 30 * u, { fill: 'none', stroke: '#fff', 'stroke-width': 3 * u, opacity: 0.7 })
  );
}

/** Stacked traces that rise where the subject stands, each hiding what is behind it. */
function pulse(stage: Stage): string {
  const { w, h, x, u, world, detail, palette, paint } = stage;
  const noise = createNoise(detail);
  const traces = Math.round(world.int(32, 40) * Math.max(0.75, h / 1200));
  const top = h * 0.16;
  const bottom = h * 0.96;
  const tall = world.range(190, 270) * u;
  const body = world.range(190, 260) * u;
  let drawn = chamber(stage, 0.34, 900);
  for (let trace = 0; trace < traces; trace += 1) {
    const share = trace / (traces - 1);
    const base = top + (bottom - top) * share;
    const middle = Math.exp(-(((base - stage.y - 90 * u) / (330 * u)) ** 2));
    const points: Point[] = [];
    for (let px = -20; px <= w + 24; px += 14 * u) {
      const near = Math.exp(-(((px - x) / body) ** 2));
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
function silk(stage: Stage): string {
  const { w, h, x, y, u, world, detail, palette, paint } = stage;
  const noise = createNoise(detail);
  const folds = world.int(11, 15);
  const lean = world.range(24, 62) * world.sign();
  const reach = Math.hypot(w, h) * 0.62;
  const long = world.range(300, 480) * u;
  let drawn = '';
  for (let fold = 0; fold < folds; fold += 1) {
    const share = fold / (folds - 1);
    const base = (share * 2 - 1) * reach;
    const points: Point[] = [];
    for (let px = -reach; px <= reach + 60; px += 52) {
      const pinch = 1 - 0.6 * Math.exp(-((px / (430 * u)) ** 2));
      points.push([
        px,
        base * pinch +
          120 * u * Math.sin(px / long + share * 2.6) +
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
function current(stage: Stage): string {
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

export const contour = [paper, survey, pulse, silk, current] as const;
