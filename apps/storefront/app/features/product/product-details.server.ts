import type { GameDetail } from '@oyna/api-client/models';
import type { Language } from '@oyna/domain/constants';
import { LANGUAGE_USES } from '@oyna/domain/game-details';
import type { TFunction } from 'i18next';
import { genreName } from '../../lib/genre-name.ts';
import type { DetailGroup, DetailRow } from './product-details.tsx';

type Details = Pick<GameDetail, 'genres' | 'features' | 'pegi' | 'series' | 'languages' | 'requirements'>;

interface DetailWords {
  language: Language;
  t: TFunction<'product-details'>;
  genres: TFunction<'genres'>;
}

/** The details of a game in the words of the page. Loaders write them, so that browsers load no texts for them. */
export function detailGroups(game: Details, words: DetailWords): DetailGroup[] {
  const { t } = words;
  const { requirements } = game;
  return [
    { title: t('details'), rows: gameRows(game, words) },
    { title: t('languages'), rows: languageRows(game, words) },
    {
      title: t('requirements'),
      columns: [
        { title: t('minimum'), rows: hardwareRows(requirements?.minimum, words) },
        { title: t('recommended'), rows: hardwareRows(requirements?.recommended ?? undefined, words) },
      ].filter(({ rows }) => rows.length > 0),
      note: requirements?.note ?? undefined,
    },
  ].filter(({ rows, columns }) => (rows ?? columns ?? []).length > 0);
}

function gameRows({ genres, features, pegi, series }: Details, words: DetailWords): DetailRow[] {
  const { t } = words;
  return [
    ...(genres.length > 0
      ? [
          {
            name: t('genres'),
            links: genres.map((genre) => ({
              text: genreName(genre, words.genres),
              to: `/catalog?genre=${encodeURIComponent(genre)}`,
            })),
          },
        ]
      : []),
    ...(features.length > 0 ? [{ name: t('features'), value: featureNames(features, t).join(', ') }] : []),
    ...(series === null ? [] : [{ name: t('series'), value: series }]),
    ...(pegi === null ? [] : [{ name: t('age'), value: t('pegi', { age: pegi }) }]),
  ];
}

/** A feature that is new in the catalogue shows its code until it gets a text. */
export function featureNames(features: readonly string[], t: TFunction<'product-details'>): string[] {
  return features.map((feature) => {
    const key = `feature-${feature}` as 'feature-vr';
    const text = t(key);
    return text === key ? feature : text;
  });
}

function languageRows({ languages }: Details, { language, t }: DetailWords): DetailRow[] {
  if (!languages) return [];
  const names = new Intl.DisplayNames([language === 'kz' ? 'kk' : language], {
    type: 'language',
    languageDisplay: 'standard',
  });
  return LANGUAGE_USES.flatMap((use) => {
    const value = languages[use].map((code) => names.of(code) ?? code).join(', ');
    return value ? [{ name: t(`language-${use}`), value: value[0]?.toUpperCase() + value.slice(1) }] : [];
  });
}

type Hardware = NonNullable<Details['requirements']>['minimum'];

function hardwareRows(hardware: Hardware | undefined, { language, t }: DetailWords): DetailRow[] {
  if (!hardware) return [];
  const size = (gigabytes: number | undefined) => {
    if (gigabytes === undefined) return undefined;
    const [count, unit] = gigabytes < 1 ? [gigabytes * 1024, 'megabytes' as const] : [gigabytes, 'gigabytes' as const];
    return t(unit, { size: new Intl.NumberFormat(language === 'kz' ? 'kk' : language).format(count) });
  };
  const { os, processor, graphics } = hardware;
  return [
    { name: t('os'), value: os },
    { name: t('processor'), value: processor },
    { name: t('memory'), value: size(hardware.memory) },
    { name: t('graphics'), value: graphics },
    { name: t('storage'), value: size(hardware.storage) },
  ].flatMap(({ name, value }) => (value ? [{ name, value }] : []));
}
