import type { Stage } from '../stage.ts';
import { circle, group, num, type Point, path, polygon, rect, tag } from '../svg.ts';

/** A stand of firs along a line. */
export function pines(stage: Stage, ground: readonly Point[], size: number, colour: string): string {
  const { detail } = stage;
  let d = '';
  for (let index = 0; index < ground.length - 1; index += 1) {
    const [x0, y0] = ground[index] ?? [0, 0];
    const [x1, y1] = ground[index + 1] ?? [0, 0];
    const gap = size * 0.26;
    for (let x = x0; x < x1; x += gap * detail.range(0.6, 1.5)) {
      if (detail.chance(0.12)) continue;
      const y = y0 + ((y1 - y0) * (x - x0)) / (x1 - x0) + size * 0.1;
      d += fir(stage, x, y, size * detail.range(0.45, 1.1));
    }
  }
  return path(d, { fill: colour });
}

function fir(stage: Stage, x: number, y: number, height: number): string {
  const tiers = height > 90 ? 6 : height > 40 ? 4 : 2;
  const half = height * stage.detail.range(0.16, 0.22);
  const right: Point[] = [];
  const left: Point[] = [];
  for (let tier = 1; tier <= tiers; tier += 1) {
    const level = y - height + (height * tier) / tiers;
    const wide = half * (0.2 + (0.8 * tier) / tiers);
    right.push([x + wide, level], [x + wide * 0.45, level - height * 0.02]);
    left.push([x - wide, level], [x - wide * 0.45, level - height * 0.02]);
  }
  return polygon([[x, y - height], ...right, ...left.reverse().map((point) => point)]);
}

export function birds(stage: Stage, y: number): string {
  const { detail, u, palette } = stage;
  const centre = stage.x + detail.range(-180, 180) * u;
  let d = '';
  for (let bird = 0; bird < detail.int(4, 8); bird += 1) {
    const bx = centre + detail.range(-150, 150) * u;
    const by = y + detail.range(-60, 60) * u;
    const size = detail.range(9, 20) * u;
    d += `M${num(bx - size)} ${num(by - size * 0.35)}Q${num(bx - size * 0.4)} ${num(by - size * 0.5)} ${num(bx)} ${num(by)}Q${num(bx + size * 0.4)} ${num(by - size * 0.5)} ${num(bx + size)} ${num(by - size * 0.35)}`;
  }
  return path(d, {
    fill: 'none',
    stroke: palette.at(0.06),
    'stroke-width': 3.4 * u,
    'stroke-linecap': 'round',
    opacity: 0.8,
  });
}

/** The scene above still water and again upside down, darkened with depth and drawn apart by ripples. */
export function reflection(stage: Stage, above: string, shore: number): string {
  const { w, h, u, x, detail, palette, paint } = stage;
  const scene = paint.keep(above);
  const clip = paint.clip(rect(0, shore, w, h - shore, {}));
  const depth = paint.linear(
    [0, shore],
    [0, h],
    [
      [0, palette.at(0.3), 0.3],
      [0.35, palette.at(0.12), 0.62],
      [1, palette.at(0.03), 0.96],
    ],
  );
  let ripples = '';
  let glitter = '';
  for (let row = 0; row < 34; row += 1) {
    const share = (row / 34) ** 1.6;
    const y = shore + 4 + share * (h - shore) * 0.9;
    const length = (30 + 300 * share) * u * detail.range(0.5, 1.4);
    const start = detail.range(-0.1, 1) * w;
    ripples += `M${num(start)} ${num(y)}h${num(length)}`;
    const spread = (50 + 150 * share) * u;
    const glint = detail.range(14, 70) * u * (0.5 + share);
    glitter += `M${num(x + detail.range(-spread, spread) - glint / 2)} ${num(y)}h${num(glint)}`;
  }
  const flip = `translate(0 ${num(shore * 2)}) scale(1 -1)`;
  return (
    tag('use', { href: scene }) +
    group(tag('use', { href: scene, transform: flip }), { 'clip-path': clip }) +
    rect(0, shore, w, h - shore, { fill: depth }) +
    path(ripples, { stroke: palette.at(0.7), 'stroke-width': 2.2, opacity: 0.22, 'stroke-linecap': 'round' }) +
    path(glitter, { stroke: palette.at(0.97), 'stroke-width': 3.4, opacity: 0.6, 'stroke-linecap': 'round' }) +
    rect(0, shore - 1.5, w, 3, { fill: palette.at(0.86), opacity: 0.45 })
  );
}

/** A thin tower with a light in it. */
export function watchtower(stage: Stage, crest: readonly Point[], colour: string): string {
  const { u, palette, detail, w } = stage;
  const wanted = stage.x + (stage.x > w / 2 ? -1 : 1) * detail.range(150, 250) * u;
  const [x, ground] = crest.find(([px]) => px >= wanted) ?? [wanted, stage.horizon];
  const foot = ground + 30 * u;
  const top = ground - 190 * u;
  const body = polygon([
    [x - 15 * u, foot],
    [x - 8 * u, top + 34 * u],
    [x - 17 * u, top + 30 * u],
    [x - 15 * u, top + 8 * u],
    [x, top - 26 * u],
    [x + 15 * u, top + 8 * u],
    [x + 17 * u, top + 30 * u],
    [x + 8 * u, top + 34 * u],
    [x + 15 * u, foot],
  ]);
  return (
    path(body, { fill: colour }) +
    circle(x, top + 18 * u, 34 * u, { fill: palette.accent, opacity: 0.2 }) +
    rect(x - 5 * u, top + 12 * u, 10 * u, 13 * u, { fill: palette.accent })
  );
}
