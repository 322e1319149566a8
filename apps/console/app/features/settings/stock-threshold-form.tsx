import { SHOP_SETTINGS } from '@oyna/domain/shop-settings';
import { TextField } from '@oyna/ui/text-field';
import { useTexts } from '../../lib/texts.tsx';
import { SettingForm, type Stored } from './setting-form.tsx';

export function StockThresholdForm(stored: Stored<'stock-thresholds'>) {
  const t = useTexts('settings');
  const wholeOf = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : undefined);
  return (
    <SettingForm
      name="stock-thresholds"
      title={t('stock')}
      lead={t('stock-lead')}
      stored={stored}
      fields={{ keys: String(stored.value.keys) }}
      read={({ keys }) => SHOP_SETTINGS['stock-thresholds'].parse({ keys: wholeOf(keys) })}
    >
      {(form) => <TextField label={t('stock-keys')} inputMode="numeric" {...form.field('keys')} />}
    </SettingForm>
  );
}
