import { describe, expect, it } from 'vitest';
import { hasFilters, NO_FILTERS } from './listing-filters.ts';
import { listingHref } from './listing-query.ts';
import { readListingQuery } from './read-listing.ts';

const read = (query: string) => readListingQuery(`https://oyna.kz/catalog${query}`);

describe('readListingQuery', () => {
  it('requests the first page of all games by default', () => {
    expect(read('')).toEqual({ ...NO_FILTERS, name: undefined, categoryname: undefined, sort: undefined, page: 1 });
  });

  it('reads name, category, order and page', () => {
    expect(read('?name=gta&categoryname=Gift+cards&sort=price-desc&page=3')).toEqual({
      ...NO_FILTERS,
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

describe('the filters of an address', () => {
  it('are read with all their values', () => {
    const query = read('?platform=Steam&platform=GOG&type=Key&region=KZ&genre=rpg&sale=true&stock=true');
    expect(query).toMatchObject({
      platform: ['GOG', 'Steam'],
      type: ['Key'],
      region: ['KZ'],
      genre: ['rpg'],
      sale: true,
      stock: true,
    });
    expect(hasFilters(query)).toBe(true);
    expect(hasFilters(read('?name=gta&sort=price&currency=KZT'))).toBe(false);
  });

  it.each([
    ['?min=2000', 200_000, undefined],
    ['?max=4.99', undefined, 499],
    ['?min=2+000&max=4%C2%A0000,50', 200_000, 400_050],
    ['?min=900&max=100', 10_000, 90_000],
    ['?min=-5&max=cheap', undefined, undefined],
    ['?min=&max=1.999', undefined, undefined],
    ['?max=99999999999999999999', undefined, 99_999_999_999_900],
  ])('%s is a range of prices', (query, min, max) => {
    expect(read(query)).toMatchObject({ min, max });
  });

  it('are within the limits of the API', () => {
    const many = Array.from({ length: 30 }, (_, index) => `genre=g${index}`).join('&');
    expect(read(`?${many}`).genre).toHaveLength(20);
    expect(read(`?platform=${'a'.repeat(41)}&platform=&platform=%00&type=Boat`)).toEqual(read(''));
    expect(read('?min=1&currency=kzt').currency).toBeUndefined();
  });

  it('are written as they were read', () => {
    const address = '?platform=EA+App&platform=Steam&region=KZ&min=1000&max=2000.5&currency=KZT&sale=true&page=2';
    expect(read(listingHref('', read(address)))).toEqual(read(address));
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
