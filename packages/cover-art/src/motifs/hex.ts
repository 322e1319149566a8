import { flare, glow } from '../light.ts';
import { createNoise, fractal } from '../noise.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { dots, group, line, num, type Point, path, polygon, rect } from '../svg.ts';
import { blocks, columns } from './hex-relief.ts';
import { comb, hexagon, shared } from './honeycomb.ts';

/** Tiles of armour, bevelled, lit from the subject; some glow from within. */
export function plates(stage: Stage): string {
  const { x, y, w, h, u, world, detail, palette, paint } = stage;
  const r = world.range(66, 94) * u;
  const noise = createNoise(detail);
  const lean = world.range(-14, 14);
  const face = shared((tone) =>
    paint.across(
      [0.2, 0],
      [0.8, 1],
      [
        [0, palette.at(tone + 0.12)],
        [1, palette.at(Math.max(0.01, tone - 0.1))],
      ],
    ),
  );
  const edge = shared((tone) =>
    paint.across(
      [0, 0],
      [0, 1],
      [
        [0, palette.at(Math.min(1, tone + 0.36)), 0.95],
        [0.55, palette.at(tone), 0.2],
        [1, palette.at(0), 0.6],
      ],
    ),
  );
  let drawn = '';
  for (const [cx, cy] of comb(stage, r)) {
    const away = Math.hypot(cx - x, cy - y) / (820 * u);
    const relief = fractal(noise, cx / (260 * u), cy / (260 * u), 2);
    const lit = detail.chance(0.1 * Math.max(0, 1.2 - away));
    const own = Math.max(0.03, 0.46 - 0.44 * away + 0.2 * relief);
    if (relief < -0.62 && !lit) continue;
    const tone = lit ? 0.86 - 0.3 * away : own;
    if (lit) drawn += glow(stage, cx, cy, r * 2.1, 0.8, 0.4);
    drawn += path(polygon(hexagon(cx, cy, r * 0.93)), {
      fill: face(tone),
      stroke: edge(tone),
      'stroke-width': 3.4 * u,
    });
    drawn += path(polygon(hexagon(cx, cy, r * 0.68)), { fill: palette.at(Math.max(0, tone - 0.07)), opacity: 0.45 });
  }
  const turned = group(drawn, { transform: `rotate(${num(lean)} ${num(x)} ${num(y)})` });
  return (
    rect(0, 0, w, h, { fill: palette.at(0.02) }) +
    chamber(stage, 0.6, 620) +
    turned +
    glow(stage, x, y, 360 * u, 0.9, 0.3)
  );
}

/** Nested six-sided frames turning as they recede. */
export function portal(stage: Stage): string {
  const { x, y, w, h, u, world, detail, palette, paint } = stage;
  const frames = 14;
  const twist = world.range(0.05, 0.13) * world.sign();
  let drawn = '';
  for (let frame = frames; frame >= 0; frame -= 1) {
    const share = frame / frames;
    const r = (76 + 980 * share ** 1.7) * u;
    const turn = Math.PI / 6 + frame * twist;
    const tone = 0.06 + 0.66 * (1 - share) ** 1.7;
    const corners = hexagon(x, y, r, turn);
    for (let side = 0; side < 6; side += 1) {
      const a = corners[side] ?? [0, 0];
      const b = corners[(side + 1) % 6] ?? [0, 0];
      const lift = [0.1, 0, -0.06, -0.03, 0.05, 0.15][side] ?? 0;
      const colour = palette.at(Math.max(0.01, tone + lift * (1 - share * 0.5)));
      drawn += path(polygon([[x, y], a, b]), { fill: colour, stroke: colour });
    }
    drawn += path(polygon(corners), {
      fill: 'none',
      stroke: palette.at(Math.min(1, tone + 0.34)),
      'stroke-width': (1.6 + 3 * share) * u,
      opacity: 0.8,
    });
  }
  const sparks: Point[] = Array.from({ length: 60 }, () => {
    const angle = detail.range(0, Math.PI * 2);
    const away = detail.range(120, 620) * u;
    return [x + Math.cos(angle) * away, y + Math.sin(angle) * away];
  });
  const mouth = paint.radial([x, y], 90 * u, [
    [0, '#fff'],
    [1, palette.at(0.84)],
  ]);
  return (
    rect(0, 0, w, h, { fill: palette.at(0.03) }) +
    drawn +
    path(polygon(hexagon(x, y, 72 * u)), { fill: mouth }) +
    dots(sparks, 4.4, { stroke: palette.accent, opacity: 0.7 }) +
    glow(stage, x, y, 420 * u, 0.95, 0.62) +
    flare(stage, x, y, 420 * u, 0.7)
  );
}

/** A lattice of routes with signals travelling along it. */
export function circuit(stage: Stage): string {
  const { x, y, w, h, u, world, detail, palette, paint } = stage;
  const r = world.range(72, 96) * u;
  const centres = comb(stage, r);
  const fade = paint.radial([x, y], 860 * u, [
    [0, palette.at(0.95), 0.95],
    [0.4, palette.at(0.7), 0.6],
    [1, palette.at(0.5), 0.1],
  ]);
  let lattice = '';
  let routes = '';
  let cells = '';
  const nodes: Point[] = [];
  for (const [cx, cy] of centres) {
    const corners = hexagon(cx, cy, r);
    lattice += polygon(corners);
    const away = Math.hypot(cx - x, cy - y) / (700 * u);
    if (detail.chance(0.5 - 0.35 * away)) {
      cells += path(polygon(hexagon(cx, cy, r * 0.84)), {
        fill: palette.at(detail.range(0.5, 0.92)),
        opacity: Math.max(0.05, 0.62 - 0.55 * away),
      });
      cells += path(polygon(hexagon(cx, cy, r * 0.84)), {
        fill: 'none',
        stroke: palette.at(0.95),
        'stroke-width': 2 * u,
        opacity: Math.max(0.05, 0.7 - 0.6 * away),
      });
    }
    if (detail.chance(0.34)) {
      const start = detail.int(0, 5);
      const run = Array.from({ length: detail.int(2, 5) }, (_, step): Point => corners[(start + step) % 6] ?? [0, 0]);
      routes += line(run);
      nodes.push(run[0] ?? [0, 0], run[run.length - 1] ?? [0, 0]);
    }
  }
  return (
    rect(0, 0, w, h, { fill: palette.at(0.02) }) +
    chamber(stage, 0.44, 720) +
    cells +
    path(lattice, { fill: 'none', stroke: fade, 'stroke-width': 1.6 * u, opacity: 0.5 }) +
    path(routes, { fill: 'none', stroke: fade, 'stroke-width': 13 * u, opacity: 0.14, 'stroke-linejoin': 'round' }) +
    path(routes, {
      fill: 'none',
      stroke: fade,
      'stroke-width': 4.4 * u,
      'stroke-linejoin': 'round',
      'stroke-linecap': 'round',
    }) +
    dots(nodes, 13 * u, { stroke: fade }) +
    dots(nodes, 6 * u, { stroke: palette.at(0.06) }) +
    glow(stage, x, y, 380 * u, 0.95, 0.45)
  );
}

export const hex = [plates, columns, blocks, portal, circuit] as const;
