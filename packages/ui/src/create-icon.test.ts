import { Bell } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import createIcon from './create-icon.ts';

const Icon = createIcon({
  node: [
    ['path', { d: 'M1 2' }],
    ['circle', { cx: '3', cy: '4', r: '5' }],
  ],
});

it('draws the shapes at the given size and hides them from screen readers', () => {
  const markup = renderToStaticMarkup(createElement(Icon, { size: 18, className: 'small' }));
  expect(markup).toContain('width="18" height="18"');
  expect(markup).toContain('aria-hidden="true" class="small"');
  expect(markup).toContain('<path d="M1 2"></path><circle cx="3" cy="4" r="5"></circle></svg>');
});

it('has every attribute that shapes a line in lucide-react', () => {
  const attributes = (markup: string) =>
    (markup.split('>')[0]?.match(/(viewBox|fill|stroke[\w-]*|width|height|aria-hidden)="[^"]*"/g) ?? []).sort();
  const own = renderToStaticMarkup(createElement(Icon));
  expect(attributes(own)).toEqual(attributes(renderToStaticMarkup(createElement(Bell))));
});
