import { chamber, flare, glow } from '../artwork.sky.ts';
import type { Stage } from '../artwork.stage.ts';
import { circle, curve, group, num, type Point, path, polygon, rect } from '../artwork.svg.ts';

type Rosette = {
  readonly r: number;
  readonly petals: number;
  readonly lines: number;
  readonly depth: number;
  readonly hole: number;
};

/** The banknote engraver's rosette: one wave around a circle, drawn many times a little turned. */
export function rosette(x: number, y: number, { r, petals, lines, depth, hole }: Rosette): string {
  let d = '';
  const steps = petals * 7;
  for (let turn = 0; turn < lines; turn += 1) {
    const phase = (turn / lines) * Math.PI * 2;
    const points: Point[] = Array.from({ length: steps }, (_, step) => {
      const angle = (step / steps) * Math.PI * 2;
      const wave = Math.sin(petals * angle + phase);
      const reach = r * (hole + (1 - hole) * (0.5 + 0.5 * wave * depth + (1 - depth) * 0.5 * Math.sin(phase)));
      return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
    });
    d += curve(points, true);
  }
  return d;
}

const ink = (stage: Stage, x: number, y: number, r: number): string =>
  stage.paint.radial([x, y], r, [
    [0, '#fff'],
    [0.4, stage.palette.at(0.88), 0.95],
    [0.8, stage.palette.at(0.7), 0.75],
    [1, stage.palette.at(0.6), 0.45],
  ]);

/** A great seal made of three rosettes. */
function seal(stage: Stage): string {
  const { x, y, u, world, palette } = stage;
  const r = world.range(330, 400) * u;
  const petals = world.int(6, 11);
  const stroke = ink(stage, x, y, r);
  const layer = (
    size: number,
    count: number,
    lines: number,
    depth: number,
    hole: number,
    opacity: number,
    thick = 2,
  ): string =>
    path(rosette(x, y, { r: size, petals: count, lines, depth, hole }), {
      fill: 'none',
      stroke,
      'stroke-width': thick * u,
      opacity,
    });
  return (
    chamber(stage, 0.5, 780) +
    engravedGround(stage, 0.2) +
    glow(stage, x, y, r * 1.25, 0.62, 0.5) +
    layer(r * 1.5, petals * 2, 4, 0.4, 0.74, 0.34, 1.8) +
    layer(r * 1.06, petals, 8, world.range(0.65, 1), 0.34, 0.9, 2.3) +
    layer(r * 0.62, petals + 2, 6, 0.9, 0.3, 1, 2.3) +
    circle(x, y, r * 0.17, { fill: palette.at(0.06), opacity: 0.55 }) +
    layer(r * 0.26, 12, 4, 1, 0.55, 1) +
    emblem(stage, x, y, r * 0.1)
  );
}

/** Fine parallel waves over the whole sheet. */
function engravedGround(stage: Stage, opacity: number): string {
  const { w, h, u, world, palette } = stage;
  const long = world.range(150, 260) * u;
  const tall = world.range(14, 30) * u;
  let d = '';
  for (let y = -tall; y < h + tall; y += 36 * u) {
    const points: Point[] = [];
    for (let x = -20; x <= w + long / 3; x += long / 3)
      points.push([x, y + tall * Math.sin((x / long) * Math.PI * 2 + y / (90 * u))]);
    d += curve(points);
  }
  return path(d, { fill: 'none', stroke: palette.at(0.74), 'stroke-width': 1.6 * u, opacity });
}

function emblem(stage: Stage, x: number, y: number, r: number): string {
  const points = [4, 5, 6, 8][(stage.style >> 4) % 4] ?? 5;
  const star: Point[] = Array.from({ length: points * 2 }, (_, index) => {
    const angle = (index / points) * Math.PI - Math.PI / 2;
    const reach = index % 2 === 0 ? r : r * 0.42;
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
  });
  return path(polygon(star), { fill: stage.palette.at(0.99) });
}

/** Bands of crossing waves, as along the edge of a note. */
function bandsOfWaves(stage: Stage): string {
  const { x, y, w, u, world, palette, paint } = stage;
  const bands = world.int(3, 4);
  const lean = world.range(-34, 34);
  let drawn = '';
  for (let band = 0; band < bands; band += 1) {
    const centre = y + (band - (bands - 1) / 2) * 270 * u;
    const knots = world.range(240, 380) * u;
    const shift = world.range(0, Math.PI * 2);
    const stroke = paint.linear(
      [x - 700 * u, centre],
      [x + 700 * u, centre],
      [
        [0, palette.at(0.5), 0.35],
        [0.5, palette.at(band === 1 ? 0.99 : 0.84)],
        [1, palette.at(0.5), 0.35],
      ],
    );
    let d = '';
    const lines = 15;
    for (let index = 0; index < lines; index += 1) {
      const phase = (index / lines) * Math.PI * 2;
      const points: Point[] = [];
      for (let px = -w * 0.3; px <= w * 1.3; px += knots / 7) {
        const envelope = 52 + 44 * Math.cos((px / knots) * Math.PI + shift);
        points.push([
          px,
          centre +
            u * envelope * Math.sin((px / knots) * Math.PI * 2 + phase) +
            26 * u * Math.sin(px / (330 * u) + shift),
        ]);
      }
      d += curve(points);
    }
    drawn += path(d, { fill: 'none', stroke, 'stroke-width': 1.7 * u, opacity: 0.85 });
  }
  const r = 150 * u;
  return (
    chamber(stage, 0.5, 800) +
    engravedGround(stage, 0.12) +
    group(drawn, { transform: `rotate(${num(lean)} ${num(x)} ${num(y)})` }) +
    glow(stage, x, y, r * 2, 0.5, 0.75) +
    circle(x, y, r, {
      fill: paint.radial([x, y - r * 0.4], r * 1.5, [
        [0, palette.at(0.52)],
        [1, palette.at(0.14)],
      ]),
      stroke: palette.at(0.9),
      'stroke-width': 3 * u,
    }) +
    path(rosette(x, y, { r: r * 0.9, petals: 10, lines: 6, depth: 0.9, hole: 0.36 }), {
      fill: 'none',
      stroke: palette.at(0.9),
      'stroke-width': 1.6 * u,
      opacity: 0.9,
    }) +
    emblem(stage, x, y, r * 0.28)
  );
}

/** Two gift cards afloat. */
function cards(stage: Stage): string {
  const { x, y, u, world } = stage;
  const turn = world.range(8, 22) * world.sign();
  const apart = world.range(110, 160) * u;
  return (
    chamber(stage, 0.54, 780) +
    engravedGround(stage, 0.1) +
    glow(stage, x, y, 520 * u, 0.66, 0.55) +
    card(stage, x - Math.sign(turn) * apart * 0.5, y - apart * 0.85, turn * -0.55, 0.86, 0.34) +
    card(stage, x + Math.sign(turn) * apart * 0.3, y + apart * 0.45, turn, 1, 0.56) +
    flare(stage, x + 150 * u, y - 80 * u, 190 * u, 0.55)
  );
}

function card(stage: Stage, x: number, y: number, turn: number, scale: number, tone: number): string {
  const { u, world, palette, paint } = stage;
  const [wide, tall] = [560 * u, 350 * u];
  const face = paint.linear(
    [-wide / 2, -tall / 2],
    [wide / 2, tall / 2],
    [
      [0, palette.at(tone + 0.26)],
      [0.42, palette.at(tone)],
      [1, palette.at(tone - 0.24)],
    ],
  );
  const rounded = { rx: num(30 * u) };
  const clip = paint.clip(rect(-wide / 2, -tall / 2, wide, tall, rounded));
  const sheen = paint.linear(
    [-wide / 2, -tall / 2],
    [wide / 2, tall / 2],
    [
      [0.3, '#fff', 0],
      [0.46, '#fff', 0.26],
      [0.5, '#fff', 0.05],
      [0.56, '#fff', 0.16],
      [0.7, '#fff', 0],
    ],
  );
  const lines = rosette(wide * 0.22, 0, {
    r: tall * 0.72,
    petals: world.int(8, 12),
    lines: 8,
    depth: 0.85,
    hole: 0.28,
  });
  const shadow = [46, 30, 14]
    .map((drop) =>
      rect(-wide / 2 + 6, -tall / 2 + drop * u, wide, tall, { ...rounded, fill: palette.at(0.01), opacity: 0.2 }),
    )
    .join('');
  const inside =
    path(lines, { fill: 'none', stroke: palette.at(0.97), 'stroke-width': 1.6 * u, opacity: 0.55 }) +
    rect(-wide / 2, tall * 0.3, wide, tall * 0.2, { fill: palette.at(0.06), opacity: 0.34 }) +
    rect(-wide / 2, -tall / 2, wide, tall, { fill: sheen });
  const chip =
    rect(-wide * 0.41, -tall * 0.3, 84 * u, 62 * u, {
      rx: num(12 * u),
      fill: paint.across(
        [0, 0],
        [1, 1],
        [
          [0, palette.at(0.99)],
          [1, palette.at(0.72)],
        ],
      ),
    }) +
    path(
      `M${num(-wide * 0.41 + 28 * u)} ${num(-tall * 0.3)}v${num(62 * u)}m${num(28 * u)} 0v${num(-62 * u)}m${num(-56 * u)} ${num(31 * u)}h${num(84 * u)}`,
      { stroke: palette.at(0.3), 'stroke-width': 2 * u, fill: 'none', opacity: 0.6 },
    );
  const digits = [0, 1, 2, 3]
    .map((block) =>
      rect(-wide * 0.41 + block * 96 * u, tall * 0.37, 72 * u, 12 * u, {
        rx: num(6 * u),
        fill: palette.at(0.95),
        opacity: 0.8,
      }),
    )
    .join('');
  const rim = rect(-wide / 2, -tall / 2, wide, tall, {
    ...rounded,
    fill: 'none',
    stroke: paint.linear(
      [0, -tall / 2],
      [0, tall / 2],
      [
        [0, '#fff', 0.75],
        [0.5, '#fff', 0.1],
        [1, palette.at(0.1), 0.5],
      ],
    ),
    'stroke-width': 2.6 * u,
  });
  return group(
    shadow +
      rect(-wide / 2, -tall / 2, wide, tall, { ...rounded, fill: face }) +
      group(inside, { 'clip-path': clip }) +
      chip +
      digits +
      emblem(stage, wide * 0.22, 0, 40 * u) +
      rim,
    { transform: `translate(${num(x)} ${num(y)}) rotate(${num(turn)}) skewX(${num(-turn * 0.5)}) scale(${scale})` },
  );
}

/** A struck coin and its fellows. */
function coins(stage: Stage): string {
  const { x, y, u, world, detail } = stage;
  const r = world.range(190, 235) * u;
  let scattered = '';
  for (let index = 0; index < 9; index += 1) {
    const angle = (index / 9) * Math.PI * 2 + detail.range(-0.25, 0.25);
    const away = r * detail.range(1.45, 2.5);
    scattered += coin(
      stage,
      x + Math.cos(angle) * away,
      y + Math.sin(angle) * away,
      r * detail.range(0.12, 0.34),
      detail.range(0.25, 0.95),
      detail.range(-70, 70),
    );
  }
  return (
    chamber(stage, 0.54, 760) +
    engravedGround(stage, 0.12) +
    scattered +
    glow(stage, x, y, r * 2.1, 0.8, 0.5) +
    coin(stage, x, y, r, 0.97, world.range(-16, 16)) +
    flare(stage, x - r * 0.62, y - r * 0.66, r * 1.3, 0.85)
  );
}

function coin(stage: Stage, x: number, y: number, r: number, open: number, turn: number): string {
  const { palette, paint } = stage;
  const rim = paint.linear(
    [-r, -r],
    [r, r],
    [
      [0, palette.at(0.99)],
      [0.3, palette.at(0.74)],
      [0.52, palette.at(0.9)],
      [0.75, palette.at(0.5)],
      [1, palette.at(0.66)],
    ],
  );
  const bed = paint.linear(
    [-r, -r],
    [r, r],
    [
      [0, palette.at(0.42)],
      [0.5, palette.at(0.66)],
      [1, palette.at(0.3)],
    ],
  );
  const edge = Math.max(6, r * 0.13) * (1.25 - open);
  const milled =
    r > 70
      ? path(rosette(0, 0, { r: r * 0.82, petals: 16, lines: 6, depth: 0.8, hole: 0.55 }), {
          fill: 'none',
          stroke: palette.at(0.93),
          'stroke-width': Math.max(1, r * 0.008),
          opacity: 0.75,
        })
      : '';
  const body =
    circle(0, edge + r * 0.05, r, { fill: palette.at(0.2) }) +
    circle(0, edge * 0.5, r, { fill: palette.at(0.36) }) +
    circle(0, 0, r, { fill: rim }) +
    circle(0, 0, r * 0.86, { fill: bed, stroke: palette.at(0.25), 'stroke-width': Math.max(1, r * 0.012) }) +
    milled +
    emblem(stage, 0, 0, r * 0.4);
  return group(body, { transform: `translate(${num(x)} ${num(y)}) rotate(${num(turn)}) scale(1 ${open.toFixed(2)})` });
}

export const guilloche = [seal, bandsOfWaves, cards, coins] as const;
