import type { Stage } from '../stage.ts';
import { curve, type Point, path, polygon } from '../svg.ts';

type Rosette = {
  readonly r: number;
  readonly petals: number;
  readonly lines: number;
  readonly depth: number;
  readonly hole: number;
};

/** The banknote engraver's rosette: one wave around a circle, drawn many times a little turned. */
export function rosette(x: number, y: number, { r, petals, lines, depth, hole }: Rosette): string {
  let d = '';
  const steps = petals * 7;
  for (let turn = 0; turn < lines; turn += 1) {
    const phase = (turn / lines) * Math.PI * 2;
    const points: Point[] = Array.from({ length: steps }, (_, step) => {
      const angle = (step / steps) * Math.PI * 2;
      const wave = Math.sin(petals * angle + phase);
      const reach = r * (hole + (1 - hole) * (0.5 + 0.5 * wave * depth + (1 - depth) * 0.5 * Math.sin(phase)));
      return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
    });
    d += curve(points, true);
  }
  return d;
}

/** Fine parallel waves over the whole sheet. */
export function engravedGround(stage: Stage, opacity: number): string {
  const { w, h, u, world, palette } = stage;
  const long = world.range(150, 260) * u;
  const tall = world.range(14, 30) * u;
  let d = '';
  for (let y = -tall; y < h + tall; y += 36 * u) {
    const points: Point[] = [];
    for (let x = -20; x <= w + long / 3; x += long / 3)
      points.push([x, y + tall * Math.sin((x / long) * Math.PI * 2 + y / (90 * u))]);
    d += curve(points);
  }
  return path(d, { fill: 'none', stroke: palette.at(0.74), 'stroke-width': 1.6 * u, opacity });
}

export function emblem(stage: Stage, x: number, y: number, r: number): string {
  const points = [4, 5, 6, 8][(stage.style >> 4) % 4] ?? 5;
  const star: Point[] = Array.from({ length: points * 2 }, (_, index) => {
    const angle = (index / points) * Math.PI - Math.PI / 2;
    const reach = index % 2 === 0 ? r : r * 0.42;
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
  });
  return path(polygon(star), { fill: stage.palette.at(0.99) });
}
