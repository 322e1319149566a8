import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import type { CurrencyCode } from '@oyna/domain/constants';
import { feeTermsOf, type ProviderFee, SHOP_SETTINGS } from '@oyna/domain/shop-settings';
import { Checkbox } from '@oyna/ui/checkbox';
import { TextField } from '@oyna/ui/text-field';
import { useSumText } from '../../lib/number-text.ts';
import { useTexts } from '../../lib/texts.tsx';
import { readTypedSum } from '../../lib/typed-sum.ts';
import { SettingForm, type Stored } from './setting-form.tsx';
import styles from './settings.module.css';

type Provider = ConsoleSchemas['SettingList']['providers'][number];

/** The contract with a provider for a currency. */
interface Row {
  provider: string;
  currency: CurrencyCode;
  label: string;
}

/** What is typed, by the name of the field. */
type Fields = Record<string, string | boolean>;
const nameOf = ({ provider, currency }: Row, part: 'percent' | 'fixed' | 'isReturned') =>
  `${provider} ${currency} ${part}`;

/** The contract with each payment provider, for each currency it takes. */
export function ProviderFeesForm({ providers, ...stored }: Stored<'provider-fees'> & { providers: Provider[] }) {
  const t = useTexts('settings');
  const sumText = useSumText();
  const rows = providers.flatMap(({ name, label, currencies }) =>
    currencies.map((currency): Row => ({ provider: name, currency, label })),
  );
  return (
    <SettingForm
      name="provider-fees"
      title={t('fees')}
      lead={t('fees-lead')}
      stored={stored}
      fields={fieldsOf(stored.value, rows, sumText)}
      read={(fields) => feesOf(stored.value, rows, fields)}
    >
      {(form) =>
        rows.map((row) => (
          <fieldset key={`${row.provider} ${row.currency}`} className={styles.fee}>
            <legend>
              {row.label} · {row.currency}
            </legend>
            <TextField label={t('percent')} inputMode="decimal" {...form.field(nameOf(row, 'percent'))} />
            <TextField
              label={t('fixed', { currency: row.currency })}
              inputMode="decimal"
              {...form.field(nameOf(row, 'fixed'))}
            />
            <Checkbox label={t('returned')} {...form.box(nameOf(row, 'isReturned'))} />
          </fieldset>
        ))
      }
    </SettingForm>
  );
}

function fieldsOf(fees: readonly ProviderFee[], rows: Row[], sumText: (hundredths: number) => string): Fields {
  const entries = rows.flatMap((row) => {
    const { basisPoints, fixed, isReturned } = feeTermsOf(fees, row);
    return [
      [nameOf(row, 'percent'), sumText(basisPoints)],
      [nameOf(row, 'fixed'), sumText(fixed)],
      [nameOf(row, 'isReturned'), isReturned],
    ] as const;
  });
  return Object.fromEntries(entries);
}

/** The contracts on the screen, and those of providers that are not configured now. A contract without a fee is left out. */
function feesOf(stored: readonly ProviderFee[], rows: Row[], fields: Fields): readonly ProviderFee[] | undefined {
  const others = stored.filter(
    (fee) => !rows.some(({ provider, currency }) => provider === fee.provider && currency === fee.currency),
  );
  const typed = rows.map((row) => ({
    provider: row.provider,
    currency: row.currency,
    basisPoints: hundredths(String(fields[nameOf(row, 'percent')])),
    fixed: hundredths(String(fields[nameOf(row, 'fixed')])),
    isReturned: Boolean(fields[nameOf(row, 'isReturned')]),
  }));
  const kept = typed.filter(({ basisPoints, fixed }) => basisPoints !== 0 || fixed !== 0);
  return SHOP_SETTINGS['provider-fees'].parse([...kept, ...others]);
}

/** An empty field is no fee. */
const hundredths = (text: string) => {
  const sum = readTypedSum(text);
  return sum === null ? 0 : sum;
};
