import { amountToText, parseAmount } from '@oyna/domain/money';
import { SHOP_SETTINGS } from '@oyna/domain/shop-settings';
import { TextField } from '@oyna/ui/text-field';
import { useTexts } from '../../lib/texts.tsx';
import { SettingForm, type Stored } from './setting-form.tsx';

export function MarginForm(stored: Stored<'margin-warning'>) {
  const t = useTexts('settings');
  return (
    <SettingForm
      name="margin-warning"
      title={t('margin')}
      lead={t('margin-lead')}
      stored={stored}
      fields={{ percent: amountToText(stored.value.basisPoints) }}
      read={({ percent }) =>
        SHOP_SETTINGS['margin-warning'].parse({ basisPoints: parseAmount(percent.trim().replace(',', '.')) })
      }
    >
      {(form) => <TextField label={t('margin-percent')} inputMode="decimal" {...form.field('percent')} />}
    </SettingForm>
  );
}
