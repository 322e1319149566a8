import { glow } from '../light.ts';
import { createNoise, fractal } from '../noise.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { circle, group, num, path, polygon, rect } from '../svg.ts';
import { comb, hexagon } from './honeycomb.ts';

/** Square pieces, some lifted, some with a simple sign. */
export function tiles(stage: Stage): string {
  const { x, y, w, h, u, world, detail, palette, second } = stage;
  const size = world.range(128, 156) * u;
  const gap = size * 0.08;
  let drawn = '';
  for (let row = -1; row * size < h + size; row += 1) {
    for (let column = -1; column * size < w + size; column += 1) {
      const px = (x % size) + (column - 0.5) * size;
      const py = (y % size) + (row - 0.5) * size;
      const away = Math.hypot(px + size / 2 - x, py + size / 2 - y) / (620 * u);
      if (detail.chance(0.1)) continue;
      const isHot = detail.chance(0.28);
      const own = isHot ? second : palette;
      const tone = Math.max(0.1, 0.72 - away * 0.5 + detail.range(-0.07, 0.07));
      const lift = detail.chance(0.2) ? 16 * u : 6 * u;
      const wide = size - gap * 2;
      const rx = num(size * 0.16);
      const cx = px + size / 2;
      const cy = py + size / 2 - lift;
      const sign = { fill: 'none', stroke: own.at(Math.min(1, tone + 0.42)), 'stroke-width': size * 0.075 };
      const mark = [
        circle(cx, cy, size * 0.18, sign),
        path(
          polygon([
            [cx, cy - size * 0.2],
            [cx + size * 0.2, cy + size * 0.15],
            [cx - size * 0.2, cy + size * 0.15],
          ]),
          { ...sign, 'stroke-linejoin': 'round' },
        ),
        rect(cx - size * 0.16, cy - size * 0.16, size * 0.32, size * 0.32, { ...sign, rx: num(size * 0.05) }),
        path(
          `M${num(cx - size * 0.16)} ${num(cy - size * 0.16)}l${num(size * 0.32)} ${num(size * 0.32)}m0 ${num(-size * 0.32)}l${num(-size * 0.32)} ${num(size * 0.32)}`,
          { ...sign, 'stroke-linecap': 'round' },
        ),
      ][detail.int(0, 3)];
      drawn +=
        rect(px + gap, py + gap + 10 * u, wide, wide, { rx, fill: palette.at(0.02), opacity: 0.6 }) +
        rect(px + gap, py + gap - lift + 10 * u, wide, wide, { rx, fill: own.at(tone * 0.5) }) +
        rect(px + gap, py + gap - lift, wide, wide, { rx, fill: own.at(tone) }) +
        (isHot || detail.chance(0.3) ? (mark ?? '') : '');
    }
  }
  return chamber(stage, 0.36, 800) + drawn + glow(stage, x, y, 520 * u, 0.9, 0.3);
}

/** A fan of cards with plain signs. */
export function playcards(stage: Stage): string {
  const { x, y, u, world, palette, second, paint } = stage;
  const count = 5;
  const [wide, tall] = [250 * u, 370 * u];
  const lean = world.range(-6, 6);
  let drawn = '';
  for (let index = 0; index < count; index += 1) {
    const turn = (index - (count - 1) / 2) * 17 + lean;
    const isRed = index % 2 === 0;
    const face = paint.linear(
      [0, -tall],
      [0, 0],
      [
        [0, '#fff'],
        [1, palette.at(0.88)],
      ],
    );
    const ink = isRed ? second.at(0.52) : palette.at(0.22);
    const gem = (px: number, py: number, size: number): string =>
      isRed
        ? polygon([
            [px, py - size * 1.25],
            [px + size, py],
            [px, py + size * 1.25],
            [px - size, py],
          ])
        : `M${num(px)} ${num(py - size * 1.2)}Q${num(px + size * 1.4)} ${num(py - size * 0.1)} ${num(px + size * 0.7)} ${num(py + size * 0.5)}Q${num(px + size * 0.3)} ${num(py + size * 0.7)} ${num(px + size * 0.1)} ${num(py + size * 0.3)}L${num(px + size * 0.4)} ${num(py + size * 1.1)}H${num(px - size * 0.4)}L${num(px - size * 0.1)} ${num(py + size * 0.3)}Q${num(px - size * 0.3)} ${num(py + size * 0.7)} ${num(px - size * 0.7)} ${num(py + size * 0.5)}Q${num(px - size * 1.4)} ${num(py - size * 0.1)} ${num(px)} ${num(py - size * 1.2)}Z`;
    const pips =
      index + 1 > 3
        ? [
            [-0.2, -0.75],
            [0.2, -0.75],
            [-0.2, -0.28],
            [0.2, -0.28],
            [0, -0.5],
          ]
        : [[0, -0.5]];
    const marks =
      pips.map(([px = 0, py = 0]) => gem(px * wide, py * tall, (pips.length > 1 ? 24 : 58) * u)).join('') +
      gem(-wide * 0.38, -tall * 0.88, 15 * u) +
      gem(wide * 0.38, -tall * 0.12, 15 * u);
    drawn += group(
      rect(-wide / 2 + 8 * u, -tall + 14 * u, wide, tall, { rx: num(24 * u), fill: palette.at(0.01), opacity: 0.4 }) +
        rect(-wide / 2, -tall, wide, tall, {
          rx: num(24 * u),
          fill: face,
          stroke: palette.at(0.5),
          'stroke-width': 2 * u,
        }) +
        path(marks, { fill: ink }),
      { transform: `translate(${num(x)} ${num(y + 420 * u)}) rotate(${num(turn)}) translate(0 ${num(-230 * u)})` },
    );
  }
  return chamber(stage, 0.5, 820) + glow(stage, x, y - 40 * u, 520 * u, 0.8, 0.6) + drawn;
}

/** A map of hexagons: water, land, woods, summits and a border. */
export function atlas(stage: Stage): string {
  const { x, y, u, w, h, world, detail, palette, second } = stage;
  const r = world.range(66, 80) * u;
  const noise = createNoise(detail);
  let drawn = rect(0, 0, w, h, { fill: palette.at(0.1) });
  let border = '';
  for (const [px, py] of comb(stage, r)) {
    const height = fractal(noise, px / (330 * u), py / (330 * u), 3) + 0.34 - Math.hypot(px - x, py - y) / (1500 * u);
    const shape = polygon(hexagon(px, py, r * 0.96));
    const land = height > 0;
    const tone = land ? 0.44 + height * 0.55 + detail.range(-0.04, 0.04) : 0.3 + height * 0.5;
    drawn += path(polygon(hexagon(px, py + 9 * u, r * 0.96)), { fill: palette.at(0.02), opacity: land ? 0.7 : 0 });
    drawn += path(shape, { fill: (land ? second : palette).at(Math.max(0.08, Math.min(0.86, tone))) });
    if (land && Math.hypot(px - x, py - y) < 300 * u) border += polygon(hexagon(px, py, r * 0.96));
    if (height > 0.3)
      drawn += path(
        polygon([
          [px - 34 * u, py + 24 * u],
          [px - 4 * u, py - 36 * u],
          [px + 12 * u, py - 8 * u],
          [px + 22 * u, py - 22 * u],
          [px + 42 * u, py + 24 * u],
        ]),
        { fill: second.at(0.97), opacity: 0.9 },
      );
    else if (height > 0.12 && detail.chance(0.5))
      drawn += [-18, 6, 26]
        .map((at) =>
          path(
            polygon([
              [px + at * u - 13 * u, py + 18 * u],
              [px + at * u, py - 22 * u],
              [px + at * u + 13 * u, py + 18 * u],
            ]),
            { fill: palette.at(0.22) },
          ),
        )
        .join('');
    else if (!land && detail.chance(0.16))
      drawn += path(
        `M${num(px - 24 * u)} ${num(py)}q${num(12 * u)} ${num(-14 * u)} ${num(24 * u)} 0q${num(12 * u)} ${num(14 * u)} ${num(24 * u)} 0`,
        { fill: 'none', stroke: palette.at(0.6), 'stroke-width': 4 * u, opacity: 0.6 },
      );
  }
  return (
    drawn +
    path(border, { fill: 'none', stroke: '#fff', 'stroke-width': 3 * u, opacity: 0.35 }) +
    path(
      `M${num(x)} ${num(y + 30 * u)}V${num(y - 110 * u)}l${num(90 * u)} ${num(30 * u)}l${num(-90 * u)} ${num(30 * u)}`,
      { fill: second.accent, stroke: palette.at(0.04), 'stroke-width': 8 * u, 'stroke-linejoin': 'round' },
    ) +
    glow(stage, x, y, 560 * u, 0.9, 0.22)
  );
}
