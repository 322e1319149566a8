import { expect, it } from 'vitest';
import { withHardware, withLanguages, withNote } from './game-details-draft.ts';

it('keeps lists of languages that have a language', () => {
  expect(withLanguages(undefined, 'interface', 'en, ru')).toEqual({ interface: ['en', 'ru'] });
  expect(withLanguages({ interface: ['en'], audio: ['en'] }, 'audio', '')).toEqual({ interface: ['en'] });
  expect(withLanguages({ interface: ['en'] }, 'interface', '')).toBeUndefined();
  expect(withLanguages({ interface: ['en'], audio: ['en'] }, 'interface', '')).toEqual({
    interface: [],
    audio: ['en'],
  });
});

it('keeps rows of hardware that have a value, sizes as numbers', () => {
  expect(withHardware(undefined, 'minimum', 'memory', '0,5')).toEqual({ minimum: { memory: 0.5 } });
  expect(withHardware({ minimum: { memory: 8 } }, 'recommended', 'os', 'Windows 11')).toEqual({
    minimum: { memory: 8 },
    recommended: { os: 'Windows 11' },
  });
  expect(withHardware({ minimum: { memory: 8 }, recommended: { os: 'W' } }, 'recommended', 'os', '')).toEqual({
    minimum: { memory: 8 },
  });
  expect(withHardware({ minimum: { memory: 8 } }, 'minimum', 'memory', '')).toBeUndefined();
});

it('keeps a note that is begun in one language', () => {
  expect(withNote(undefined, { ru: 'SSD', en: '', kz: '' })).toEqual({
    minimum: {},
    note: { ru: 'SSD', en: '', kz: '' },
  });
  expect(withNote({ minimum: {} }, { ru: '', en: '', kz: '' })).toBeUndefined();
});
