/** Prevents a line that starts with a dash. */
export const tieDash = (text: string): string => text.replaceAll(' — ', '\u00a0— ');
