import { useTexts } from './texts.tsx';

const REGIONS = ['Global', 'CIS', 'EU', 'KZ', 'RU', 'TR', 'US', 'BR', 'PL'] as const;
type RegionCode = Lowercase<(typeof REGIONS)[number]>;

/** The name of an offer's region, as the store shows it. A region that is new in the catalogue shows its code. */
export function useRegionName(): (region: string) => string {
  const t = useTexts('common');
  return (region) => {
    const known = REGIONS.find((one) => one === region);
    return known ? t(`region-${known.toLowerCase() as RegionCode}`) : region;
  };
}
