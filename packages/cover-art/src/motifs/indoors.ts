import { flare, glow } from '../light.ts';
import { chamber } from '../sky.ts';
import type { Stage } from '../stage.ts';
import { box, circle, num, type Point, path, polygon, rect } from '../svg.ts';
import { heavens } from './range.ts';

/** A corridor with a figureless light at its end. */
export function corridor(stage: Stage): string {
  const { x, y, w, h, u, detail, palette, second, paint } = stage;
  const frame = (near: number): readonly [number, number, number, number] => {
    const grow = (0.09 + near ** 2.1 * 1.25) * Math.max(w, h);
    return [x - grow * 0.55, y - grow * 0.62, x + grow * 0.55, y + grow * 0.72];
  };
  const depth = paint.radial([x, y], Math.hypot(w, h) * 0.6, [
    [0, palette.at(0.62)],
    [0.3, palette.at(0.3)],
    [1, palette.at(0.03)],
  ]);
  let ribs = '';
  let lamps = '';
  for (let rib = 7; rib >= 0; rib -= 1) {
    const [l, t, r, b] = frame(rib / 7);
    const shade = palette.at(0.34 - rib * 0.04);
    ribs += path(
      `${polygon([
        [l, t],
        [r, t],
        [r, b],
        [l, b],
      ])}`,
      { fill: 'none', stroke: shade, 'stroke-width': (6 + rib * 11) * u },
    );
    if (rib % 2 === 1) {
      const wide = (r - l) * 0.3;
      lamps +=
        glow(stage, x, t + 10 * u, wide * 1.6, 0.9, detail.chance(0.75) ? 0.6 : 0.12) +
        rect(x - wide / 2, t, wide, (4 + rib * 4) * u, { fill: second.at(0.95) });
    }
  }
  const [nl, nt, nr, nb] = frame(0);
  const [fl, , fr, fb] = frame(1);
  const floor = paint.linear(
    [0, nb],
    [0, fb],
    [
      [0, second.at(0.9)],
      [0.25, second.at(0.4)],
      [1, palette.at(0.03)],
    ],
  );
  return (
    rect(0, 0, w, h, { fill: depth }) +
    path(
      polygon([
        [nl, nb],
        [nr, nb],
        [fr, fb],
        [fl, fb],
      ]),
      { fill: floor },
    ) +
    ribs +
    lamps +
    rect(nl, nt, nr - nl, nb - nt, { fill: second.at(0.98) }) +
    glow(stage, x, y, 380 * u, 0.97, 0.9) +
    flare(stage, x, y, 420 * u, 0.8)
  );
}

function gear(x: number, y: number, r: number, teeth: number, turn: number): string {
  const points: Point[] = [];
  for (let tooth = 0; tooth < teeth; tooth += 1) {
    const step = (Math.PI * 2) / teeth;
    const at = (share: number, far: number): Point => [
      x + Math.cos(turn + (tooth + share) * step) * far,
      y + Math.sin(turn + (tooth + share) * step) * far,
    ];
    points.push(at(0, r * 0.84), at(0.14, r), at(0.44, r), at(0.58, r * 0.84));
  }
  const hole = r * 0.3;
  return `${polygon(points)}M${num(x - hole)} ${num(y)}a${num(hole)} ${num(hole)} 0 1 0 ${num(hole * 2)} 0a${num(hole)} ${num(hole)} 0 1 0 ${num(-hole * 2)} 0Z`;
}

/** Wheels of a works, with pipes and heat behind them. */
export function gears(stage: Stage): string {
  const { x, y, w, h, u, world, detail, palette, second, paint } = stage;
  const places: readonly (readonly [number, number, number, number, boolean])[] = [
    [-330, -300, 190, 16, false],
    [340, -250, 240, 20, false],
    [-400, 260, 260, 22, false],
    [60, 430, 210, 18, true],
    [0, 0, 300, 24, true],
    [390, 260, 150, 12, false],
  ];
  let pipes = '';
  for (let pipe = 0; pipe < 5; pipe += 1) {
    const px = (pipe / 4) * w + detail.range(-30, 30) * u;
    pipes += rect(px - 26 * u, 0, 52 * u, h, {
      fill: paint.across(
        [0, 0],
        [1, 0],
        [
          [0, palette.at(0.06)],
          [0.35, palette.at(0.4)],
          [1, palette.at(0.05)],
        ],
      ),
    });
    for (let band = 0; band < 4; band += 1)
      pipes += rect(px - 34 * u, detail.range(0, h), 68 * u, 24 * u, { fill: palette.at(0.18) });
  }
  let wheels = '';
  for (const [dx, dy, r, teeth, isNear] of places) {
    const [px, py] = [x + dx * u, y + dy * u];
    const d = gear(px, py, r * u, teeth, world.range(0, 1));
    const own = isNear ? second : palette;
    const face = paint.linear(
      [px - r * u, py - r * u],
      [px + r * u, py + r * u],
      [
        [0, own.at(isNear ? 0.92 : 0.56)],
        [0.5, own.at(isNear ? 0.6 : 0.3)],
        [1, own.at(isNear ? 0.3 : 0.1)],
      ],
    );
    wheels +=
      path(d, {
        fill: palette.at(0.01),
        opacity: 0.5,
        transform: `translate(${num(12 * u)} ${num(20 * u)})`,
        'fill-rule': 'evenodd',
      }) +
      path(d, { fill: face, 'fill-rule': 'evenodd' }) +
      circle(px, py, r * 0.62 * u, { fill: 'none', stroke: own.at(0.14), 'stroke-width': 14 * u, opacity: 0.5 }) +
      circle(px, py, r * 0.4 * u, { fill: 'none', stroke: own.at(0.9), 'stroke-width': 4 * u, opacity: 0.5 });
  }
  return chamber(stage, 0.56, 820) + pipes + glow(stage, x, y, 640 * u, 0.8, 0.7) + wheels;
}

/** A street of houses in the evening. */
export function homes(stage: Stage): string {
  const { w, h, u, horizon, detail, palette, second } = stage;
  const level = horizon + 130 * u;
  let drawn = heavens(stage, horizon);
  for (let row = 0; row < 3; row += 1) {
    const foot = level - 110 * u + row * 130 * u;
    const size = (0.62 + row * 0.3) * u;
    let walls = '';
    let roofs = '';
    let lamps = '';
    for (let left = detail.range(-120, 0) * size; left < w; ) {
      const wide = detail.range(150, 220) * size;
      const tall = detail.range(120, 210) * size;
      const top = foot - tall;
      walls += box(left, top, wide, tall + 60 * u);
      roofs +=
        polygon([
          [left - 20 * size, top + 4],
          [left + wide * detail.range(0.35, 0.65), top - detail.range(80, 130) * size],
          [left + wide + 20 * size, top + 4],
        ]) + box(left + wide * 0.7, top - 100 * size, 24 * size, 80 * size);
      for (let px = left + 22 * size; px < left + wide - 40 * size; px += 56 * size)
        for (let py = top + 26 * size; py < foot - 40 * size; py += 66 * size)
          if (detail.chance(0.62)) lamps += box(px, py, 30 * size, 38 * size);
      left += wide + detail.range(20, 70) * size;
    }
    drawn +=
      path(walls, { fill: palette.at(0.36 - row * 0.12) }) +
      path(roofs, { fill: second.at(0.34 - row * 0.1) }) +
      path(lamps, { fill: second.at(0.93) });
  }
  const posts = [0.14, 0.5, 0.86]
    .map(
      (at) =>
        path(box(w * at - 5 * u, level - 40 * u, 10 * u, 360 * u), { fill: palette.at(0.03) }) +
        glow(stage, w * at, level - 40 * u, 170 * u, 0.95, 0.8),
    )
    .join('');
  return (
    drawn +
    rect(0, level + 150 * u, w, h, { fill: palette.at(0.1) }) +
    path(Array.from({ length: 9 }, (_, dash) => box((dash / 8) * w - 40 * u, h * 0.93, 80 * u, 10 * u)).join(''), {
      fill: second.at(0.8),
      opacity: 0.7,
    }) +
    posts
  );
}
