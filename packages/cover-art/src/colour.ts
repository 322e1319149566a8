/** OKLab colour: equal steps look equal, so ramps between two colours stay clean. */
export type Lab = readonly [lightness: number, a: number, b: number];

const fromLinear = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

function linearRgb([lightness, a, b]: Lab): [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const isShown = (lab: Lab): boolean => linearRgb(lab).every((channel) => channel >= -0.0005 && channel <= 1.0005);

/** Keeps lightness and hue and lowers the chroma until a screen can show it. */
export function oklch(lightness: number, chroma: number, hue: number): Lab {
  const angle = (hue * Math.PI) / 180;
  const at = (c: number): Lab => [lightness, c * Math.cos(angle), c * Math.sin(angle)];
  if (isShown(at(chroma))) return at(chroma);
  let low = 0;
  let high = chroma;
  for (let step = 0; step < 12; step += 1) {
    const middle = (low + high) / 2;
    if (isShown(at(middle))) low = middle;
    else high = middle;
  }
  return at(low);
}

export function mixLab(from: Lab, to: Lab, share: number): Lab {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

export function toHex(lab: Lab): string {
  const channels = linearRgb(lab).map((channel) => {
    const value = Math.round(255 * fromLinear(Math.min(1, Math.max(0, channel))));
    return value.toString(16).padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
