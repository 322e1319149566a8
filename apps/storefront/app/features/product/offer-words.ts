import { hasKey } from '@oyna/domain/constants';
import type { TFunction } from 'i18next';

const ACTIVATION = {
  Global: 'activates-global',
  CIS: 'activates-cis',
  EU: 'activates-eu',
  KZ: 'activates-kz',
  RU: 'activates-ru',
  TR: 'activates-tr',
  US: 'activates-us',
  BR: 'activates-br',
  PL: 'activates-pl',
} as const;

/** In plain words what the region means for the buyer; an account is topped up wherever it is. */
export function activationNote(
  { type, region }: { type: string; region: string },
  t: TFunction<'product'>,
): string | undefined {
  if (type === 'TopUp') return undefined;
  return hasKey(ACTIVATION, region) ? t(ACTIVATION[region]) : t('activates-in', { region });
}
