import { SHOP_SETTINGS } from '@oyna/domain/shop-settings';
import { TextField } from '@oyna/ui/text-field';
import { useState } from 'react';
import { useTexts } from '../../lib/texts.tsx';
import { SettingForm, type Stored } from './setting-form.tsx';

export function StockThresholdForm(stored: Stored<'stock-thresholds'>) {
  const t = useTexts('settings');
  const [keys, setKeys] = useState(String(stored.value.keys));
  const typed = /^\d{1,7}$/.test(keys.trim()) ? Number(keys) : undefined;
  const value = SHOP_SETTINGS['stock-thresholds'].parse({ keys: typed });
  return (
    <SettingForm name="stock-thresholds" title={t('stock')} lead={t('stock-lead')} stored={stored} value={value}>
      <TextField
        label={t('stock-keys')}
        inputMode="numeric"
        value={keys}
        onChange={(event) => setKeys(event.target.value)}
      />
    </SettingForm>
  );
}
