import { flare, glow } from '../light.ts';
import { sky, stars } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { group, line, num, type Point, path, polygon, rect } from '../svg.ts';
import { skyline } from './skyline.ts';

/** A night road: trails of light from the vanishing point to both corners. */
export function road(stage: Stage): string {
  const { w, h, x, u, horizon, world, detail, palette, paint } = stage;
  const level = horizon * 0.94;
  const bend = world.range(90, 190) * world.sign() * u;
  const ground = paint.linear(
    [0, level],
    [0, h],
    [
      [0, palette.at(0.22)],
      [0.3, palette.at(0.08)],
      [1, palette.at(0.02)],
    ],
  );
  const way = (side: number): Point[] =>
    Array.from({ length: 16 }, (_, step): Point => {
      const near = (step / 15) ** 2.2;
      return [
        x + bend * Math.sin((step / 15) ** 1.2 * Math.PI) + side * (7 * u + near * Math.max(w, 900) * 0.72),
        level + near * (h - level + 30),
      ];
    });
  const strip = (from: number, to: number, fill: string, opacity = 1): string =>
    path(polygon([...way(from), ...way(to).reverse()]), { fill, opacity });
  const fade = (tone: number): string =>
    paint.linear(
      [0, level],
      [0, h],
      [
        [0, '#fff'],
        [0.25, palette.at(tone)],
        [1, palette.at(tone - 0.22), 0.5],
      ],
    );
  let trails = '';
  for (let trail = 0; trail < 20; trail += 1) {
    const place = (trail / 19) * 2.6 - 1.3 + detail.range(-0.08, 0.08);
    const thick = detail.range(0.006, 0.034);
    trails +=
      strip(place - thick * 2.4, place + thick * 2.4, fade(0.6), 0.22) +
      strip(place - thick, place + thick, fade(detail.range(0.7, 0.92)), 0.9);
  }
  return (
    sky(stage, level) +
    stars(stage, level, 60) +
    glow(stage, x, level, 640 * u, 0.84, 0.85) +
    skyline(stage, level + 2, 'far') +
    rect(0, level, w, h - level, { fill: ground }) +
    strip(
      -1,
      1,
      paint.linear(
        [0, level],
        [0, h],
        [
          [0, palette.at(0.3)],
          [0.4, palette.at(0.1)],
          [1, palette.at(0.05)],
        ],
      ),
    ) +
    group(trails, {}) +
    flare(stage, x, level, 520 * u)
  );
}

/** A corridor of lit frames, each nearer one larger. */
export function gate(stage: Stage): string {
  const { w, h, x, y, u, world, detail, palette, paint } = stage;
  const sides = world.pick([4, 6, 40]);
  const twist = world.range(0, 0.16) * world.sign();
  const frames = 11;
  let drawn = '';
  for (let frame = 0; frame < frames; frame += 1) {
    const near = frame / (frames - 1);
    const r = (70 + near ** 2 * 900) * u;
    const turn = frame * twist + (sides === 4 ? Math.PI / 4 : sides === 6 ? Math.PI / 6 : 0);
    const ring: Point[] = Array.from({ length: sides }, (_, side) => {
      const angle = turn + (side / sides) * Math.PI * 2;
      return [x + Math.cos(angle) * r, y + Math.sin(angle) * r];
    });
    const d = polygon(ring);
    const tone = 0.97 - near * 0.5;
    drawn += path(d, { stroke: palette.at(tone), 'stroke-width': (5 + near * 54) * u, opacity: 0.12 });
    drawn += path(d, { stroke: palette.at(tone), 'stroke-width': (2 + near * 13) * u, opacity: 0.95 - near * 0.45 });
    if (frame % 3 === 1)
      drawn += path(d, {
        stroke: palette.accent,
        'stroke-width': (1.4 + near * 5) * u,
        transform: `rotate(${num(detail.range(3, 9))} ${num(x)} ${num(y)})`,
        opacity: 0.55,
      });
  }
  const depth = paint.radial([x, y], Math.hypot(w, h) * 0.62, [
    [0, palette.at(0.9)],
    [0.09, palette.at(0.66)],
    [0.26, palette.at(0.36)],
    [0.6, palette.at(0.14)],
    [1, palette.at(0.03)],
  ]);
  let streaks = '';
  for (let streak = 0; streak < 46; streak += 1) {
    const angle = detail.range(0, Math.PI * 2);
    const from = detail.range(130, 560) * u;
    const to = from * detail.range(1.15, 1.6);
    streaks += line([
      [x + Math.cos(angle) * from, y + Math.sin(angle) * from],
      [x + Math.cos(angle) * to, y + Math.sin(angle) * to],
    ]);
  }
  return (
    rect(0, 0, w, h, { fill: depth }) +
    path(streaks, { stroke: palette.at(0.9), 'stroke-width': 2.4 * u, 'stroke-linecap': 'round', opacity: 0.5 }) +
    group(drawn, { fill: 'none', 'stroke-linejoin': 'round' }) +
    flare(stage, x, y, 380 * u)
  );
}
