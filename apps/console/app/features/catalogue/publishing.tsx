import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { TextField } from '@oyna/ui/text-field';
import { Eye } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { Section } from '../../components/page.tsx';
import { PresentState } from '../../components/present-state.tsx';
import { useErrorText } from '../../lib/error-text.ts';
import { useTexts } from '../../lib/texts.tsx';
import { localTime } from '../../lib/time-text.ts';
import styles from './catalogue.module.css';
import { hasField, showField } from './field-name.ts';
import type { Seen, useDraft } from './use-draft.ts';
import { useFieldName } from './use-field-name.ts';

interface PublishableContent {
  version: number;
  fingerprint: string;
  data: object;
  isPublished: boolean;
  hasDraft: boolean;
  publishAt: string | null;
  gaps: readonly string[];
  fault: string | null;
  changedBy: string | null;
  changedAt: string | null;
}

/** What the server says about a draft that it did not publish. */
interface Refusal {
  conflicts?: string[];
  gaps?: string[];
  faults?: string[];
  changedBy?: string;
  changedAt?: string;
}

type Draft = ReturnType<typeof useDraft<PublishableContent>>;

/** Preview, save, publish. Publishing saves first. */
export function PublishButtons({ draft }: { draft: Draft }) {
  const t = useTexts('catalogue');
  const { content, isChanged, save, publish, preview } = draft;
  const hasSomething = isChanged || content?.hasDraft === true;
  // Each sends the version that is on the screen: of two at once the slower one would be refused.
  const isBusy = preview.isPending || save.isPending || publish.isPending;
  return (
    <>
      <Button
        icon={<Eye size={16} />}
        isBusy={preview.isPending}
        disabled={isBusy && !preview.isPending}
        onClick={() => preview.mutate()}
      >
        {t('preview')}
      </Button>
      {isChanged && (
        <Button isBusy={save.isPending} disabled={isBusy && !save.isPending} onClick={() => save.mutate()}>
          {t('save-draft')}
        </Button>
      )}
      {hasSomething && (
        <Button
          variant="primary"
          isBusy={publish.isPending}
          disabled={isBusy && !publish.isPending}
          onClick={() => publish.mutate({})}
        >
          {t('publish')}
        </Button>
      )}
    </>
  );
}

/** What keeps the draft from being published, its time, and how to discard it. */
export function Publishing({ draft }: { draft: Draft }) {
  const t = useTexts('catalogue');
  const errorText = useErrorText();
  const { content, publish, discard, withdraw, isChanged } = draft;
  const fieldName = useFieldName();
  const gapsId = useId();
  // As it was when the question was opened.
  const [discarded, setDiscarded] = useState<Seen>();
  if (!content) return null;
  const current = publish.error?.current as Refusal | undefined;
  // What a colleague has saved meanwhile is shown above the fields.
  const isShownAbove = isChanged && publish.error?.code === 'changed-meanwhile' && !current?.conflicts;
  const askToDiscard = () => {
    discard.reset();
    setDiscarded(draft.seen());
  };
  const error = isShownAbove ? null : publish.error;
  const gaps = current?.gaps ?? content.gaps;
  /** `draft-incomplete: summary.en` as the worker writes it, or the faults of a file. */
  const faultText = (fault: string) => {
    const [, code = '', path = ''] = /^([a-z-]+)(?:: ([\w.]+))?$/.exec(fault) ?? [];
    if (code === '') return fault;
    return path === '' ? errorText(code) : `${errorText(code)} (${fieldName(path)})`;
  };
  const schedule = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const at = String(new FormData(event.currentTarget).get('at'));
    if (at) publish.mutate({ at: new Date(at).toISOString() });
  };
  return (
    <Section title={t('publishing')}>
      <div className={styles.publishing}>
        {content.changedBy && content.changedAt && (
          <p className={styles.hint}>
            {t('changed-by', { name: content.changedBy })} <Moment at={content.changedAt} />
          </p>
        )}
        {content.fault && <FormNotice error={`${t('fault')} ${faultText(content.fault)}`} />}
        <FormNotice error={error ? errorText(error) : undefined} requestId={error?.requestId} />
        {error?.code === 'changed-meanwhile' && !current?.conflicts && <LastChange {...current} />}
        {current?.conflicts && (
          <>
            <p>{t('conflicts', { fields: current.conflicts.map(fieldName).join(', ') })}</p>
            <Button variant="danger" isBusy={publish.isPending} onClick={() => publish.mutate({ isForced: true })}>
              {t('overwrite')}
            </Button>
          </>
        )}
        {current?.faults && <pre className={styles.faults}>{current.faults.join('\n')}</pre>}
        {gaps.length > 0 && (
          <div>
            <p id={gapsId}>{t('gaps', { count: gaps.length })}</p>
            <ul className={styles.gaps} aria-labelledby={gapsId}>
              {gaps.map((gap) => (
                <li key={gap}>
                  {hasField(gap) ? (
                    <button type="button" className={styles.gap} onClick={() => showField(gap)}>
                      {fieldName(gap)}
                    </button>
                  ) : (
                    fieldName(gap)
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
        {!isChanged && !content.hasDraft && <p className={styles.hint}>{t('nothing-to-publish')}</p>}
        {(isChanged || content.hasDraft) && (
          <form onSubmit={schedule} className={styles.schedule}>
            <TextField
              label={t('publish-at')}
              name="at"
              type="datetime-local"
              defaultValue={localTime(content.publishAt)}
            />
            <Button type="submit" isBusy={publish.isPending}>
              {t('schedule')}
            </Button>
          </form>
        )}
        {content.publishAt && (
          <Button variant="quiet" onClick={() => publish.mutate({ at: null })}>
            {t('cancel-time')}
          </Button>
        )}
        {content.hasDraft && (
          <Button variant="quiet" onClick={askToDiscard}>
            {t('discard')}
          </Button>
        )}
        <ConfirmDialog
          title={t('discard')}
          isOpen={discarded !== undefined}
          onClose={() => setDiscarded(undefined)}
          confirm={t('discard')}
          isDangerous
          isBusy={discard.isPending}
          error={discard.error}
          changed={(now) => <LastChange {...(now as object)} />}
          onConfirm={() => discarded && discard.mutate(discarded, { onSuccess: () => setDiscarded(undefined) })}
        >
          <p>{content.isPublished ? t('discard-preview-published') : t('discard-preview-new')}</p>
        </ConfirmDialog>
        {withdraw && content.isPublished && !isChanged && (
          <Button variant="quiet" isBusy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {t('withdraw')}
          </Button>
        )}
      </div>
    </Section>
  );
}

/** After the refusal: who has saved since. No name when it was published or discarded. */
function LastChange({ changedBy, changedAt }: { changedBy?: string; changedAt?: string }) {
  return changedBy ? <PresentState by={changedBy} at={changedAt} /> : null;
}
