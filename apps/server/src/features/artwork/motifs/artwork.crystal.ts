import type { Stage } from '../artwork.stage.ts';
import { type Point, path, polygon } from '../artwork.svg.ts';

type Crystal = {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly width: number;
  /** Radians from upright. */
  readonly lean: number;
  readonly tone: number;
};

/** A six-sided prism with a cut point: three flanks and three tip faces are seen. */
export function crystal(stage: Stage, { x, y, length, width, lean, tone }: Crystal): string {
  const { palette, paint, detail } = stage;
  const at = (across: number, up: number): Point => [
    x + Math.cos(lean) * across + Math.sin(lean) * up,
    y + Math.sin(lean) * across - Math.cos(lean) * up,
  ];
  const shoulder = length * detail.range(0.7, 0.84);
  const edges = [-1, -0.34, 0.42, 1].map((edge) => edge * width);
  const tops = [0.93, 1, 1.04, 0.95].map((top) => top * shoulder);
  const tip = at(width * detail.range(-0.3, 0.3), length);
  const towards = x < stage.x ? [-0.16, 0.02, 0.24] : [0.24, 0.02, -0.16];
  let drawn = '';
  for (let flank = 0; flank < 3; flank += 1) {
    const lift = towards[flank] ?? 0;
    const own = tone + lift;
    const [left = 0, right = 0] = [edges[flank], edges[flank + 1]];
    const [topLeft = 0, topRight = 0] = [tops[flank], tops[flank + 1]];
    const fill = paint.linear(at(0, 0), at(0, length), [
      [0, palette.at(Math.max(0.03, own - 0.3))],
      [0.45, palette.at(Math.max(0.05, own - 0.04))],
      [1, palette.at(Math.min(0.98, own + 0.3))],
    ]);
    drawn += path(polygon([at(left, 0), at(left, topLeft), at(right, topRight), at(right, 0)]), { fill });
    drawn += path(polygon([at(left, topLeft), tip, at(right, topRight)]), {
      fill: palette.at(Math.min(0.99, own + 0.3 + 0.1 * (flank % 2))),
    });
  }
  const lit = x < stage.x ? 2 : 1;
  const edge = polygon([at(edges[lit] ?? 0, 0), at(edges[lit] ?? 0, tops[lit] ?? 0), tip]).replace('Z', '');
  const shine = paint.linear(at(0, 0), tip, [
    [0.2, '#fff', 0],
    [1, '#fff', 0.85],
  ]);
  return drawn + path(edge, { fill: 'none', stroke: shine, 'stroke-width': Math.max(1.6, width * 0.06) });
}
