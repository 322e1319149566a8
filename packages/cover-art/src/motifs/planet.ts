import { createNoise, fractal } from '../noise.ts';
import type { Stage } from '../stage.ts';
import { circle, curve, ellipse, group, num, type Point, path, rect } from '../svg.ts';

/** A ball lit from `light` (a direction from its centre), falling into shadow on the other side. */
export function planet(stage: Stage, x: number, y: number, r: number, light: Point, tone: number): string {
  const { palette, paint } = stage;
  const fill = paint.radial([x + light[0] * r * 0.55, y + light[1] * r * 0.55], r * 1.65, [
    [0, palette.at(Math.min(1, tone + 0.3))],
    [0.24, palette.at(tone + 0.12)],
    [0.52, palette.at(tone - 0.1)],
    [0.78, palette.at(tone * 0.4)],
    [1, palette.at(0.04)],
  ]);
  return circle(x, y, r, { fill });
}

/** Cloud belts of a giant, clipped to its disc and darkened towards the night side. */
export function bands(stage: Stage, x: number, y: number, r: number, tilt: number, light: Point): string {
  const { detail, world, palette, paint } = stage;
  const noise = createNoise(detail);
  let drawn = '';
  const count = world.int(7, 10);
  for (let band = 0; band < count; band += 1) {
    const top = y - r + (2 * r * band) / count;
    const thick = ((2 * r) / count) * world.range(0.3, 0.8);
    const edge = (level: number, salt: number): Point[] =>
      Array.from({ length: 9 }, (_, step): Point => {
        const along = (step / 8) * 2 - 1;
        // A belt seen on a ball bows with its latitude.
        const bow = ((level - y) / r) * (1 - along * along) * r * 0.12;
        return [x + along * r, level + bow + r * 0.02 * fractal(noise, step * 0.8, band * 3 + salt, 2)];
      });
    const lighter = band % 2 === 0;
    const d = `${curve(edge(top, 0))}${curve(edge(top + thick, 1).reverse()).replace('M', 'L')}Z`;
    drawn += path(d, { fill: palette.at(lighter ? 0.9 : 0.22), opacity: lighter ? 0.2 : 0.3 });
  }
  const stormX = x + r * world.range(-0.3, 0.4);
  const stormY = y + r * world.range(0.1, 0.45);
  drawn += ellipse(stormX, stormY, r * 0.17, r * 0.085, { fill: palette.at(0.92), opacity: 0.5 });
  drawn += ellipse(stormX, stormY, r * 0.1, r * 0.045, { fill: palette.at(0.5), opacity: 0.6 });
  const turned = group(drawn, { transform: `rotate(${num(tilt)} ${num(x)} ${num(y)})` });
  const night = paint.linear(
    [x + light[0] * r * 0.5, y + light[1] * r * 0.5],
    [x - light[0] * r * 1.1, y - light[1] * r * 1.1],
    [
      [0, palette.at(0.03), 0],
      [0.5, palette.at(0.03), 0.4],
      [1, palette.at(0.02), 0.92],
    ],
  );
  return group(turned + rect(x - r, y - r, 2 * r, 2 * r, { fill: night }), {
    'clip-path': paint.clip(circle(x, y, r, {})),
  });
}

/** A thin bright rim where the air catches the light. */
export function atmosphere(stage: Stage, x: number, y: number, r: number, light: Point): string {
  const { palette, paint } = stage;
  const rim = paint.radial([x - light[0] * r * 0.16, y - light[1] * r * 0.16], r * 1.17, [
    [0, palette.at(0.97), 0],
    [0.82, palette.at(0.97), 0],
    [0.94, palette.at(0.95), 0.32],
    [1, '#fff', 0.85],
  ]);
  return circle(x, y, r, { fill: rim });
}

/** A dry world: soft dark plains and craters whose walls catch the light on the far side. */
export function terrain(stage: Stage, x: number, y: number, r: number, light: Point): string {
  const { detail, palette, paint } = stage;
  let drawn = '';
  for (let plain = 0; plain < 4; plain += 1) {
    const cx = x + detail.range(-0.7, 0.7) * r;
    const cy = y + detail.range(-0.7, 0.7) * r;
    const size = r * detail.range(0.3, 0.6);
    const fill = paint.radial([cx, cy], size, [
      [0, palette.at(0.2), 0.4],
      [0.6, palette.at(0.2), 0.22],
      [1, palette.at(0.2), 0],
    ]);
    drawn += circle(cx, cy, size, { fill });
  }
  for (let crater = 0; crater < 34; crater += 1) {
    const angle = detail.range(0, Math.PI * 2);
    const away = Math.sqrt(detail.next()) * 0.94;
    const size = r * (0.014 + 0.11 * detail.next() ** 3);
    drawn += craterAt(stage, x + Math.cos(angle) * away * r, y + Math.sin(angle) * away * r, size, angle, away, light);
  }
  const night = paint.linear(
    [x + light[0] * r * 0.35, y + light[1] * r * 0.35],
    [x - light[0] * r * 0.85, y - light[1] * r * 0.85],
    [
      [0, palette.at(0.04), 0],
      [0.45, palette.at(0.04), 0.55],
      [1, palette.at(0.02), 0.97],
    ],
  );
  return group(drawn + rect(x - r, y - r, 2 * r, 2 * r, { fill: night }), {
    'clip-path': paint.clip(circle(x, y, r, {})),
  });
}

function craterAt(stage: Stage, x: number, y: number, size: number, angle: number, away: number, light: Point): string {
  const { palette } = stage;
  const squeeze = Math.sqrt(1 - away * away) * 0.75 + 0.25;
  const bowl = (dx: number, dy: number, grow: number, tone: number, opacity: number): string =>
    ellipse(x + dx, y + dy, size * squeeze * grow, size * grow, {
      fill: palette.at(tone),
      opacity,
      transform: `rotate(${num((angle * 180) / Math.PI)} ${num(x + dx)} ${num(y + dy)})`,
    });
  const [dx, dy] = [light[0] * size * 0.16, light[1] * size * 0.16];
  return bowl(-dx, -dy, 1.06, 0.93, 0.3) + bowl(dx * 0.4, dy * 0.4, 1, 0.14, 0.42) + bowl(-dx, -dy, 0.82, 0.5, 0.4);
}

type Rings = {
  readonly x: number;
  readonly y: number;
  readonly inner: number;
  readonly outer: number;
  readonly flat: number;
  readonly tilt: number;
};

/** Half of a ring system; the two halves go behind and before the planet. */
export function ringHalf(stage: Stage, rings: Rings, half: 'behind' | 'before'): string {
  const { palette, paint } = stage;
  const { x, y, inner, outer, flat, tilt } = rings;
  // A generator of its own: both halves must cut the same grooves.
  const count = 15;
  let drawn = '';
  for (let ring = 0; ring < count; ring += 1) {
    const share = ring / (count - 1);
    const rx = inner + (outer - inner) * share;
    const groove = Math.sin(share * 23 + inner) * Math.sin(share * 7 + outer);
    if (groove < -0.45) continue;
    const sweep = half === 'before' ? 0 : 1;
    const d = `M${num(x - rx)} ${num(y)}A${num(rx)} ${num(rx * flat)} 0 0 ${sweep} ${num(x + rx)} ${num(y)}`;
    drawn += path(d, {
      stroke: palette.at(0.62 + 0.32 * Math.abs(groove)),
      'stroke-width': ((outer - inner) / count) * 0.86,
      opacity: 0.25 + 0.5 * (0.5 + groove / 2),
    });
  }
  const fade = paint.linear(
    [x - outer, y],
    [x + outer, y],
    [
      [0, palette.accent, 0.7],
      [0.5, palette.accent, 0.15],
      [1, palette.accent, 0.5],
    ],
  );
  const edge = `M${num(x - outer * 1.03)} ${num(y)}A${num(outer * 1.03)} ${num(outer * 1.03 * flat)} 0 0 ${half === 'before' ? 0 : 1} ${num(x + outer * 1.03)} ${num(y)}`;
  drawn += path(edge, { stroke: fade, 'stroke-width': 2.5 });
  return group(drawn, { fill: 'none', transform: `rotate(${num(tilt)} ${num(x)} ${num(y)})` });
}
