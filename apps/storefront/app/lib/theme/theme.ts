import type { Theme } from '@oyna/domain/preferences';

/** What the browser paints around the page; the `bg` token of each theme. */
export const THEME_COLOURS = { dark: '#0c0e16', light: '#f8f9fc' } as const satisfies Record<Theme, string>;
