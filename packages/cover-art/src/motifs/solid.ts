import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import { type Point, path, polygon } from '../svg.ts';
import { SOLIDS, type SolidName, type Vector } from './solids.ts';

const scaled = (vector: Vector, factor: number): Vector => [vector[0] * factor, vector[1] * factor, vector[2] * factor];

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const unit = (vector: Vector): Vector => scaled(vector, 1 / (Math.hypot(...vector) || 1));

/** A turn by three angles. */
export function spin(random: Random, most = Math.PI): (vector: Vector) => Vector {
  const [a, b, c] = [random.range(-most, most), random.range(-most, most), random.range(-most, most)];
  return ([x, y, z]) => {
    const [x1, y1] = [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)];
    const [x2, z2] = [x1 * Math.cos(b) - z * Math.sin(b), x1 * Math.sin(b) + z * Math.cos(b)];
    return [x2, y1 * Math.cos(c) - z2 * Math.sin(c), y1 * Math.sin(c) + z2 * Math.cos(c)];
  };
}

type Placed = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly turn: (vector: Vector) => Vector;
  readonly light: Vector;
  /** 0 keeps it dark, 1 lets the brightest face go white. */
  readonly brightness: number;
  readonly glassy: boolean;
};

/** A convex solid, flat-shaded; a glassy one shows its far side through the near one. */
export function drawSolid(stage: Stage, name: SolidName, placed: Placed): string {
  const { palette, paint } = stage;
  const { faces } = SOLIDS[name];
  const longest = Math.max(...SOLIDS[name].corners.map((corner) => Math.hypot(...corner)));
  const corners = SOLIDS[name].corners.map((corner) => placed.turn(scaled(corner, 1 / longest)));
  const light = unit(placed.light);
  /** Large faces are never flat: lighter towards the corner that is nearest the light. */
  const sheen = (tone: number, outline: readonly Point[]): string => {
    const sorted = [...outline].sort((a, b) => b[0] * light[0] + b[1] * light[1] - (a[0] * light[0] + a[1] * light[1]));
    return paint.linear(sorted[0] ?? [0, 0], sorted.at(-1) ?? [0, 0], [
      [0, palette.at(Math.min(1, tone + 0.16))],
      [0.5, palette.at(tone)],
      [1, palette.at(Math.max(0, tone - 0.1))],
    ]);
  };
  const drawFace = (face: readonly number[]): { facing: boolean; markup: string } => {
    const [a = [0, 0, 0], b = [0, 0, 0], c = [0, 0, 0]] = face.map((index): Vector => corners[index] ?? [0, 0, 0]);
    const middle = face.reduce<Vector>(
      (sum, index) => minus(sum, scaled(corners[index] ?? [0, 0, 0], -1 / face.length)),
      [0, 0, 0],
    );
    const raw = unit(cross(minus(b, a), minus(c, a)));
    const normal = dot(raw, middle) < 0 ? scaled(raw, -1) : raw;
    const facing = normal[2] > 0;
    const lit = Math.max(0, dot(normal, light));
    const rim = (1 - Math.abs(normal[2])) ** 2;
    const tone = facing
      ? 0.1 + placed.brightness * (0.2 + 0.62 * lit ** 1.3 + 0.14 * rim)
      : 0.3 + 0.5 * placed.brightness * lit;
    const outline = face.map((index): Point => {
      const [x, y] = corners[index] ?? [0, 0, 0];
      return [placed.x + x * placed.size, placed.y + y * placed.size];
    });
    const markup = path(polygon(outline), {
      fill: placed.size < 90 ? palette.at(tone) : sheen(tone, outline),
      'fill-opacity': facing && placed.glassy ? 0.84 : undefined,
      stroke: palette.at(Math.min(1, tone + 0.2)),
      'stroke-width': Math.max(1, placed.size * 0.008),
      'stroke-linejoin': 'round',
      'stroke-opacity': 0.75,
    });
    return { facing, markup };
  };
  const drawn = faces.map(drawFace);
  const far = placed.glassy ? drawn.filter((face) => !face.facing) : [];
  return [...far, ...drawn.filter((face) => face.facing)].map((face) => face.markup).join('');
}
