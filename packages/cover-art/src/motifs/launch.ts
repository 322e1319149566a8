import { flare, glow } from '../light.ts';
import type { Stage } from '../stage.ts';
import { box, circle, ellipse, num, path, rect } from '../svg.ts';
import { at, mirrored } from './local.ts';
import { planet } from './planet.ts';
import { heavens } from './range.ts';
import { space } from './space.ts';

/** A rocket on its column of fire. */
export function rocket(stage: Stage): string {
  const { x, w, h, u, horizon, detail, palette, second, paint } = stage;
  const level = horizon + 260 * u;
  const nozzle = horizon + 10 * u;
  const hull = paint.linear(
    [-60, 0],
    [60, 0],
    [
      [0, '#fff'],
      [0.45, second.at(0.88)],
      [1, palette.at(0.26)],
    ],
  );
  const fire = paint.linear(
    [0, 0],
    [0, 420],
    [
      [0, '#fff'],
      [0.3, second.at(0.92)],
      [1, second.at(0.6), 0],
    ],
  );
  const body =
    path('M-30 0Q-64 190 0 430Q64 190 30 0Z', { fill: fire }) +
    mirrored(path('M-54 -150L-120 -20L-118 22L-50 -26Z', { fill: palette.at(0.4) })) +
    path('M0 -470Q-58 -390 -60 -280L-54 0H54L60 -280Q58 -390 0 -470Z', { fill: hull }) +
    path('M0 -470Q-40 -416 -52 -350H52Q40 -416 0 -470Z', { fill: palette.at(0.44) }) +
    circle(0, -262, 27, { fill: palette.at(0.12), stroke: second.at(0.95), 'stroke-width': 8 }) +
    path('M-56 -120H56M-54 -60H54', { stroke: palette.at(0.3), 'stroke-width': 7, opacity: 0.7 }) +
    rect(-38, 0, 76, 20, { fill: palette.at(0.08) });
  let smoke = '';
  for (let puff = 0; puff < 44; puff += 1) {
    const share = detail.next();
    const px = x + detail.range(-1, 1) * (60 + 430 * share ** 1.6) * u;
    const py = nozzle + 300 * u + share * (level - nozzle - 240 * u) + detail.range(0, 60) * u;
    const r = (40 + 80 * share) * u * detail.range(0.7, 1.2);
    smoke +=
      circle(px, py, r, { fill: palette.at(0.5 + 0.2 * detail.next()), opacity: 0.5 }) +
      circle(px, py - r * 0.25, r * 0.74, { fill: second.at(0.92), opacity: 0.34 });
  }
  const mast = x - 260 * u;
  let tower =
    box(mast, horizon - 330 * u, 12 * u, level - horizon + 340 * u) +
    box(mast + 70 * u, horizon - 330 * u, 12 * u, level - horizon + 340 * u);
  for (let y = horizon - 330 * u; y < level; y += 80 * u)
    tower += `${box(mast, y, 82 * u, 9 * u)}M${num(mast)} ${num(y)}l${num(82 * u)} ${num(80 * u)}l${num(-10 * u)} 0l${num(-72 * u)} ${num(-72 * u)}Z`;
  return (
    heavens(stage, level) +
    path(tower, { fill: palette.at(0.08) }) +
    glow(stage, x, nozzle + 120 * u, 620 * u, 0.9, 0.95) +
    smoke +
    rect(0, level + 40 * u, w, h, { fill: palette.at(0.05) }) +
    at(stage, x, nozzle, body, 0, 1.1) +
    flare(stage, x, nozzle + 40 * u, 260 * u, 1)
  );
}

/** A ring station above a world. */
export function station(stage: Stage): string {
  const { x, y, u, w, h, world, detail, palette, second, paint } = stage;
  const tilt = world.range(-24, -10) * world.sign();
  const metal = paint.linear(
    [0, -130],
    [0, 130],
    [
      [0, palette.at(0.86)],
      [0.5, palette.at(0.46)],
      [1, palette.at(0.14)],
    ],
  );
  const ring = (half: 'behind' | 'before'): string => {
    const sweep = half === 'behind' ? 1 : 0;
    const d = `M-330 0A330 112 0 0 ${sweep} 330 0`;
    const lamps = Array.from({ length: 18 }, (_, lamp) => {
      const angle = (lamp / 17) * Math.PI;
      return circle(Math.cos(angle) * 330, Math.sin(angle) * 112 * (half === 'behind' ? -1 : 1), 7, {
        fill: detail.chance(0.8) ? second.at(0.97) : palette.at(0.3),
      });
    }).join('');
    return (
      path(d, { fill: 'none', stroke: half === 'behind' ? palette.at(0.24) : metal, 'stroke-width': 58 }) +
      path(d, { fill: 'none', stroke: palette.at(half === 'behind' ? 0.1 : 0.16), 'stroke-width': 20 }) +
      lamps
    );
  };
  const spokes = [0.5, 1.9, 3.6, 5.1].map(
    (angle) => `M0 0L${num(Math.cos(angle) * 320)} ${num(Math.sin(angle) * 108)}`,
  );
  const panel =
    path(box(90, -330, 130, 74) + box(90, -246, 130, 74), { fill: second.at(0.44) }) +
    path('M90 -293h130M90 -209h130M133 -330v158M176 -330v158', { stroke: second.at(0.86), 'stroke-width': 4 }) +
    path(box(0, -256, 92, 8), { fill: palette.at(0.6) });
  const drawn =
    ring('behind') +
    path(spokes.join(''), { stroke: palette.at(0.5), 'stroke-width': 15 }) +
    mirrored(panel) +
    rect(-34, -360, 68, 640, { rx: 30, fill: metal }) +
    ellipse(0, 0, 84, 62, { fill: metal }) +
    Array.from({ length: 5 }, (_, lamp) => circle(0, -300 + lamp * 52, 8, { fill: second.at(0.97) })).join('') +
    ring('before');
  const r = Math.max(w, h) * 0.72;
  const low = h + r * 0.6;
  return (
    space(stage, 0.4) +
    planet(stage, x + 120 * u, low, r, [-0.35, -0.9], 0.6) +
    glow(stage, x, y, 460 * u, 0.8, 0.5) +
    at(stage, x, y + 20 * u, drawn, tilt, 1.06) +
    flare(stage, x - 240 * u, y - 330 * u, 240 * u, 0.8)
  );
}
