import { EVERY_PLATFORM } from '@oyna/domain/activation';
import { Button } from '@oyna/ui/button';
import { MapPinCheck } from 'lucide-react';
import { type Column, DataList } from '../../components/data-list.tsx';
import { Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { dayText } from '../../lib/time-text.ts';
import { useList } from '../../lib/use-list.ts';
import styles from './activation.module.css';
import { type ActivationRule, readRules, useActivationFacts, useCountryName, usePlaceName } from './activation-api.ts';

const TONES = { yes: 'success', condition: 'warning', no: 'danger', unknown: 'neutral' } as const;

interface ActivationListProps {
  /** Opens the form of a new rule for what has none. Undefined without the permission. */
  onCreate: ((place: { platform: string; region: string }) => void) | undefined;
}

/** All rules, and what is on sale without one. */
export function ActivationList({ onCreate }: ActivationListProps) {
  const t = useTexts('activation');
  const nameOf = useCountryName();
  const regionOf = usePlaceName();
  const { language } = useLanguage();
  const { missing } = useActivationFacts();
  const list = useList({
    queryKey: ['activation', 'list'],
    fetchPage: async () => ({ items: (await readRules()).items, next: null }),
    idOf: ({ id }) => id,
  });
  const namesOf = (codes: readonly string[]) => codes.map(nameOf).join(', ');
  const columns: readonly Column<ActivationRule>[] = [
    { id: 'region', title: t('region'), cell: ({ region }) => regionOf(region), phone: 'title' },
    {
      id: 'platform',
      title: t('platform'),
      cell: ({ platform }) => (platform === EVERY_PLATFORM ? t('every-platform') : platform),
      phone: 'end',
    },
    { id: 'allowed', title: t('allowed'), cell: ({ allowed }) => namesOf(allowed), phone: 'note', isNamed: true },
    { id: 'excluded', title: t('excluded'), cell: ({ excluded }) => namesOf(excluded) },
    {
      id: 'otherwise',
      title: t('otherwise'),
      cell: ({ otherwise }) => <StatusLabel tone={TONES[otherwise]}>{t(`answer-${otherwise}`)}</StatusLabel>,
      phone: 'note-end',
      isNamed: true,
    },
    { id: 'checked', title: t('checked-on'), cell: ({ checkedOn }) => dayText(checkedOn, language), isWhole: true },
  ];
  return (
    <>
      {missing.length > 0 && (
        <Section title={t('missing')}>
          <p>{t('missing-text')}</p>
          <ul className={styles.missing}>
            {missing.map(({ platform, region, offers }) => (
              <li key={`${platform} ${region}`}>
                <span>{[platform, regionOf(region), t('offers', { count: offers })].join(' · ')}</span>
                {onCreate && <Button onClick={() => onCreate({ platform, region })}>{t('add-rule')}</Button>}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <DataList
        label={t('title')}
        list={list}
        columns={columns}
        linkOf={({ id }) => `/catalogue/activation?rule=${id}`}
        empty={{ icon: <MapPinCheck size={22} />, text: t('empty') }}
      />
    </>
  );
}
