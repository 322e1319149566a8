import { Page } from '../components/page.tsx';
import { ReviewsList } from '../features/reviews/reviews-list.tsx';
import { useTexts } from '../lib/texts.tsx';

export default function Reviews() {
  const t = useTexts('reviews');
  return (
    <Page title={t('title')}>
      <ReviewsList />
    </Page>
  );
}
