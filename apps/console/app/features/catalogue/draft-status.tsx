import { Moment } from '../../components/moment.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { useTexts } from '../../lib/texts.tsx';

interface DraftState {
  isPublished: boolean;
  hasDraft: boolean;
  publishAt: string | null;
  hasFault?: boolean;
}

/** Draft, published, published with changes, or with a time. */
export function DraftStatus({ isPublished, hasDraft, publishAt, hasFault = false }: DraftState) {
  const t = useTexts('catalogue');
  if (hasFault) return <StatusLabel tone="danger">{t('state-fault')}</StatusLabel>;
  if (publishAt) {
    return (
      <StatusLabel tone="info">
        {t('state-scheduled')} <Moment at={publishAt} />
      </StatusLabel>
    );
  }
  if (!isPublished) return <StatusLabel tone="warning">{t('state-draft')}</StatusLabel>;
  return hasDraft ? (
    <StatusLabel tone="info">{t('state-changed')}</StatusLabel>
  ) : (
    <StatusLabel tone="success">{t('state-published')}</StatusLabel>
  );
}
