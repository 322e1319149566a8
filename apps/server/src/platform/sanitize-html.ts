import { ALLOWED_TAGS } from '@oyna/domain/html-tags';
import sanitize from 'sanitize-html';

const POLICY: sanitize.IOptions = {
  allowedTags: [...ALLOWED_TAGS],
  allowedAttributes: {},
  disallowedTagsMode: 'discard',
};

/** Product texts are HTML of others. They are cleaned when they are stored and again when they are sent. */
export function sanitizeHtml(html: string): string {
  return sanitize(html, POLICY);
}
