import { glow } from '../light.ts';
import { createNoise, fractal } from '../noise.ts';
import type { Stage } from '../stage.ts';
import { path, polygon } from '../svg.ts';

/** A sheet folded into triangles, lit from the subject. */
export function facets(stage: Stage): string {
  const { x, y, u, w, h, world, detail, palette } = stage;
  const cell = world.range(92, 128) * u;
  const noise = createNoise(detail);
  const columns = Math.ceil(w / cell) + 2;
  const rows = Math.ceil(h / cell) + 2;
  const nodes = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: columns + 1 }, (__, column): readonly [number, number, number] => {
      const nx = (column - 1 + (row % 2) * 0.5 + detail.range(-0.32, 0.32)) * cell;
      const ny = (row - 1 + detail.range(-0.32, 0.32)) * cell;
      return [nx, ny, fractal(noise, nx / (330 * u), ny / (330 * u), 2) * 190 + detail.range(-26, 26)];
    }),
  );
  const face = (corners: readonly (readonly [number, number, number])[]): string => {
    const [a = [0, 0, 0], b = [0, 0, 0], c = [0, 0, 0]] = corners;
    const mx = (a[0] + b[0] + c[0]) / 3;
    const my = (a[1] + b[1] + c[1]) / 3;
    const ux = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const;
    const vx = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const;
    const normal = [
      ux[1] * vx[2] - ux[2] * vx[1],
      ux[2] * vx[0] - ux[0] * vx[2],
      ux[0] * vx[1] - ux[1] * vx[0],
    ] as const;
    const size = Math.hypot(...normal) || 1;
    const flip = normal[2] < 0 ? -1 : 1;
    const lamp = [x - mx, y - my, 240 * u] as const;
    const distance = Math.hypot(...lamp);
    const lit = Math.max(
      0,
      (flip * (normal[0] * lamp[0] + normal[1] * lamp[1] + normal[2] * lamp[2])) / size / distance,
    );
    const near = Math.max(0, 1 - distance / (980 * u));
    const tone = 0.05 + lit ** 1.5 * (0.16 + 0.86 * near ** 1.15);
    const colour = palette.at(tone);
    return path(
      polygon([
        [a[0], a[1]],
        [b[0], b[1]],
        [c[0], c[1]],
      ]),
      { fill: colour, stroke: colour },
    );
  };
  let drawn = '';
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const a = nodes[row]?.[column] ?? [0, 0, 0];
      const b = nodes[row]?.[column + 1] ?? [0, 0, 0];
      const c = nodes[row + 1]?.[column] ?? [0, 0, 0];
      const d = nodes[row + 1]?.[column + 1] ?? [0, 0, 0];
      drawn += row % 2 === 0 ? face([a, b, c]) + face([b, d, c]) : face([a, b, d]) + face([a, d, c]);
    }
  }
  return drawn + glow(stage, x, y, 420 * u, 0.86, 0.34);
}
