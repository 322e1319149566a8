import { flare, glow } from '../light.ts';
import type { Stage } from '../stage.ts';
import { circle, num, type Point, path, polygon } from '../svg.ts';

type Kind = 'disc' | 'great' | 'crescent' | 'halo' | 'twin' | 'hidden';

/** The sun or moon of a landscape. The name of the product decides its kind and place. */
export function luminary(stage: Stage, ground: number): string {
  const { x, u, world, mood } = stage;
  const kinds: readonly [Kind, ...Kind[]] =
    mood === 'dusk' ? ['disc', 'great', 'halo', 'hidden', 'disc'] : ['disc', 'crescent', 'great', 'halo', 'twin'];
  const kind = world.pick(kinds);
  const r = (kind === 'great' ? world.range(190, 265) : world.range(58, 112)) * u;
  const y =
    ground -
    (kind === 'great' ? r * world.range(0.35, 0.95) : kind === 'hidden' ? 30 * u : ground * world.range(0.36, 0.6));
  const air =
    glow(stage, x, y, 700 * u, mood === 'dusk' ? 0.88 : 0.66, mood === 'dusk' ? 0.8 : 0.62) +
    (kind === 'hidden' ? '' : glow(stage, x, y, r * 2, 0.92, 0.42));
  switch (kind) {
    case 'crescent':
      return air + crescent(stage, x, y, r * 1.15);
    case 'halo':
      return air + halo(stage, x, y, r) + disc(stage, x, y, r);
    case 'twin':
      return (
        air +
        disc(stage, x, y, r) +
        disc(stage, x + r * 2.3 * world.sign(), y - r * world.range(-0.9, 0.9), r * world.range(0.28, 0.45))
      );
    case 'hidden':
      return air + shafts(stage, x, y) + flare(stage, x, y, 420 * u, 0.8);
    default:
      return air + disc(stage, x, y, r);
  }
}

function disc(stage: Stage, x: number, y: number, r: number): string {
  const { second, paint, mood } = stage;
  const fill = paint.linear(
    [x, y - r],
    [x, y + r],
    [
      [0, '#fff'],
      [1, second.at(mood === 'dusk' ? 0.84 : 0.74)],
    ],
  );
  return circle(x, y, r, { fill });
}

function crescent(stage: Stage, x: number, y: number, r: number): string {
  const { second, paint, world } = stage;
  const size = num(r);
  const inner = num(r * world.range(1.05, 1.35));
  const d = `M${num(x)} ${num(y - r)}A${size} ${size} 0 1 1 ${num(x)} ${num(y + r)}A${inner} ${inner} 0 0 0 ${num(x)} ${num(y - r)}Z`;
  const fill = paint.linear(
    [x, y - r],
    [x, y + r],
    [
      [0, '#fff'],
      [1, second.at(0.76)],
    ],
  );
  return path(d, {
    fill,
    transform: `rotate(${num(world.range(-50, 50) + (world.chance(0.5) ? 180 : 0))} ${num(x)} ${num(y)})`,
  });
}

function halo(stage: Stage, x: number, y: number, r: number): string {
  const { palette, u } = stage;
  return [1.7, 2.5, 3.4]
    .map((grow, index) =>
      circle(x, y, r * grow, {
        fill: index === 0 ? palette.at(0.95) : 'none',
        'fill-opacity': 0.1,
        stroke: palette.at(0.95),
        'stroke-width': 2.2 * u,
        'stroke-opacity': 0.5 - index * 0.13,
      }),
    )
    .join('');
}

/** Light breaking over a crest. */
function shafts(stage: Stage, x: number, y: number): string {
  const { palette, paint, detail, u } = stage;
  const reach = 1000 * u;
  const fill = paint.radial([x, y], reach, [
    [0, palette.at(0.97), 0.5],
    [0.5, palette.at(0.9), 0.2],
    [1, palette.at(0.86), 0],
  ]);
  let d = '';
  for (let shaft = 0; shaft < 9; shaft += 1) {
    const angle = -Math.PI * (0.06 + (0.88 * (shaft + detail.range(-0.25, 0.25))) / 8);
    const half = detail.range(0.02, 0.075);
    const at = (turn: number): Point => [x + Math.cos(turn) * reach, y + Math.sin(turn) * reach];
    d += polygon([[x, y], at(angle - half), at(angle + half)]);
  }
  return path(d, { fill });
}
