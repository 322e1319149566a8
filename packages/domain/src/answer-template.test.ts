import { describe, expect, it } from 'vitest';
import { fillTemplate, isTemplatePlaceholder, listPlaceholders } from './answer-template.ts';

describe('a template', () => {
  it('gets its placeholders filled in, with or without spaces', () => {
    const text = 'Hello {{name}}, order {{ order }} has {{product}}.';
    expect(fillTemplate(text, { name: 'Асель', order: 'OY-1', product: 'Hades' })).toBe(
      'Hello Асель, order OY-1 has Hades.',
    );
  });

  it('keeps a placeholder without a value, so that the operator sees it', () => {
    expect(fillTemplate('{{name}} {{order}} {{constructor}}', { name: 'Ivan', order: null })).toBe(
      'Ivan {{order}} {{constructor}}',
    );
  });

  it('does not fill in what a value contains', () => {
    expect(fillTemplate('{{name}}', { name: '{{order}}', order: 'secret' })).toBe('{{order}}');
  });

  it('lists its placeholders, known or not', () => {
    const found = listPlaceholders('{{name}} {{ price }} {{name}} {single}');
    expect(found).toEqual(['name', 'price']);
    expect(found.filter(isTemplatePlaceholder)).toEqual(['name']);
  });
});
