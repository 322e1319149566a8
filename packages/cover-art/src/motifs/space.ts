import { chamber, nebula, stars } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { circle, ellipse, group, num } from '../svg.ts';

export function space(stage: Stage, brightness: number): string {
  return chamber(stage, brightness, 900) + nebula(stage) + stars(stage, stage.h, 150);
}

/** Thin tilted orbits with small worlds on them. */
export function orbitLines(stage: Stage, from: number, count: number, strength: number): string {
  const { x, y, u, world, detail, palette } = stage;
  const flat = world.range(0.24, 0.4);
  const tilt = world.range(-28, 28);
  let drawn = '';
  for (let orbit = 0; orbit < count; orbit += 1) {
    const rx = from * (1 + orbit * 0.34);
    const angle = detail.range(0, Math.PI * 2);
    drawn += ellipse(x, y, rx, rx * flat, {
      fill: 'none',
      stroke: palette.at(0.82),
      'stroke-width': (2.6 - orbit * 0.3) * u,
      opacity: strength * (1 - orbit / (count + 2)),
    });
    drawn += circle(x + Math.cos(angle) * rx, y + Math.sin(angle) * rx * flat, detail.range(7, 15) * u, {
      fill: palette.accent,
    });
  }
  return group(drawn, { transform: `rotate(${num(tilt)} ${num(x)} ${num(y)})` });
}
