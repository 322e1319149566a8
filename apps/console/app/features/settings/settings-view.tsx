import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { SHOP_SETTINGS, type ShopSettingName } from '@oyna/domain/shop-settings';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { MarginForm } from './margin-form.tsx';
import { ProviderFeesForm } from './provider-fees-form.tsx';
import { ReviewRulesForm } from './review-rules-form.tsx';
import styles from './settings.module.css';
import { StockThresholdForm } from './stock-threshold-form.tsx';

type SettingList = ConsoleSchemas['SettingList'];

/** What operators change while the store runs. Each part is saved by itself. */
export function SettingsView() {
  const t = useTexts('settings');
  const may = useMay();
  const query = useQuery({
    queryKey: ['settings'],
    queryFn: () => callApi((api) => api.GET('/api/v1/settings')),
  });
  if (!query.data) return <Loading query={query} />;
  const { data } = query;
  const fees = settingOf(data, 'provider-fees');
  const margin = settingOf(data, 'margin-warning');
  const stock = settingOf(data, 'stock-thresholds');
  const reviews = settingOf(data, 'review-rules');
  return (
    <>
      <ProviderFeesForm {...fees} providers={data.providers} />
      <MarginForm {...margin} />
      <StockThresholdForm {...stock} />
      <ReviewRulesForm {...reviews} />
      <Section title={t('elsewhere')}>
        <ul className={styles.links}>
          {may('team:read') && (
            <li>
              <Link to="/notices">{t('to-notices')}</Link>
            </li>
          )}
          {may('claims:read') && (
            <li>
              <Link to="/claims/policy">{t('to-policy')}</Link>
            </li>
          )}
        </ul>
      </Section>
    </>
  );
}

function settingOf<Name extends ShopSettingName>({ items }: SettingList, name: Name) {
  const { initial, parse } = SHOP_SETTINGS[name];
  const found = items.find((item) => item.name === name);
  return { version: found?.version ?? 0, value: parse(found?.value) ?? initial, history: found?.history ?? [] };
}
