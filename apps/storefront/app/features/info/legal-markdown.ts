/** What the legal texts need of Markdown, and no more: headings with ids, paragraphs, lists, links and bold words. */

export interface LegalDocument {
  title: string;
  /** YYYY-MM-DD */
  updated: string;
  sections: { id: string; title: string }[];
  html: string;
}

const HEAD = /^# (?<title>.+)\nupdated: (?<updated>\d{4}-\d\d-\d\d)\n/;
const SECTION = /^## (?<title>.+) \{#(?<id>[a-z][a-z-]*)\}$/;

/** `values` replace the {{placeholders}}. Throws if a value is missing. */
export function readLegalDocument(markdown: string, values: Readonly<Record<string, string>>): LegalDocument {
  const head = HEAD.exec(markdown);
  if (!head?.groups) throw new Error('A document begins with "# title" and "updated: YYYY-MM-DD"');
  const { title = '', updated = '' } = head.groups;
  const sections: LegalDocument['sections'] = [];
  const inline = (text: string) => toInline(fillIn(text, values));
  const blocks = markdown
    .slice(head[0].length)
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean);
  const html = blocks.map((block) => {
    const section = SECTION.exec(block)?.groups;
    if (section) {
      const { id = '', title: name = '' } = section;
      sections.push({ id, title: fillIn(name, values) });
      return `<h2 id="${id}">${sections.length}. ${inline(name)}</h2>`;
    }
    if (block.startsWith('#')) throw new Error(`A section is "## title {#id}", not "${block}"`);
    const lines = block.split('\n');
    if (lines.every((line) => line.startsWith('- ')))
      return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`;
    return `<p>${inline(lines.join(' '))}</p>`;
  });
  return { title: fillIn(title, values), updated, sections, html: html.join('') };
}

function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/{{(\w+)}}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for {{${name}}}`);
    return value;
  });
}

function toInline(text: string): string {
  return text
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(((?:https:\/\/|mailto:|\/|#)[^)\s]*)\)/g, '<a href="$2">$1</a>');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
