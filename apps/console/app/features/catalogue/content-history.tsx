import { Skeleton } from '@oyna/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Section } from '../../components/page.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useActionText } from '../../lib/use-action-text.ts';
import { useFieldName } from './use-field-name.ts';

const SHOWN = 15;

/** What operators and the store did to it, the newest first. */
export function ContentHistory({ subject }: { subject: string }) {
  const t = useTexts('catalogue');
  const actionText = useActionText();
  const fieldName = useFieldName();
  const canRead = useMay()('audit:read');
  const { data } = useQuery({
    queryKey: ['catalogue', 'history', subject],
    queryFn: () => callApi((api) => api.GET('/api/v1/audit', { params: { query: { subject, limit: SHOWN } } })),
    enabled: canRead,
  });
  if (!canRead || data?.items.length === 0) return null;
  return (
    <Section title={t('history')}>
      {data ? (
        <Timeline
          label={t('history')}
          events={data.items.map(({ position, at, actor, action, details }) => ({
            id: String(position),
            at,
            title: actionText(action),
            actor: actor.name,
            text: fieldsOf(details).map(fieldName).join(', '),
          }))}
        />
      ) : (
        <Skeleton shape="line" />
      )}
    </Section>
  );
}

function fieldsOf(details: unknown): string[] {
  const { fields } = (details ?? {}) as { fields?: unknown };
  return Array.isArray(fields) ? fields.map(String) : [];
}
