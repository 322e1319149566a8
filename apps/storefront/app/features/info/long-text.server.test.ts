import { expect, it } from 'vitest';
import { withLongText } from './long-text.server.ts';

const open = (url: string) => withLongText({ title: 'Policy' }, '<p>Long</p>', new Request(url));

it('leaves a long text out of the data of a document, which has it as markup', () => {
  const page = open('https://oyna.example/policy');
  expect(page.html).toBe('<p>Long</p>');
  expect(JSON.parse(JSON.stringify(page))).toEqual({ title: 'Policy' });
});

it('sends it with the data of a page that is opened in place', () => {
  const page = open('https://oyna.example/policy.data?_routes=routes%2Fpolicy');
  expect(JSON.parse(JSON.stringify(page))).toEqual({ title: 'Policy', html: '<p>Long</p>' });
});
