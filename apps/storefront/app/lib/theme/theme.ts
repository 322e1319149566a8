export const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];
export const DEFAULT_THEME: Theme = 'dark';

/** What the browser paints around the page; the `bg` token of each theme. */
export const THEME_COLOURS = { dark: '#0c0e16', light: '#f8f9fc' } as const satisfies Record<Theme, string>;

export function toTheme(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? DEFAULT_THEME;
}
