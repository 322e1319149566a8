import { sanitizeHtml } from './sanitize-html.ts';

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** A product text as lines of plain text, for mails. The items of an ordered list are numbered. */
export function htmlLines(html: string): string {
  // The last item of each open list. Items without numbers have none.
  const lists: (number | undefined)[] = [];
  const startItem = (): string => {
    const last = lists.pop();
    const number = last === undefined ? undefined : last + 1;
    lists.push(number);
    return number === undefined ? '\n• ' : `\n${number}. `;
  };
  return sanitizeHtml(html)
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/<(\/?)(\w+)[^>]*>/g, (_, slash: string, tag: string) => {
      const isEnd = slash !== '';
      if (tag === 'strong' || tag === 'em') return '';
      if (tag === 'li') return isEnd ? '\n' : startItem();
      if (tag === 'ol' || tag === 'ul') {
        if (isEnd) lists.pop();
        else lists.push(tag === 'ol' ? 0 : undefined);
      }
      return '\n';
    })
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
