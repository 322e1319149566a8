import type { Order } from '@oyna/api-client/models';
import { StageList } from '~/components/stage-list.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useDateText } from '~/lib/use-date-text.ts';
import { orderStages } from './order-stages.ts';
import styles from './order-timeline.module.css';

/** The timeline of an order, as top-ups have it. */
export function OrderTimeline({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const dateText = useDateText();
  const stages = orderStages(order).map(({ name, state, at }) => ({
    name,
    state,
    text: (
      <>
        {t(`stage-${name}`)}
        {at && (
          <time dateTime={at} className={styles.time}>
            {dateText(at)}
          </time>
        )}
      </>
    ),
  }));
  return (
    <section className={styles.panel}>
      <StageList label={t('timeline')} doneText={t('stage-done')} stages={stages} />
    </section>
  );
}
