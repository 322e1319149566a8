import { flare, glow } from '../light.ts';
import { createNoise, fractal } from '../noise.ts';
import type { Stage } from '../stage.ts';
import { box, circle, group, num, type Point, path, polygon, rect } from '../svg.ts';
import { pines } from './landscape.ts';
import { at } from './local.ts';
import { mountains } from './mountains.ts';
import { body, crestLine, haze, heavens } from './range.ts';

/** Crates that come down on parachutes. */
export function parachutes(stage: Stage): string {
  const { x, w, h, u, horizon, detail, palette, second, paint } = stage;
  const noise = createNoise(detail);
  const level = horizon + 190 * u;
  const cloth = (lit: boolean): string =>
    paint.linear(
      [-160, -120],
      [160, 40],
      [
        [0, (lit ? second : palette).at(lit ? 0.95 : 0.6)],
        [0.6, (lit ? second : palette).at(lit ? 0.66 : 0.36)],
        [1, palette.at(0.14)],
      ],
    );
  const drop = (px: number, py: number, size: number, lit: boolean): string => {
    const lean = detail.range(-9, 9);
    const folds = [-160, -96, -32, 32, 96, 160];
    const hem = folds
      .slice(1)
      .map((to, index) => `Q${((folds[index] ?? 0) + to) / 2} -26 ${to} 0`)
      .join('');
    const seams = folds.slice(1, -1).map((to) => `M${to} 0Q${to * 0.8} -110 0 -150`);
    const ropes = folds.map((to) => `M${to} 0L${to > 0 ? 14 : -14} 210`);
    return at(
      stage,
      px,
      py,
      path(ropes.join(''), { stroke: palette.at(0.05), 'stroke-width': 4, opacity: 0.8 }) +
        path(`M-160 0Q-150 -150 0 -152Q150 -150 160 0`.concat(hem.replace(/^Q/, 'M-160 0Q')), { fill: cloth(lit) }) +
        path(seams.join(''), { fill: 'none', stroke: palette.at(0.08), 'stroke-width': 5, opacity: 0.55 }) +
        rect(-40, 206, 80, 66, { rx: 6, fill: palette.at(0.07) }) +
        path('M-40 230h80M-12 206v66M12 206v66', { stroke: second.at(0.7), 'stroke-width': 4, opacity: 0.7 }),
      lean,
      size,
    );
  };
  const land = crestLine(stage, 20, (px) => level + 60 * u * fractal(noise, px / (320 * u), 3, 3));
  const near = crestLine(stage, 20, (px) => h * 0.92 + 40 * u * fractal(noise, px / (260 * u), 9, 2));
  return (
    heavens(stage, level) +
    body(stage, mountains(stage, level, 200 * u, 3), 0.1) +
    haze(stage, level - 220 * u, level + 60 * u, 0) +
    drop(x + 300 * u, level * 0.34, 0.42, false) +
    drop(x - 330 * u, level * 0.62, 0.5, false) +
    drop(w * 0.08, level * 0.2, 0.3, false) +
    drop(x + 220 * u, level * 0.62, 0.62, false) +
    body(stage, land, 0.55) +
    drop(x - 70 * u, level * 0.4, 1.15, true) +
    pines(stage, near, 150 * u, palette.at(0.03)) +
    body(stage, near, 1)
  );
}

/** A tank on a ridge, before the sun. */
export function tank(stage: Stage): string {
  const { x, w, h, u, horizon, detail, palette, second } = stage;
  const noise = createNoise(detail);
  const level = horizon + 190 * u;
  const side = x < w / 2 ? 1 : -1;
  const ink = palette.at(0.06);
  const wheels = Array.from({ length: 6 }, (_, wheel) => -190 + wheel * 76);
  const hull =
    'M-280 -96L-240 -150H190L276 -104L262 -78H-268Z' +
    'M-150 -148L-116 -240Q-110 -254 -94 -256H86Q110 -254 120 -236L152 -148Z' +
    `${box(118, -222, 330, 20)}${box(438, -230, 46, 36)}${box(-44, -284, 84, 30)}${box(-112, -330, 5, 80)}`;
  const drawn =
    path('M-262 -92H250Q300 -92 304 -56Q296 -2 232 0H-236Q-300 -4 -306 -54Q-302 -92 -262 -92Z', {
      fill: palette.at(0.03),
    }) +
    wheels.map((px) => circle(px, -40, 33, { fill: palette.at(0.2) }) + circle(px, -40, 14, { fill: ink })).join('') +
    path(hull, { fill: ink }) +
    path('M-238 -148H188M-94 -255H86M120 -221H436', { stroke: second.at(0.86), 'stroke-width': 6, opacity: 0.8 });
  const ridge = crestLine(stage, 16, (px) => level + 14 * u * fractal(noise, px / (150 * u), 4, 3));
  const near = crestLine(stage, 24, () => h * 1.01);
  const dust = Array.from({ length: 12 }, (_, puff) =>
    circle(x - side * (250 + puff * 40) * u, level - (14 + puff * 9) * u, (26 + puff * 9) * u, {
      fill: second.at(0.7),
      opacity: 0.2 - puff * 0.012,
    }),
  ).join('');
  return (
    heavens(stage, level) +
    glow(stage, x, level - 150 * u, 560 * u, 0.86, 0.9) +
    body(stage, mountains(stage, level, 210 * u, 7), 0.1) +
    haze(stage, level - 200 * u, level + 40 * u, 0) +
    dust +
    at(
      stage,
      x - side * 60 * u,
      level + 16 * u,
      side > 0 ? drawn : group(drawn, { transform: 'scale(-1 1)' }),
      0,
      1.14,
    ) +
    body(stage, ridge, 0.86) +
    haze(stage, level + 80 * u, h, 0.5) +
    pines(stage, near, 170 * u, palette.at(0.02)) +
    flare(stage, x + side * 480 * u, level - 226 * u, 220 * u, 0.9)
  );
}

/** A night train on a viaduct. */
export function train(stage: Stage): string {
  const { x, w, h, u, horizon, world, detail, palette, second } = stage;
  const deck = horizon + 60 * u;
  const noise = createNoise(detail);
  const arch = 190 * u;
  const side = world.sign();
  let viaduct = box(-10, deck, w + 20, 46 * u);
  for (let px = (x % arch) - arch * 2; px < w + arch; px += arch)
    viaduct += `M${num(px)} ${num(deck + 40 * u)}h${num(arch)}V${num(h)}h${num(-arch * 0.12)}V${num(deck + 170 * u)}a${num(arch * 0.38)} ${num(arch * 0.42)} 0 0 0 ${num(-arch * 0.76)} 0V${num(h)}h${num(-arch * 0.12)}Z`;
  const car = 330 * u;
  const head = x + side * 240 * u;
  let cars = '';
  let windows = '';
  for (let index = 0; index < 8; index += 1) {
    const front = head - side * index * (car + 14 * u);
    const left = side > 0 ? front - car : front;
    cars += box(left, deck - 104 * u, car, 92 * u);
    if (index === 0)
      cars += polygon([
        [front, deck - 104 * u],
        [front + side * 70 * u, deck - 58 * u],
        [front + side * 84 * u, deck - 12 * u],
        [front, deck - 12 * u],
      ]);
    for (let pane = 0; pane < 6; pane += 1) windows += box(left + (22 + pane * 49) * u, deck - 84 * u, 34 * u, 34 * u);
  }
  const beam: Point = [head + side * 84 * u, deck - 34 * u];
  const ray = polygon([
    beam,
    [beam[0] + side * 900 * u, beam[1] - 130 * u],
    [beam[0] + side * 900 * u, beam[1] + 60 * u],
  ]);
  const light = stage.paint.radial(beam, 640 * u, [
    [0, second.at(0.98), 0.8],
    [1, second.at(0.8), 0],
  ]);
  const far = mountains(stage, deck + 120 * u, 330 * u, 2);
  const valley = crestLine(stage, 20, (px) => deck + 300 * u + 70 * u * fractal(noise, px / (300 * u), 3, 3));
  return (
    heavens(stage, deck) +
    body(stage, far, 0.15) +
    haze(stage, deck - 140 * u, deck + 160 * u, 0) +
    pines(stage, valley, 130 * u, palette.at(0.2)) +
    body(stage, valley, 0.6) +
    path(ray, { fill: light }) +
    path(cars, { fill: palette.at(0.05) }) +
    path(windows, { fill: second.at(0.93) }) +
    path(box(-10, deck - 12 * u, w + 20, 12 * u), { fill: palette.at(0.03) }) +
    path(viaduct, { fill: palette.at(0.1) }) +
    rect(0, deck, w, 4 * u, { fill: second.at(0.8), opacity: 0.6 }) +
    haze(stage, deck + 120 * u, h, 0.25) +
    flare(stage, beam[0], beam[1], 220 * u, 1)
  );
}
