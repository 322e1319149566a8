import { aurora, clouds, sky, stars } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { type Point, path, polygon, rect } from '../svg.ts';
import { luminary } from './luminary.ts';

/** Tone of layer 0 (far) … 1 (near): air lightens what is far. */
export const tone = (stage: Stage, near: number): number =>
  stage.mood === 'dusk' ? 0.64 - 0.58 * near ** 0.8 : 0.44 - 0.4 * near ** 0.85;

export function crestLine(stage: Stage, step: number, height: (x: number) => number): Point[] {
  const points: Point[] = [];
  for (let x = -10; x <= stage.w + step; x += step) points.push([x, height(x)]);
  return points;
}

/** A range as one body: its own colour at the crest, mist at its foot. */
export function body(stage: Stage, crest: readonly Point[], near: number, mist = 0.16): string {
  const { w, h, palette, paint } = stage;
  const top = Math.min(...crest.map(([, y]) => y));
  const own = tone(stage, near);
  const fill = paint.linear(
    [0, top],
    [0, Math.min(h, top + 420)],
    [
      [0, palette.at(own)],
      [0.55, palette.at(own + mist * 0.45 * (1 - near))],
      [1, palette.at(own + mist * (1 - near))],
    ],
  );
  return path(polygon([...crest, [w + 10, h + 10], [-10, h + 10]]), { fill });
}

export function haze(stage: Stage, top: number, bottom: number, near: number): string {
  const colour = stage.second.at(stage.mood === 'dusk' ? 0.82 : 0.58);
  const strength = 0.4 * (1 - near) ** 1.2;
  const fill = stage.paint.linear(
    [0, top],
    [0, bottom],
    [
      [0, colour, 0],
      [0.6, colour, strength],
      [1, colour, 0],
    ],
  );
  return rect(0, top, stage.w, bottom - top, { fill });
}

/** Stars at night, banks of cloud by day. */
export function heavens(stage: Stage, ground: number): string {
  const { world, mood } = stage;
  const north = mood === 'night' && world.chance(0.45);
  return (
    sky(stage, ground) +
    (mood === 'night' ? stars(stage, ground, 80) : '') +
    (north ? aurora(stage, ground * 0.66, ground * 0.55) : '') +
    luminary(stage, ground) +
    (north ? '' : clouds(stage, ground * 0.2, ground * 0.85, world.int(2, 5)))
  );
}
