import { createNoise, fractal } from '../noise.ts';
import type { Stage } from '../stage.ts';
import { curve, type Point, path } from '../svg.ts';
import { crestLine, heavens } from './range.ts';

export function dunes(stage: Stage): string {
  const { h, w, u, horizon, world, detail, palette, paint, mood } = stage;
  const noise = createNoise(detail);
  const lean = world.sign();
  let drawn = heavens(stage, horizon);
  const layers = 6;
  for (let layer = 0; layer < layers; layer += 1) {
    const near = layer / (layers - 1);
    const base = horizon * 0.98 + near ** 1.15 * (h - horizon) * 0.82;
    const tall = (80 + 150 * near) * u;
    const crest = crestLine(
      stage,
      30,
      (x) => base - tall * fractal(noise, x / ((420 + 380 * near) * u) + layer * 2.9, layer * 4, 2),
    );
    const lit = (mood === 'dusk' ? 0.74 : 0.56) - 0.34 * near;
    const fill = paint.linear(
      [lean > 0 ? 0 : w, base - tall],
      [lean > 0 ? w : 0, base + tall],
      [
        [0, palette.at(lit + 0.12)],
        [0.5, palette.at(lit)],
        [1, palette.at(lit - 0.12)],
      ],
    );
    drawn += path(`${curve(crest)}L${w + 40} ${h + 20}L-40 ${h + 20}Z`, { fill });
    // The lee side lies in shadow: the crest again, dropped along a softer curve.
    const lee = crest.map(([x, y], index): Point => {
      const drop = tall * (0.85 + 0.9 * fractal(noise, index * 0.16 + layer * 8, 60, 2));
      return [x + lean * drop * 1.1, y + Math.max(0, drop)];
    });
    const shadow = paint.linear(
      [0, base - tall],
      [0, base + tall * 2],
      [
        [0, palette.at(Math.max(0.03, lit - 0.34)), 0.95],
        [1, palette.at(Math.max(0.02, lit - 0.22)), 0.3],
      ],
    );
    const back = curve([...lee].reverse()).replace('M', 'L');
    drawn += path(`${curve(crest)}L${w + 40} ${h + 20}${back}Z`, { fill: shadow });
  }
  return drawn;
}
