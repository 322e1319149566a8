import type { Stage } from './stage.ts';
import { circle, num, path, polygon } from './svg.ts';

/** Bright in the middle and more saturated towards the edge. Plain white would look like grey fog. */
export function glow(stage: Stage, x: number, y: number, radius: number, tone: number, strength: number): string {
  const { second, paint } = stage;
  const light = paint.radial([x, y], radius, [
    [0, second.at(tone), strength],
    [0.28, second.at(tone - 0.1), strength * 0.54],
    [0.6, second.at(tone - 0.22), strength * 0.18],
    [1, second.at(tone - 0.3), 0],
  ]);
  return circle(x, y, radius, { fill: light });
}

/** Light caught in a lens: a hot core, a long thin streak and a short one across it. */
export function flare(stage: Stage, x: number, y: number, size: number, strength = 1): string {
  const { second, paint } = stage;
  const streak = paint.radial([0, 0], size, [
    [0, '#fff', strength],
    [0.16, second.at(0.97), strength * 0.7],
    [0.5, second.at(0.84), strength * 0.2],
    [1, second.at(0.8), 0],
  ]);
  const ray = (turn: number, length: number, width: number): string =>
    circle(0, 0, size, {
      fill: streak,
      transform: `translate(${num(x)} ${num(y)}) rotate(${turn}) scale(${length} ${width})`,
    });
  return (
    glow(stage, x, y, size * 0.42, 1, strength) +
    ray(0, 1, 0.016) +
    ray(90, 0.5, 0.018) +
    ray(45, 0.2, 0.03) +
    ray(-45, 0.2, 0.03)
  );
}

/** Soft wedges of light out of the subject. */
export function beams(stage: Stage, count: number, strength: number): string {
  const { x, y, w, h, detail, second, paint } = stage;
  const reach = Math.hypot(w, h) * 0.8;
  const fill = paint.radial([x, y], reach, [
    [0, second.at(0.9), strength * 2],
    [0.5, second.at(0.7), strength],
    [1, second.at(0.6), 0],
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
