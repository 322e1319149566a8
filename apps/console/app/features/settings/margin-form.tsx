import { SHOP_SETTINGS } from '@oyna/domain/shop-settings';
import { TextField } from '@oyna/ui/text-field';
import { useSumText } from '../../lib/number-text.ts';
import { useTexts } from '../../lib/texts.tsx';
import { readTypedSum } from '../../lib/typed-sum.ts';
import { SettingForm, type Stored } from './setting-form.tsx';

export function MarginForm(stored: Stored<'margin-warning'>) {
  const t = useTexts('settings');
  const sumText = useSumText();
  return (
    <SettingForm
      name="margin-warning"
      title={t('margin')}
      lead={t('margin-lead')}
      stored={stored}
      fields={{ percent: sumText(stored.value.basisPoints) }}
      read={({ percent }) => SHOP_SETTINGS['margin-warning'].parse({ basisPoints: readTypedSum(percent) ?? undefined })}
    >
      {(form) => <TextField label={t('margin-percent')} inputMode="decimal" {...form.field('percent')} />}
    </SettingForm>
  );
}
