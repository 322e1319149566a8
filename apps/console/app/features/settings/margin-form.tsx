import { amountToText, parseAmount } from '@oyna/domain/money';
import { SHOP_SETTINGS } from '@oyna/domain/shop-settings';
import { TextField } from '@oyna/ui/text-field';
import { useState } from 'react';
import { useTexts } from '../../lib/texts.tsx';
import { SettingForm, type Stored } from './setting-form.tsx';

export function MarginForm(stored: Stored<'margin-warning'>) {
  const t = useTexts('settings');
  const [percent, setPercent] = useState(amountToText(stored.value.basisPoints));
  const value = SHOP_SETTINGS['margin-warning'].parse({ basisPoints: parseAmount(percent.trim().replace(',', '.')) });
  return (
    <SettingForm name="margin-warning" title={t('margin')} lead={t('margin-lead')} stored={stored} value={value}>
      <TextField
        label={t('margin-percent')}
        inputMode="decimal"
        value={percent}
        onChange={(event) => setPercent(event.target.value)}
      />
    </SettingForm>
  );
}
