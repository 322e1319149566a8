import { createNoise, fractal } from '../noise.ts';
import type { Stage } from '../stage.ts';
import { num, type Point, path, polygon } from '../svg.ts';

type Distance = 'far' | 'middle' | 'near' | 'islands';

const LOOK: Record<
  Exclude<Distance, 'islands'>,
  { tall: number; wide: number; dusk: number; night: number; windows: number }
> = {
  far: { tall: 210, wide: 34, dusk: 0.56, night: 0.36, windows: 0 },
  middle: { tall: 270, wide: 52, dusk: 0.36, night: 0.22, windows: 0.16 },
  near: { tall: 190, wide: 86, dusk: 0.12, night: 0.07, windows: 0.26 },
};

/** What stands on the horizon: towers with lit windows, or low islands. */
export function skyline(stage: Stage, level: number, distance: Distance): string {
  return distance === 'islands' ? islands(stage, level) : towers(stage, level, distance);
}

function towers(stage: Stage, level: number, distance: Exclude<Distance, 'islands'>): string {
  const { w, u, x, detail, palette, paint, mood } = stage;
  const look = LOOK[distance];
  const tone = mood === 'dusk' ? look.dusk : look.night;
  let walls = '';
  let lamps = '';
  for (let left = -20; left < w; ) {
    const wide = look.wide * u * detail.range(0.6, 1.5);
    const centre = left + wide / 2;
    const away = Math.min(1, Math.abs(centre - x) / (w * 0.55));
    const grow = distance === 'near' ? 0.35 + 0.8 * away : 1.1 - 0.5 * away;
    const tall = look.tall * u * grow * detail.range(0.4, 1.25);
    const top = level - tall;
    const roof = detail.int(0, 4);
    const cut = wide * 0.22;
    const crown: Point[] =
      roof === 0
        ? [
            [left, top],
            [left + wide, top - cut],
          ]
        : roof === 1
          ? [
              [left, top],
              [left + cut, top],
              [left + cut, top - cut],
              [left + wide - cut, top - cut],
              [left + wide - cut, top],
              [left + wide, top],
            ]
          : roof === 2
            ? [
                [left, top],
                [centre - 2, top - cut],
                [centre - 1.5, top - cut * 3.2],
                [centre + 1.5, top - cut * 3.2],
                [centre + 2, top - cut],
                [left + wide, top],
              ]
            : [
                [left, top],
                [left + wide, top],
              ];
    walls += polygon([[left, level + 2], ...crown, [left + wide, level + 2]]);
    const grid = 11 * u * (distance === 'near' ? 1.5 : 1);
    for (let row = top + grid * 1.4; row < level - grid && look.windows > 0; row += grid * 1.5) {
      for (let column = left + grid * 0.7; column < left + wide - grid; column += grid) {
        if (detail.chance(look.windows))
          lamps += `M${num(column)} ${num(row)}h${num(grid * 0.5)}v${num(grid * 0.62)}h${num(-grid * 0.5)}z`;
      }
    }
    left += wide + (detail.chance(0.25) ? look.wide * u * 0.5 : 0);
  }
  const fill = paint.linear(
    [0, level - look.tall * 1.2 * u],
    [0, level],
    [
      [0, palette.at(tone)],
      [1, palette.at(tone + (distance === 'near' ? 0.02 : 0.14))],
    ],
  );
  return path(walls, { fill }) + path(lamps, { fill: palette.accent, opacity: distance === 'near' ? 0.85 : 0.55 });
}

function islands(stage: Stage, level: number): string {
  const { w, u, detail, palette, mood } = stage;
  const noise = createNoise(detail);
  let drawn = '';
  for (let island = 0; island < 4; island += 1) {
    const half = detail.range(90, 260) * u;
    const centre = detail.chance(0.5) ? detail.range(-0.05, 0.26) * w : detail.range(0.74, 1.05) * w;
    const tall = detail.range(24, 100) * u;
    const points: Point[] = Array.from({ length: 25 }, (_, step) => {
      const along = (step / 24) * 2 - 1;
      const rise = (1 - along * along) ** 0.8 * (0.7 + 0.55 * fractal(noise, step * 0.33, island * 9, 3));
      return [centre + along * half, level - tall * Math.max(0, rise)];
    });
    const tone = (mood === 'dusk' ? 0.4 : 0.2) - island * 0.06;
    drawn += path(polygon([...points, [centre + half, level + 1], [centre - half, level + 1]]), {
      fill: palette.at(tone),
    });
  }
  return drawn;
}
