import { describe, expect, it } from 'vitest';
import { listingHref, readListingQuery } from './listing-query.ts';

const read = (query: string) => readListingQuery(`https://oyna.kz/catalog${query}`);

describe('readListingQuery', () => {
  it('requests the first page of all games by default', () => {
    expect(read('')).toEqual({ name: undefined, categoryname: undefined, sort: undefined, page: 1 });
  });

  it('reads all four parameters', () => {
    expect(read('?name=gta&categoryname=Gift+cards&sort=price-desc&page=3')).toEqual({
      name: 'gta',
      categoryname: 'Gift cards',
      sort: 'price-desc',
      page: 3,
    });
  });

  it.each(['0', '-1', '1.5', '2e3', 'two', '', '01'])('takes page=%s for the first', (page) => {
    expect(read(`?page=${page}`).page).toBe(1);
  });

  it('stays within the limits of the API', () => {
    expect(read('?page=9999999').page).toBe(1_000_000);
    expect(read('?page=99999999').page).toBe(1);
    expect(read(`?name=${'a'.repeat(300)}`).name).toHaveLength(200);
    expect(read('?name=%00gta').name).toBe('gta');
  });

  it('ignores an unknown order and blank texts', () => {
    expect(read('?sort=random&name=%20%20&categoryname=')).toEqual(read(''));
  });
});

describe('listingHref', () => {
  it('leaves out default values', () => {
    expect(listingHref('/catalog', read(''))).toBe('/catalog');
  });

  it('escapes its values', () => {
    expect(listingHref('/games', { name: 'R&D 50%' })).toBe('/games?name=R%26D+50%25');
  });

  it('writes the same query that it read', () => {
    const query = read('?name=ведьмак&categoryname=RPG&sort=new&page=2');
    expect(readListingQuery(`https://oyna.kz${listingHref('/catalog', query)}`)).toEqual(query);
  });
});
