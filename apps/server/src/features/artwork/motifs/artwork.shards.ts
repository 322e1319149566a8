import { createNoise, fractal } from '../artwork.noise.ts';
import { chamber, flare, glow } from '../artwork.sky.ts';
import type { Stage } from '../artwork.stage.ts';
import { dots, type Point, path, polygon } from '../artwork.svg.ts';
import { crystal } from './artwork.crystal.ts';
import { drawSolid, type SolidName, spin } from './artwork.solid.ts';

/** A floating stone with splinters around it. */
function stone(stage: Stage): string {
  const { x, y, u, w, h, world, detail, palette } = stage;
  const body: SolidName = world.pick(['icosahedron', 'prism', 'gem', 'star']);
  const size = world.range(210, 275) * u;
  const light = [world.range(-0.8, 0.8), -0.9, 0.7] as const;
  const turn = spin(world, body === 'icosahedron' ? Math.PI : 0.5);
  let far = '';
  let near = '';
  const count = world.int(16, 26);
  for (let piece = 0; piece < count; piece += 1) {
    const angle = detail.range(0, Math.PI * 2);
    const away = size * detail.range(1.15, 2.6);
    const scale = detail.range(0.03, 0.13) * size * (piece % 7 === 0 ? 2.2 : 1);
    const drawn = drawSolid(stage, detail.chance(0.5) ? 'octahedron' : 'spike', {
      x: x + Math.cos(angle) * away,
      y: y + Math.sin(angle) * away * 0.92,
      size: scale,
      turn: spin(detail),
      light,
      brightness: 0.95 - 0.2 * (away / size / 2.6),
      glassy: false,
    });
    if (piece % 3 === 0) near += drawn;
    else far += drawn;
  }
  const dust: Point[] = Array.from({ length: 70 }, () => [detail.range(0, w), detail.range(0, h)]);
  return (
    chamber(stage, 0.52, 760) +
    beams(stage, 14, 0.16) +
    dots(dust, 3.4, { stroke: palette.at(0.9), opacity: 0.5 }) +
    far +
    glow(stage, x, y, size * 1.7, 0.78, 0.55) +
    drawSolid(stage, body, { x, y, size, turn, light, brightness: 1, glassy: true }) +
    near
  );
}

/** Soft wedges of light out of the subject. */
function beams(stage: Stage, count: number, strength: number): string {
  const { x, y, w, h, detail, palette, paint } = stage;
  const reach = Math.hypot(w, h) * 0.8;
  const fill = paint.radial([x, y], reach, [
    [0, palette.at(0.9), strength * 2],
    [0.5, palette.at(0.7), strength],
    [1, palette.at(0.6), 0],
  ]);
  let d = '';
  for (let beam = 0; beam < count; beam += 1) {
    const angle = detail.range(0, Math.PI * 2);
    const half = detail.range(0.015, 0.09);
    d += polygon([
      [x, y],
      [x + Math.cos(angle - half) * reach, y + Math.sin(angle - half) * reach],
      [x + Math.cos(angle + half) * reach, y + Math.sin(angle + half) * reach],
    ]);
  }
  return path(d, { fill });
}

/** Splinters flying out of a flash, each a ridge with a lit and a dark side. */
function burst(stage: Stage): string {
  const { x, y, u, world, detail, palette, paint } = stage;
  const count = world.int(46, 64);
  const hollow = world.range(50, 110) * u;
  let drawn = '';
  const order = Array.from({ length: count }, (_, index) => index / count);
  for (const share of order) {
    const angle = share * Math.PI * 2 * 7 + detail.range(-0.2, 0.2);
    const start = hollow + detail.next() ** 1.6 * 420 * u;
    const length = (90 + detail.next() ** 1.5 * 620) * u;
    const half = length * detail.range(0.035, 0.12) + 5 * u;
    const skew = detail.range(-0.5, 0.5);
    const at = (along: number, side: number): Point => [
      x + Math.cos(angle) * along - Math.sin(angle) * side,
      y + Math.sin(angle) * along + Math.cos(angle) * side,
    ];
    const tip = at(start, 0);
    const end = at(start + length, half * skew);
    const shoulder = start + length * detail.range(0.62, 0.9);
    const tone = detail.range(0.3, 0.72);
    const fade = (lift: number): string =>
      paint.linear(tip, end, [
        [0, palette.at(Math.min(1, tone + lift + 0.34))],
        [0.35, palette.at(Math.min(1, tone + lift))],
        [1, palette.at(Math.max(0.02, tone + lift - 0.32))],
      ]);
    drawn += path(polygon([tip, at(shoulder, -half), end]), { fill: fade(0.08) });
    drawn += path(polygon([tip, at(shoulder, half), end]), { fill: fade(-0.2) });
  }
  return (
    chamber(stage, 0.6, 700) +
    beams(stage, 18, 0.14) +
    glow(stage, x, y, 420 * u, 0.86, 0.8) +
    drawn +
    glow(stage, x, y, 170 * u, 1, 0.9) +
    flare(stage, x, y, 420 * u, 0.8)
  );
}

/** A cave of crystals growing towards the light. */
function grotto(stage: Stage): string {
  const { x, y, u, w, h, world, detail, palette } = stage;
  const floor = Math.max(stage.horizon * 1.22, y + 330 * u);
  const count = Math.round(world.int(11, 15) * Math.max(1, w / 1100));
  const grown = Array.from({ length: count }, (_, index) => {
    const spread = (index / (count - 1)) * 2 - 1;
    const bx = x + spread * 0.62 * Math.max(w, 900) * (0.9 + detail.range(-0.1, 0.1));
    const near = 1 - Math.abs(spread);
    return {
      bx,
      length: (150 + 430 * near ** 1.4 * detail.range(0.75, 1.1)) * u,
      lean: spread * 0.62 + detail.range(-0.13, 0.13),
      depth: detail.next(),
    };
  }).sort((a, b) => a.depth - b.depth);
  let drawn = '';
  for (const { bx, length, lean, depth } of grown) {
    const back = floor - 60 * u + depth * 110 * u;
    drawn += crystal(stage, {
      x: bx,
      y: back,
      length,
      width: length * detail.range(0.1, 0.15),
      lean,
      tone: 0.3 + depth * 0.26,
    });
  }
  for (let small = 0; small < 16; small += 1) {
    const bx = detail.range(-0.05, 1.05) * w;
    const length = detail.range(50, 150) * u;
    drawn += crystal(stage, {
      x: bx,
      y: floor + detail.range(20, 80) * u,
      length,
      width: length * 0.14,
      lean: ((bx - x) / w) * 1.1 + detail.range(-0.3, 0.3),
      tone: 0.34,
    });
  }
  const motes: Point[] = Array.from({ length: 60 }, () => [detail.range(0, w), detail.range(0, floor)]);
  return (
    chamber(stage, 0.5, 800) +
    beams(stage, 10, 0.14) +
    glow(stage, x, y + 60 * u, 430 * u, 0.84, 0.7) +
    dots(motes, 4, { stroke: palette.at(0.95), opacity: 0.6 }) +
    drawn +
    path(
      polygon([
        [0, floor + 30 * u],
        [w, floor + 30 * u],
        [w, h],
        [0, h],
      ]),
      {
        fill: stage.paint.linear(
          [0, floor],
          [0, h],
          [
            [0, palette.at(0.16), 0.2],
            [0.4, palette.at(0.06), 0.9],
            [1, palette.at(0.02)],
          ],
        ),
      },
    )
  );
}

/** A sheet folded into triangles, lit from the subject. */
function facets(stage: Stage): string {
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

export const shards = [stone, burst, grotto, facets] as const;
