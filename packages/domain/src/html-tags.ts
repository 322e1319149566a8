/** The tags of product texts and news. The server removes all others, and the editor of the console makes no others. */
export const ALLOWED_TAGS: readonly string[] = ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'h3'];
