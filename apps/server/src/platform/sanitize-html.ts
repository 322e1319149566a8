import sanitize from 'sanitize-html';

const POLICY: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'h3'],
  allowedAttributes: {},
  disallowedTagsMode: 'discard',
};

/** Product texts are HTML from outside: cleaned when written, and again when answered, whichever way they came in. */
export function sanitizeHtml(html: string): string {
  return sanitize(html, POLICY);
}
