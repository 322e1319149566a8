import type { Stage } from '../stage.ts';
import type { Point } from '../svg.ts';

export const hexagon = (x: number, y: number, r: number, turn = Math.PI / 6): Point[] =>
  Array.from({ length: 6 }, (_, corner): Point => {
    const angle = turn + (corner / 6) * Math.PI * 2;
    return [x + Math.cos(angle) * r, y + Math.sin(angle) * r];
  });

/** Centres of a honeycomb that covers the stage. */
export function comb(stage: Stage, r: number): Point[] {
  const { w, h, x, y } = stage;
  const across = r * Math.sqrt(3);
  const down = r * 1.5;
  const centres: Point[] = [];
  const rows = Math.ceil(h / down) + 2;
  const columns = Math.ceil(w / across) + 2;
  for (let row = -rows; row <= rows; row += 1) {
    for (let column = -columns; column <= columns; column += 1) {
      const cx = x + (column + (row & 1 ? 0.5 : 0)) * across;
      const cy = y + row * down;
      if (cx > -r && cx < w + r && cy > -r && cy < h + r) centres.push([cx, cy]);
    }
  }
  return centres;
}

/** One gradient per tone instead of one per column. */
export function shared(make: (tone: number) => string): (tone: number) => string {
  const made = new Map<number, string>();
  return (tone) => {
    const step = Math.round(tone * 40);
    const known = made.get(step) ?? make(step / 40);
    made.set(step, known);
    return known;
  };
}
