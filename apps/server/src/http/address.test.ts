import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AddressBook, createAddressBook, createPageParameters, toPathAndQuery } from './address.ts';

let book: AddressBook;
beforeEach(() => {
  book = createAddressBook();
  book.addRoute('/api/v1/products', ['pageNumber', 'gamename', 'platform', 'lng']);
  book.addRoute('/api/v1/products/:id', ['lng']);
  book.setPages(
    createPageParameters([
      { id: 'root', path: undefined, parameters: [] },
      { id: 'routes/home', path: undefined, parameters: [] },
      { id: 'routes/catalog', path: 'catalog', parameters: ['name', 'platform', 'page'] },
      { id: 'routes/catalog-game', path: 'catalog/:id', parameters: [] },
      { id: 'routes/sitemap', path: 'sitemap-games.xml', parameters: ['page'] },
    ]),
  );
});

describe('a request target', () => {
  it.each([
    ['http://host/catalog?page=2', '/catalog?page=2'],
    ['HTTPS://user@host:81', '/'],
    ['http://host?page=2', '/?page=2'],
    ['/catalog#top', '/catalog'],
    ['/catalog?page=2#top?x', '/catalog?page=2'],
    ['//host/catalog', '//host/catalog'],
    ['*', '*'],
  ])('%s becomes %s', (target, address) => {
    expect(toPathAndQuery(target)).toBe(address);
  });
});

describe('the address of a page', () => {
  it.each([
    ['/?utm_source=mail&fbclid=1', '/'],
    ['/catalog?junk=1&page=2&name=gta', '/catalog?name=gta&page=2'],
    ['/catalog?name=a&name=b', '/catalog?name=a'],
    ['/catalog?page=2&platform=b&platform=a&platform=b', '/catalog?platform=a&platform=b&page=2'],
    ['/catalog?name=%D0%B0%2', '/catalog?name=%D0%B0%252'],
    ['/CATALOG/?page=2', '/CATALOG/?page=2'],
    ['/catalog/7?page=2', '/catalog/7'],
    ['/catalog?lng=en-US', '/catalog?lng=en'],
    ['/catalog?lng=kk', '/catalog?lng=kz'],
    ['/catalog?lng=de', '/catalog'],
    ['/catalog?_routes=root', '/catalog'],
    ['/sitemap-games.xml?page=2&x', '/sitemap-games.xml?page=2'],
    ['/sitemap-gamesQxml?page=2', '/sitemap-gamesQxml'],
  ])('%s is %s', (target, address) => {
    expect(book.normalize(target)).toBe(address);
  });

  it('names only routes of its own page when it asks for data', () => {
    expect(book.normalize('/catalog.data?_routes=routes%2Fcatalog,root,junk,routes%2Fhome&page=2')).toBe(
      '/catalog.data?page=2&_routes=root%2Croutes%2Fcatalog',
    );
    expect(book.normalize('/_.data?_routes=routes%2Fhome')).toBe('/_.data?_routes=routes%2Fhome');
    expect(book.normalize('/catalog/7.data?_routes=routes%2Fcatalog-game')).toContain('catalog-game');
  });
});

it('separates nothing by an encoded slash, as React Router', () => {
  const routes = ['catalog', 'catalog/:id', '*'].map((path) => ({ id: path, path, parameters: [] }));
  const { hasPage } = createPageParameters(routes);
  expect(hasPage('/%63atalog/5')).toBe(true);
  expect(hasPage('/catalog/a%2Fb')).toBe(true);
  expect(hasPage('/catalog%2F5')).toBe(false);
});

describe('the address of an API call', () => {
  it.each([
    ['/api/v1/products?junk=1', '/api/v1/products'],
    ['/api/v1/products?lng=en&pageNumber=2&x=y', '/api/v1/products?pageNumber=2&lng=en'],
    ['/api/v1/products?pageNumber=1&pageNumber=2', '/api/v1/products?pageNumber=1&pageNumber=2'],
    ['/api/v1/products?platform=b&lng=en&platform=a&platform=b', '/api/v1/products?platform=a&platform=b&lng=en'],
    ['/api/v1/products/7?junk=1&lng=kk', '/api/v1/products/7?lng=kk'],
    ['/api/v1/user/orders?wait=1', '/api/v1/user/orders?wait=1'],
  ])('%s is %s', (target, address) => {
    expect(book.normalize(target)).toBe(address);
  });
});

it('keeps the form of an address that has it already', () => {
  const part = fc.constantFrom(
    '/',
    'catalog',
    'api/v1/products',
    '?',
    '#',
    '&',
    '=',
    'page',
    'name',
    'lng',
    'en',
    '%',
    '+',
  );
  const target = fc
    .array(fc.oneof(part, fc.string({ maxLength: 3 })), { maxLength: 12 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(target, (text) => {
      const once = book.normalize(`/${text}`);
      expect(book.normalize(once)).toBe(once);
    }),
  );
});
