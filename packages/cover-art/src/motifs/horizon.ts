import { glow } from '../light.ts';
import { clouds, sky, stars } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { circle } from '../svg.ts';
import { reflection } from './landscape.ts';
import { neon } from './neon.ts';
import { skyline } from './skyline.ts';
import { gate, road } from './speed.ts';

export function sea(stage: Stage): string {
  const { x, u, horizon, world, second, paint, mood } = stage;
  const r = world.range(150, 260) * u;
  const y = horizon - r * world.range(-0.12, 0.28);
  const disc = paint.linear(
    [x, y - r],
    [x, y + r],
    [
      [0, '#fff'],
      [1, second.at(mood === 'dusk' ? 0.86 : 0.72)],
    ],
  );
  const above =
    sky(stage) +
    (mood === 'night' ? stars(stage, horizon * 0.8, 70) : '') +
    glow(stage, x, y, r * 3.4, 0.86, 0.75) +
    circle(x, y, r, { fill: disc }) +
    clouds(stage, horizon * 0.2, horizon * 0.94, 8) +
    skyline(stage, horizon, 'islands');
  return reflection(stage, above, horizon);
}

export function city(stage: Stage): string {
  const { x, u, horizon, world, second, paint, mood } = stage;
  const level = horizon * 1.06;
  const r = world.range(150, 250) * u;
  const y = level - world.range(250, 340) * u;
  const disc = paint.linear(
    [x, y - r],
    [x, y + r],
    [
      [0, '#fff'],
      [0.5, second.at(0.9)],
      [1, second.at(0.66)],
    ],
  );
  const above =
    sky(stage, level) +
    (mood === 'night' ? stars(stage, level * 0.7, 60) : clouds(stage, level * 0.2, level * 0.6, 4)) +
    glow(stage, x, y, r * 2.8, 0.84, 0.7) +
    circle(x, y, r, { fill: disc }) +
    skyline(stage, level, 'far') +
    skyline(stage, level, 'middle') +
    skyline(stage, level, 'near');
  return reflection(stage, above, level);
}

export const horizon = [neon, sea, city, road, gate] as const;
