import { describe, expect, it } from 'vitest';
import { choosePalette, partnerHue } from './palette.ts';

const luminance = (hex: string): number => {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
};

describe('choosePalette', () => {
  const names = Array.from({ length: 360 }, (_, hue) => choosePalette(hue).name);

  it.each([0, 1] as const)('has a second hue that is far from the first one, choice %s', (choice) => {
    for (let hue = 0; hue < 360; hue += 1) {
      const partner = choosePalette(partnerHue(hue, choice));
      expect(partner.name, String(hue)).not.toBe(choosePalette(hue).name);
    }
    // Of each palette, from its own place on the wheel.
    const places = [6, 24, 44, 84, 142, 172, 194, 213, 233, 263, 302, 340];
    expect(new Set(places.map((place) => choosePalette(place).name)).size).toBe(12);
    for (const place of places) {
      const turn = Math.abs(place - partnerHue(place, choice));
      expect(Math.min(turn, 360 - turn), String(place)).toBeGreaterThanOrEqual(35);
    }
  });

  it('has twelve palettes and gives each its arc of the wheel', () => {
    expect(new Set(names).size).toBe(12);
    expect(choosePalette(359).name).toBe(choosePalette(-1).name);
    expect(choosePalette(725).name).toBe(choosePalette(5).name);
  });

  it.each([...new Set(names)])('runs from near black to near white without a step back, %s', (name) => {
    const { at } = choosePalette(names.indexOf(name));
    const tones = Array.from({ length: 26 }, (_, step) => luminance(at(step / 25)));
    expect(tones[0]).toBeLessThan(0.01);
    expect(tones.at(-1)).toBeGreaterThan(0.8);
    for (let step = 1; step < tones.length; step += 1) expect(tones[step]).toBeGreaterThan(tones[step - 1] ?? 1);
  });
});
