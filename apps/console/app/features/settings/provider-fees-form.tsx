import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import type { CurrencyCode } from '@oyna/domain/constants';
import { amountToText, parseAmount } from '@oyna/domain/money';
import { feeTermsOf, type ProviderFee, SHOP_SETTINGS } from '@oyna/domain/shop-settings';
import { Checkbox } from '@oyna/ui/checkbox';
import { TextField } from '@oyna/ui/text-field';
import { useState } from 'react';
import { useTexts } from '../../lib/texts.tsx';
import { SettingForm, type Stored } from './setting-form.tsx';
import styles from './settings.module.css';

type Provider = ConsoleSchemas['SettingList']['providers'][number];

/** A row as it is typed. */
interface Row {
  provider: string;
  currency: CurrencyCode;
  label: string;
  percent: string;
  fixed: string;
  isReturned: boolean;
}

/** The contract with each payment provider, for each currency it takes. */
export function ProviderFeesForm({ providers, ...stored }: Stored<'provider-fees'> & { providers: Provider[] }) {
  const t = useTexts('settings');
  const [rows, setRows] = useState(() => rowsOf(stored.value, providers));
  const change = (index: number, part: Partial<Row>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <SettingForm
      name="provider-fees"
      title={t('fees')}
      lead={t('fees-lead')}
      stored={stored}
      value={feesOf(stored.value, rows)}
    >
      {rows.map((row, index) => (
        <fieldset key={`${row.provider} ${row.currency}`} className={styles.fee}>
          <legend>
            {row.label} · {row.currency}
          </legend>
          <TextField
            label={t('percent')}
            inputMode="decimal"
            value={row.percent}
            onChange={(event) => change(index, { percent: event.target.value })}
          />
          <TextField
            label={t('fixed', { currency: row.currency })}
            inputMode="decimal"
            value={row.fixed}
            onChange={(event) => change(index, { fixed: event.target.value })}
          />
          <Checkbox
            label={t('returned')}
            checked={row.isReturned}
            onChange={(event) => change(index, { isReturned: event.target.checked })}
          />
        </fieldset>
      ))}
    </SettingForm>
  );
}

function rowsOf(fees: readonly ProviderFee[], providers: Provider[]): Row[] {
  return providers.flatMap(({ name, label, currencies }) =>
    currencies.map((currency) => {
      const { basisPoints, fixed, isReturned } = feeTermsOf(fees, { provider: name, currency });
      const [percent, amount] = [amountToText(basisPoints), amountToText(fixed)];
      return { provider: name, currency, label, percent, fixed: amount, isReturned };
    }),
  );
}

/** The contracts on the screen, and those of providers that are not configured now. A contract without a fee is left out. */
function feesOf(stored: readonly ProviderFee[], rows: Row[]): readonly ProviderFee[] | undefined {
  const others = stored.filter(
    (fee) => !rows.some(({ provider, currency }) => provider === fee.provider && currency === fee.currency),
  );
  const typed = rows.map(({ provider, currency, percent, fixed, isReturned }) => ({
    provider,
    currency,
    basisPoints: hundredths(percent),
    fixed: hundredths(fixed),
    isReturned,
  }));
  const kept = typed.filter(({ basisPoints, fixed }) => basisPoints !== 0 || fixed !== 0);
  return SHOP_SETTINGS['provider-fees'].parse([...kept, ...others]);
}

const hundredths = (text: string) => parseAmount(text.trim().replace(',', '.') || '0');
