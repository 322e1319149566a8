import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/**
 * Which structures axe has checked with all rules. Most rules read elements and attributes, and ask of a text only whether it
 * is there. A page in a second language has the structure of the first one, so only rules that read texts run again.
 */

/** What these rules find depends on the words, the language, or the room that a text needs. */
export const TEXT_RULES = [
  'frame-title-unique',
  'html-has-lang',
  'html-lang-valid',
  'html-xml-lang-mismatch',
  'image-redundant-alt',
  'label-content-name-mismatch',
  'label-title-only',
  'landmark-unique',
  'scrollable-region-focusable',
  'table-duplicate-name',
  'valid-lang',
];

/** A line for each structure, for all workers. The folder of the store ends with it. */
const path = () => `${process.env['STORE_DATA_DIR']}/checked-structures`;

export function isKnownStructure(structure: string): boolean {
  return existsSync(path()) && readFileSync(path(), 'utf8').split('\n').includes(structure);
}

/** After a check with all rules that found nothing. */
export function rememberStructures(structures: string[]): void {
  appendFileSync(path(), structures.map((structure) => `${structure}\n`).join(''));
}

/** For each part a hash of all elements in it and around it, with their attributes and whether they are visible. */
export function structuresOf(page: Page, parts: string[]): Promise<string[]> {
  return page.evaluate(async (selectors) => {
    const wordAttributes = ['alt', 'label', 'placeholder', 'summary', 'title', 'value'];
    const ariaWords = ['label', 'description', 'placeholder', 'roledescription', 'valuetext'];
    const words = new Set([...wordAttributes, ...ariaWords.map((name) => `aria-${name}`)]);
    // The language has rules below, and the link to the present language is another one in each.
    const isOfLanguage = ({ name, value }: Attr) =>
      name === 'lang' || name === 'hreflang' || (name === 'aria-current' && ['true', 'page'].includes(value));
    // React counts ids, so a component that is made anew has other ones.
    const ids = new Map([...document.querySelectorAll('[id]')].map(({ id }, place) => [id, `id ${place}`]));
    const withoutIds = (value: string) => value.split(/\s+/).map((token) => ids.get(token) ?? token);
    const describe = (element: Element) => {
      const attributes = [...element.attributes]
        .filter((attribute) => !isOfLanguage(attribute) && !attribute.name.startsWith('data-'))
        .map(({ name, value }) => [name, words.has(name) ? value.trim() !== '' : withoutIds(value)]);
      const children = [...element.childNodes].map(({ nodeType, textContent }) =>
        nodeType === Node.TEXT_NODE ? textContent?.trim() !== '' : nodeType,
      );
      const isVisible = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      return [element.tagName, attributes, children, isVisible];
    };
    // The rest of the head, such as descriptions for search engines, is in the language of the page.
    const isRead = (element: Element) =>
      !element.closest('head') || element.matches('title, meta[name="viewport"], meta[http-equiv]');
    const hashOf = async (part: string) => {
      const around: Element[] = [];
      for (const root of document.querySelectorAll(part)) {
        for (let element: Element | null = root; element; element = element.parentElement) around.push(element);
      }
      const elements = [...around, ...[...document.querySelectorAll(`:is(${part}) *`)].filter(isRead)];
      const text = JSON.stringify([part, elements.map(describe)]);
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    };
    return Promise.all(selectors.map(hashOf));
  }, parts);
}
