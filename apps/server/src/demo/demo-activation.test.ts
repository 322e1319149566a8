import { activation } from '@oyna/domain/activation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listCountryCodes, listPlaces, listRules } from '../features/activation/activation.queries.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';
import { seedDemoActivation } from './demo-activation.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await seedDemoActivation(store.database);
});
afterAll(() => store.close());

it('every offer of the demo has an answer for every country of the list', async () => {
  const { database } = store;
  const [places, countries, rules] = await Promise.all([
    listPlaces(database),
    listCountryCodes(database),
    listRules(database),
  ]);
  expect(places.length).toBeGreaterThan(20);
  const unknown = places.flatMap((place) =>
    countries
      .filter((country) => activation(place, country, rules) === 'unknown')
      .map((country) => `${place.platform} ${place.region} in ${country}`),
  );
  expect(unknown).toEqual([]);
  const answers = new Set(places.flatMap((place) => countries.map((country) => activation(place, country, rules))));
  expect([...answers].toSorted()).toEqual(['condition', 'no', 'yes']);
});

it('a second start changes no rule of the operator', async () => {
  const { database } = store;
  await database.deleteFrom('activation_rule').where('region', '=', 'BR').execute();
  const before = await listRules(database);
  await seedDemoActivation(database);
  expect(await listRules(database)).toEqual(before);
});
