import type { Random } from './random.ts';

type Field = (x: number, y: number) => number;

const fade = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10);

/** Smooth value noise in −1…1 over the plane; a line is the plane at a fixed y. */
export function createNoise(random: Random): Field {
  const salt = Math.floor(random.next() * 0x7fffffff);
  const corner = (x: number, y: number): number => {
    let hash = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ salt;
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return ((hash ^ (hash >>> 16)) >>> 0) / 2147483648 - 1;
  };
  return (x, y) => {
    const left = Math.floor(x);
    const top = Math.floor(y);
    const u = fade(x - left);
    const v = fade(y - top);
    const upper = corner(left, top) * (1 - u) + corner(left + 1, top) * u;
    const lower = corner(left, top + 1) * (1 - u) + corner(left + 1, top + 1) * u;
    return upper * (1 - v) + lower * v;
  };
}

export function fractal(noise: Field, x: number, y: number, octaves: number): number {
  let sum = 0;
  let weight = 1;
  let total = 0;
  for (let octave = 0; octave < octaves; octave += 1) {
    const scale = 2 ** octave;
    sum += weight * noise(x * scale + octave * 17.3, y * scale + octave * 9.1);
    total += weight;
    weight *= 0.5;
  }
  return sum / total;
}

/** Sharp crests at 1, valleys towards 0: mountains rather than hills. */
export function ridged(noise: Field, x: number, y: number, octaves: number): number {
  let sum = 0;
  let weight = 1;
  let total = 0;
  for (let octave = 0; octave < octaves; octave += 1) {
    const scale = 2 ** octave;
    sum += weight * (1 - Math.abs(noise(x * scale + octave * 31.7, y + octave * 13.9)));
    total += weight;
    weight *= 0.42;
  }
  return sum / total;
}
