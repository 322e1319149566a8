import { type Lab, mixLab, oklch, toHex } from './colour.ts';

/** A palette goes from shadow to light within 40° of hue. Mixtures of hues that are further apart look grey. */
type PaletteRecipe = {
  readonly name: string;
  /** Its place on the everyday colour wheel (0 red, 120 green, 240 blue), which product data uses. */
  readonly wheel: number;
  /** OKLCH hues. */
  readonly shadow: number;
  readonly middle: number;
  readonly light: number;
  readonly accent: number;
  readonly chroma: number;
  /** Places on the wheel whose light suits this palette. The pairs are chosen by hand: mixtures of others look grey. */
  readonly partners: readonly [number, number];
};

export type Palette = {
  readonly name: string;
  /** 0 is nearly black, 1 is nearly white. All tones between them fit together. */
  readonly at: (tone: number) => string;
  readonly accent: string;
};

const RECIPES: readonly [PaletteRecipe, ...PaletteRecipe[]] = [
  { name: 'ember', wheel: 6, shadow: 8, middle: 27, light: 48, accent: 48, chroma: 1.05, partners: [44, 302] },
  { name: 'copper', wheel: 24, shadow: 22, middle: 42, light: 60, accent: 62, chroma: 1.02, partners: [340, 194] },
  { name: 'amber', wheel: 44, shadow: 43, middle: 63, light: 83, accent: 84, chroma: 1, partners: [6, 213] },
  { name: 'moss', wheel: 84, shadow: 148, middle: 130, light: 112, accent: 110, chroma: 0.88, partners: [44, 194] },
  { name: 'emerald', wheel: 142, shadow: 178, middle: 157, light: 142, accent: 138, chroma: 0.92, partners: [44, 213] },
  { name: 'lagoon', wheel: 172, shadow: 212, middle: 186, light: 174, accent: 172, chroma: 0.95, partners: [24, 233] },
  {
    name: 'glacier',
    wheel: 194,
    shadow: 244,
    middle: 220,
    light: 206,
    accent: 204,
    chroma: 0.92,
    partners: [340, 263],
  },
  { name: 'azure', wheel: 213, shadow: 268, middle: 247, light: 230, accent: 228, chroma: 1, partners: [44, 302] },
  { name: 'cobalt', wheel: 233, shadow: 286, middle: 267, light: 250, accent: 246, chroma: 1.08, partners: [340, 172] },
  { name: 'violet', wheel: 263, shadow: 276, middle: 296, light: 314, accent: 316, chroma: 1.08, partners: [24, 194] },
  { name: 'orchid', wheel: 302, shadow: 302, middle: 324, light: 342, accent: 342, chroma: 1.05, partners: [44, 213] },
  { name: 'rose', wheel: 340, shadow: 340, middle: 3, light: 20, accent: 20, chroma: 1.05, partners: [44, 233] },
];

/** Lightness and chroma of the ramp, dark to light; hue runs shadow → middle → light. */
const STEPS = [
  { tone: 0, lightness: 0.115, chroma: 0.028, hue: 0 },
  { tone: 0.14, lightness: 0.205, chroma: 0.068, hue: 0.05 },
  { tone: 0.3, lightness: 0.325, chroma: 0.118, hue: 0.24 },
  { tone: 0.46, lightness: 0.46, chroma: 0.158, hue: 0.44 },
  { tone: 0.62, lightness: 0.605, chroma: 0.172, hue: 0.58 },
  { tone: 0.76, lightness: 0.74, chroma: 0.148, hue: 0.76 },
  { tone: 0.88, lightness: 0.865, chroma: 0.112, hue: 0.92 },
  { tone: 1, lightness: 0.965, chroma: 0.032, hue: 1 },
] as const;

const turn = (from: number, to: number): number => ((to - from + 540) % 360) - 180;

function nearestRecipe(hue: number): PaletteRecipe {
  const wanted = Number.isFinite(hue) ? hue : 0;
  const distance = (recipe: PaletteRecipe): number => Math.abs(turn(recipe.wheel, ((wanted % 360) + 360) % 360));
  return RECIPES.reduce((best, recipe) => (distance(recipe) < distance(best) ? recipe : best));
}

/** The second hue of a picture: what its lights are made of. */
export const partnerHue = (hue: number, choice: 0 | 1): number => nearestRecipe(hue).partners[choice];

/** `drift` (degrees) and `richness` let two products of one palette differ a little. */
export function choosePalette(hue: number, drift = 0, richness = 1): Palette {
  const recipe = nearestRecipe(hue);
  const hueAt = (share: number): number => {
    const [from, to, part] =
      share < 0.5 ? [recipe.shadow, recipe.middle, share * 2] : [recipe.middle, recipe.light, share * 2 - 1];
    return from + turn(from, to) * part + drift;
  };
  const ramp = STEPS.map((step) => ({
    tone: step.tone,
    lab: oklch(step.lightness, step.chroma * recipe.chroma * richness, hueAt(step.hue)),
  }));
  const labAt = (tone: number): Lab => {
    const upper = ramp.findIndex((step) => step.tone >= tone);
    const above = ramp[upper === -1 ? ramp.length - 1 : upper];
    const below = ramp[upper === -1 ? ramp.length - 1 : Math.max(0, upper - 1)];
    if (!above || !below) return [0, 0, 0];
    const span = above.tone - below.tone;
    return span === 0 ? above.lab : mixLab(below.lab, above.lab, (tone - below.tone) / span);
  };
  // A scene asks for some thousand colours; a finer step than 1/250 is not seen.
  const known: (string | undefined)[] = [];
  const at = (tone: number): string => {
    const step = Math.round(Math.min(1, Math.max(0, tone)) * 250);
    known[step] ??= toHex(labAt(step / 250));
    return known[step];
  };
  return {
    name: recipe.name,
    at,
    accent: toHex(oklch(0.84, 0.165 * recipe.chroma, recipe.accent + drift)),
  };
}
