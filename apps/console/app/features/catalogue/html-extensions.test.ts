import { ALLOWED_TAGS } from '@oyna/domain/html-tags';
import { getSchema } from '@tiptap/react';
import { expect, it } from 'vitest';
import { EXTENSIONS } from './html-extensions.ts';

it('makes the tags that the server keeps, and no others', () => {
  const { nodes, marks } = getSchema(EXTENSIONS);
  const tags = [
    ...Object.values(nodes).map((node) =>
      node.spec.toDOM?.(node.create(node.name === 'heading' ? { level: 3 } : null)),
    ),
    ...Object.values(marks).map((mark) => mark.spec.toDOM?.(mark.create(), true)),
  ].flatMap((shape) => (Array.isArray(shape) ? String(shape[0]) : []));
  expect(tags.toSorted()).toEqual(ALLOWED_TAGS.toSorted());
});
