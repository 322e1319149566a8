import type { Stage } from '../stage.ts';
import { group, num } from '../svg.ts';

/** Draws in units of the camera around a point, so that a shape can be written with plain numbers. */
export const at = (stage: Stage, x: number, y: number, content: string, turn = 0, size = 1): string =>
  group(content, {
    transform: `translate(${num(x)} ${num(y)})${turn === 0 ? '' : ` rotate(${num(turn)})`} scale(${(stage.u * size).toFixed(3)})`,
  });

/** The same shape on both sides of the vertical line through the point. */
export const mirrored = (content: string): string => content + group(content, { transform: 'scale(-1 1)' });
