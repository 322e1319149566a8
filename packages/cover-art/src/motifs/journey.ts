import { flare, glow } from '../light.ts';
import { createNoise, fractal } from '../noise.ts';
import { sky, stars } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { box, circle, num, type Point, path, polygon, rect } from '../svg.ts';
import { birds, reflection } from './landscape.ts';
import { at } from './local.ts';
import { luminary } from './luminary.ts';
import { mountainFaces, mountains } from './mountains.ts';
import { body, crestLine, haze, heavens, tone } from './range.ts';
import { skyline } from './skyline.ts';

/** A lighthouse on its cliff, with its beam over the sea. */
export function lighthouse(stage: Stage): string {
  const { x, w, h, u, horizon, detail, palette, second, paint } = stage;
  const shore = horizon + 110 * u;
  const noise = createNoise(detail);
  const side = x < w / 2 ? 1 : -1;
  const foot = shore - 60 * u;
  const lamp: Point = [x, foot - 400 * u];
  const ray = (turn: number): string => {
    const end = Math.max(w, h);
    const spread = 0.1;
    return path(
      polygon([
        lamp,
        [lamp[0] + Math.cos(turn - spread) * end, lamp[1] + Math.sin(turn - spread) * end],
        [lamp[0] + Math.cos(turn + spread) * end, lamp[1] + Math.sin(turn + spread) * end],
      ]),
      {
        fill: paint.radial(lamp, 760 * u, [
          [0, second.at(0.98), 0.85],
          [0.5, second.at(0.86), 0.3],
          [1, second.at(0.8), 0],
        ]),
      },
    );
  };
  const cliff = crestLine(stage, 14, (px) => {
    const near = Math.exp(-(((px - x + side * 60 * u) / (260 * u)) ** 4));
    return shore + 30 * u - 110 * u * near + 22 * u * fractal(noise, px / (70 * u), 3, 3);
  });
  const wall = paint.across(
    [0, 0],
    [1, 0],
    [
      [0, second.at(0.9)],
      [0.4, second.at(0.98)],
      [1, palette.at(0.34)],
    ],
  );
  const tower =
    path(
      polygon([
        [-56, 10],
        [-34, -360],
        [34, -360],
        [56, 10],
      ]),
      { fill: wall },
    ) +
    [0, 1, 2]
      .map((ring) => {
        const y = -310 + ring * 124;
        const half = 37 + ring * 7.4;
        return path(
          polygon([
            [-half, y],
            [half, y],
            [half + 3.6, y + 62],
            [-half - 3.6, y + 62],
          ]),
          { fill: palette.at(0.4) },
        );
      })
      .join('') +
    path(box(-50, -374, 100, 18) + box(-30, -430, 8, 60) + box(22, -430, 8, 60), { fill: palette.at(0.08) }) +
    rect(-22, -430, 44, 58, { fill: '#fff' }) +
    path('M-44 -428Q-40 -470 0 -486Q40 -470 44 -428Z', { fill: palette.at(0.1) });
  const lean = detail.range(0.08, 0.2);
  const above =
    sky(stage, shore) +
    stars(stage, shore * 0.8, 90) +
    luminary(stage, shore) +
    ray(side > 0 ? -lean : Math.PI + lean) +
    ray(side > 0 ? Math.PI - lean * 2 : lean * 2) +
    path(polygon([...cliff, [w + 10, shore + 40], [-10, shore + 40]]), { fill: palette.at(tone(stage, 0.82)) }) +
    at(stage, x, foot, tower) +
    flare(stage, lamp[0], lamp[1], 300 * u, 1);
  return reflection(stage, above, shore + 30 * u);
}

/** A suspension bridge before a city. */
export function bridge(stage: Stage): string {
  const { x, w, u, horizon, palette, second } = stage;
  const shore = horizon + 110 * u;
  const deck = shore - 90 * u;
  const span = 330 * u;
  const top = deck - 430 * u;
  const towers = [x - span, x + span];
  const ink = palette.at(0.07);
  const sag = (from: number, to: number, start: number, end: number, low: number): Point[] =>
    Array.from({ length: 25 }, (_, step): Point => {
      const share = step / 24;
      const straight = start + (end - start) * share;
      return [from + (to - from) * share, straight + low * 4 * share * (1 - share)];
    });
  const cables = [
    sag(x - span, x + span, top, top, 350 * u),
    sag(x - span * 2.7, x - span, deck, top, 90 * u),
    sag(x + span, x + span * 2.7, top, deck, 90 * u),
  ];
  const lines = cables.map((cable) =>
    cable.map(([px, py], index) => `${index ? 'L' : 'M'}${num(px)} ${num(py)}`).join(''),
  );
  const hangers = cables.flatMap((cable) => cable.map(([px, py]) => `M${num(px)} ${num(py)}V${num(deck)}`));
  const lamps = cables.flatMap((cable) => cable.filter((_, index) => index % 2 === 0));
  const legs = towers
    .map(
      (px) =>
        polygon([
          [px - 46 * u, shore],
          [px - 34 * u, top - 30 * u],
          [px - 14 * u, top - 30 * u],
          [px - 20 * u, shore],
        ]) +
        polygon([
          [px + 46 * u, shore],
          [px + 34 * u, top - 30 * u],
          [px + 14 * u, top - 30 * u],
          [px + 20 * u, shore],
        ]) +
        [0.06, 0.3, 0.56].map((share) => box(px - 40 * u, top + share * 430 * u, 80 * u, 22 * u)).join(''),
    )
    .join('');
  const above =
    heavens(stage, shore) +
    skyline(stage, shore, 'far') +
    haze(stage, shore - 260 * u, shore, 0) +
    path(hangers.join(''), { stroke: ink, 'stroke-width': 4 * u, opacity: 0.8 }) +
    path(lines.join(''), { fill: 'none', stroke: ink, 'stroke-width': 15 * u }) +
    path(box(-10, deck, w + 20, 26 * u) + legs, { fill: ink }) +
    rect(0, deck - 2 * u, w, 5 * u, { fill: second.at(0.9), opacity: 0.8 }) +
    lamps.map(([px, py]) => circle(px, py, 7 * u, { fill: second.at(0.96) })).join('') +
    towers.map((px) => glow(stage, px, top - 40 * u, 110 * u, 0.95, 0.9)).join('');
  return reflection(stage, above, shore);
}

/** A volcano with rivers of lava under its cloud of ash. */
export function volcano(stage: Stage): string {
  const { x, h, u, horizon, detail, palette, second } = stage;
  const noise = createNoise(detail);
  const level = horizon + 160 * u;
  const top = horizon - 210 * u;
  const mouth = 84 * u;
  const cone = crestLine(stage, 10, (px) => {
    const away = Math.abs(px - x);
    const rough = 16 * u * fractal(noise, px / (60 * u), 5, 3);
    if (away < mouth) return top + 22 * u * (1 - away / mouth);
    return Math.min(level + 40 * u, top + (away - mouth) * 0.92 + rough * Math.min(1, (away - mouth) / (60 * u)));
  });
  let ash = '';
  for (let puff = 0; puff < 26; puff += 1) {
    const up = puff / 25;
    const px = x + (detail.range(-1, 1) * (50 + 250 * up) + 130 * up * up) * u;
    const py = top - 20 * u - up * 430 * u + detail.range(-26, 26) * u;
    const r = (50 + 110 * up) * u * detail.range(0.7, 1.1);
    ash +=
      circle(px, py, r, { fill: palette.at(0.14 + 0.1 * detail.next()), opacity: 0.85 }) +
      circle(px - r * 0.1, py + r * 0.24, r * 0.7, { fill: second.at(0.5), opacity: 0.2 * (1 - up) + 0.03 });
  }
  const stream = (start: number, lean: number, length: number): Point[] =>
    Array.from({ length: 14 }, (_, step): Point => {
      const share = step / 13;
      return [x + (start + lean * share + 22 * Math.sin(share * 9 + start)) * u, top + 14 * u + share * length * u];
    });
  const rivers = [stream(-30, -240, 480), stream(0, 40, 520), stream(40, 300, 470)]
    .map((points) => points.map(([px, py], index) => `${index ? 'L' : 'M'}${num(px)} ${num(py)}`).join(''))
    .join('');
  const strokes = { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
  const sparks = Array.from({ length: 36 }, () => {
    const turn = -Math.PI / 2 + detail.range(-0.7, 0.7);
    const far = detail.range(40, 330) * u;
    return circle(x + Math.cos(turn) * far, top + Math.sin(turn) * far, detail.range(3, 8) * u, {
      fill: second.at(0.94),
    });
  }).join('');
  const near = mountains(stage, level + 130 * u, 130 * u, 8);
  return (
    heavens(stage, level) +
    ash +
    glow(stage, x, top, 460 * u, 0.84, 0.95) +
    sparks +
    body(stage, cone, 0.62) +
    mountainFaces(stage, cone, tone(stage, 0.62), 260 * u) +
    path(rivers, { ...strokes, stroke: second.at(0.62), 'stroke-width': 34 * u, opacity: 0.5 }) +
    path(rivers, { ...strokes, stroke: second.at(0.9), 'stroke-width': 13 * u }) +
    haze(stage, level - 60 * u, level + 160 * u, 0.1) +
    body(stage, near, 0.95) +
    birds(stage, h * 0.2)
  );
}
