import { beams, glow } from '../light.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { dots, type Point, path, polygon } from '../svg.ts';

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

/** A cave of crystals growing towards the light. */
export function grotto(stage: Stage): string {
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
