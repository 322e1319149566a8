import { SHOP_SETTINGS } from '@oyna/domain/shop-settings';
import { Checkbox } from '@oyna/ui/checkbox';
import { TextArea } from '@oyna/ui/text-area';
import { useState } from 'react';
import { useTexts } from '../../lib/texts.tsx';
import { SettingForm, type Stored } from './setting-form.tsx';

export function ReviewRulesForm(stored: Stored<'review-rules'>) {
  const t = useTexts('settings');
  const [isHeld, setHeld] = useState(stored.value.approval === 'all');
  const [areLinksHeld, setLinksHeld] = useState(stored.value.links === 'hold');
  const [words, setWords] = useState(stored.value.words.join('\n'));
  const value = SHOP_SETTINGS['review-rules'].parse({
    approval: isHeld ? 'all' : 'none',
    links: areLinksHeld ? 'hold' : 'refuse',
    words: words.split('\n').filter((word) => word.trim() !== ''),
  });
  return (
    <SettingForm name="review-rules" title={t('reviews')} lead={t('reviews-lead')} stored={stored} value={value}>
      <Checkbox label={t('reviews-approval')} checked={isHeld} onChange={(event) => setHeld(event.target.checked)} />
      <Checkbox
        label={t('reviews-links')}
        checked={areLinksHeld}
        onChange={(event) => setLinksHeld(event.target.checked)}
      />
      <TextArea
        label={t('reviews-words')}
        hint={t('reviews-words-hint')}
        rows={4}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
    </SettingForm>
  );
}
