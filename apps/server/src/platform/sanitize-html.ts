import sanitize from 'sanitize-html';

const POLICY: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'h3'],
  allowedAttributes: {},
  disallowedTagsMode: 'discard',
};

/** Product texts are HTML of others. They are cleaned when they are stored and again when they are sent. */
export function sanitizeHtml(html: string): string {
  return sanitize(html, POLICY);
}
