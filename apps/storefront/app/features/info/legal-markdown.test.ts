import { describe, expect, it } from 'vitest';
import { readLegalDocument } from './legal-markdown.ts';

const HEAD = '# Title\nupdated: 2026-11-02\n\n';
const html = (body: string, values = {}) => readLegalDocument(HEAD + body, values).html;

describe('a legal text', () => {
  it('begins with its title and date', () => {
    expect(readLegalDocument(`${HEAD}Text`, {})).toEqual({
      title: 'Title',
      updated: '2026-11-02',
      sections: [],
      html: '<p>Text</p>',
    });
    expect(() => readLegalDocument('# Title\n\nText', {})).toThrow('updated');
  });

  it('has numbered sections that can be linked to', () => {
    const { sections, html } = readLegalDocument(`${HEAD}## One {#first}\n\nA\n\n## Two {#second-one}\n\nB`, {});
    expect(sections).toEqual([
      { id: 'first', title: 'One' },
      { id: 'second-one', title: 'Two' },
    ]);
    expect(html).toBe('<h2 id="first">1. One</h2><p>A</p><h2 id="second-one">2. Two</h2><p>B</p>');
  });

  it('does not lose a heading that is written wrongly', () => {
    expect(() => html('## No id')).toThrow('No id');
  });

  it('has lists, bold words and links; our own pages open in place', () => {
    expect(html('- **a** b\n- c')).toBe('<ul><li><strong>a</strong> b</li><li>c</li></ul>');
    expect(html('[x](/policy) [y](https://y.example/) [z](#first)')).toBe(
      '<p><a href="/policy">x</a> <a href="https://y.example/">y</a> <a href="#first">z</a></p>',
    );
    expect(html('[x](javascript:alert)')).toBe('<p>[x](javascript:alert)</p>');
  });

  it('takes values as text, never as HTML, and misses none', () => {
    expect(html('By {{seller}}', { seller: '<b>"A" & B</b>' })).toBe(
      '<p>By &lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;</p>',
    );
    expect(() => html('By {{seller}}')).toThrow('seller');
  });
});
