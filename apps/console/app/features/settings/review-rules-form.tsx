import { SHOP_SETTINGS } from '@oyna/domain/shop-settings';
import { Checkbox } from '@oyna/ui/checkbox';
import { TextArea } from '@oyna/ui/text-area';
import { useTexts } from '../../lib/texts.tsx';
import { SettingForm, type Stored } from './setting-form.tsx';

export function ReviewRulesForm(stored: Stored<'review-rules'>) {
  const t = useTexts('settings');
  const { approval, links, words } = stored.value;
  return (
    <SettingForm
      name="review-rules"
      title={t('reviews')}
      lead={t('reviews-lead')}
      stored={stored}
      fields={{ isHeld: approval === 'all', areLinksHeld: links === 'hold', words: words.join('\n') }}
      read={(fields) =>
        SHOP_SETTINGS['review-rules'].parse({
          approval: fields.isHeld ? 'all' : 'none',
          links: fields.areLinksHeld ? 'hold' : 'refuse',
          words: fields.words.split('\n').filter((word) => word.trim() !== ''),
        })
      }
    >
      {(form) => (
        <>
          <Checkbox label={t('reviews-approval')} {...form.box('isHeld')} />
          <Checkbox label={t('reviews-links')} {...form.box('areLinksHeld')} />
          <TextArea label={t('reviews-words')} hint={t('reviews-words-hint')} rows={4} {...form.field('words')} />
        </>
      )}
    </SettingForm>
  );
}
