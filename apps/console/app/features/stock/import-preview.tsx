import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { type RejectedKeyLine, sortKeyLines } from '@oyna/domain/key-file';
import { listKeyMasks } from '@oyna/domain/key-formats';
import { Button, ButtonLink } from '@oyna/ui/button';
import { Checkbox } from '@oyna/ui/checkbox';
import { FormNotice } from '@oyna/ui/form-notice';
import { Select } from '@oyna/ui/select';
import { TextField } from '@oyna/ui/text-field';
import { type FormEvent, useMemo, useState } from 'react';
import { Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { useErrorText } from '../../lib/error-text.ts';
import { useTexts } from '../../lib/texts.tsx';
import { readTypedSum } from '../../lib/typed-sum.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import type { ReadFile } from './import-file.tsx';
import { guessColumns, readLines } from './key-file-reader.ts';
import styles from './stock.module.css';
import type { StockDetails } from './stock-labels.tsx';
import { type Upload, useKeyUpload } from './use-key-upload.ts';
import { useVaultCheck } from './use-vault-check.ts';

interface PreviewProps {
  product: StockDetails;
  file: ReadFile;
  /** The import that this file continues. */
  job: ConsoleSchemas['KeyImportDetails'] | undefined;
  onOtherFile(): void;
}

const LISTED = 200;

/** What is in the file before anything is stored: good lines, bad lines with the reason, and what the vault has already. */
export function ImportPreview({ product, file, job, onOtherFile }: PreviewProps) {
  const t = useTexts('stock');
  const [format, setFormat] = useState<'platform' | 'any'>(job?.format === 'any' ? 'any' : 'platform');
  const guess = useMemo(() => guessColumns(file.text, product, { kind: format }), [file, product, format]);
  const [column, setColumn] = useState<number>();
  const { good, rejected } = useMemo(() => {
    const layout = { ...guess.layout, column: column ?? guess.layout.column };
    return sortKeyLines(readLines(file.text, layout), product, { kind: format });
  }, [file, guess, column, product, format]);
  const { upload, send } = useKeyUpload();
  const isIdle = upload.state === 'idle';
  useUnsaved(upload.state === 'sending' || upload.state === 'waiting');
  const check = useVaultCheck({
    productId: product.productId,
    format,
    name: `${file.name} ${column ?? ''}`,
    lines: good,
    isOn: job === undefined && isIdle,
  });
  const known = check.known ?? [];
  const bad = [...rejected, ...known].toSorted((a, b) => a.line - b.line);
  const fresh = good.length - known.length;
  const masks = listKeyMasks(product);
  const errorText = useErrorText();
  if (!isIdle) return <UploadState product={product} upload={upload} onOtherFile={onOtherFile} />;
  const isChecking = job === undefined && check.known === undefined && good.length > 0;
  return (
    <>
      <Section
        title={file.name}
        actions={
          <Button variant="quiet" onClick={onOtherFile}>
            {t('other-file')}
          </Button>
        }
      >
        <div className={styles.counts} role="status">
          <StatusLabel tone="success">{t('good-lines', { count: fresh })}</StatusLabel>
          {bad.length > 0 && <StatusLabel tone="warning">{t('bad-lines', { count: bad.length })}</StatusLabel>}
          {isChecking && !check.error && <span>{t('checking', { done: check.checked, total: good.length })}</span>}
        </div>
        <FormNotice error={check.error ? errorText(check.error) : undefined} />
        <p className={styles.note}>
          {masks.length > 0 ? t('masks', { platform: product.platform, masks: masks.join(', ') }) : t('any-code')}
        </p>
        <div className={styles.form}>
          {guess.names.length > 1 && (
            <Select
              label={t('column')}
              value={column ?? guess.layout.column}
              onChange={(event) => setColumn(Number(event.target.value))}
            >
              {guess.names.map((name, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name
                <option key={place} value={place}>
                  {name}
                </option>
              ))}
            </Select>
          )}
          {masks.length > 0 && !job && (
            <Checkbox
              label={t('any-format')}
              checked={format === 'any'}
              onChange={(event) => setFormat(event.target.checked ? 'any' : 'platform')}
            />
          )}
        </div>
        {bad.length > 0 && <BadLines lines={bad} />}
      </Section>
      <ImportForm
        key={job?.id}
        job={job}
        count={fresh}
        badCount={bad.length}
        isReady={good.length > 0 && !isChecking}
        onSend={({ supplier, costCents, isSkipping }) =>
          void send(
            job?.id ?? crypto.randomUUID(),
            {
              productId: product.productId,
              fileName: job?.fileName ?? file.name,
              supplier,
              costCents,
              format,
              stopsAtBad: job?.stopsAtBad ?? !isSkipping,
              leftOut: rejected.length,
            },
            good,
          )
        }
      />
    </>
  );
}

function BadLines({ lines }: { lines: readonly RejectedKeyLine[] }) {
  const t = useTexts('stock');
  return (
    <details open={lines.length <= 10}>
      <summary>{t('bad-lines', { count: lines.length })}</summary>
      <ul className={styles.rows}>
        {lines.slice(0, LISTED).map(({ line, masked, fault, earlier }) => (
          <li key={line}>
            <span className={styles.number}>{t('line', { line })}</span>
            <span>{masked}</span>
            <span className={styles.note}>{t(`fault-${fault}`, { line: earlier ?? 0 })}</span>
          </li>
        ))}
      </ul>
      {lines.length > LISTED && <p className={styles.note}>{t('and-more', { count: lines.length - LISTED })}</p>}
    </details>
  );
}

interface ImportFormProps {
  job: PreviewProps['job'];
  count: number;
  badCount: number;
  isReady: boolean;
  onSend(values: { supplier: string; costCents: number; isSkipping: boolean }): void;
}

/** Supplier and cost of the batch, and whether bad lines are left out. A continued import keeps its own. */
function ImportForm({ job, count, badCount, isReady, onSend }: ImportFormProps) {
  const t = useTexts('stock');
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (job) return onSend({ supplier: job.supplier, costCents: job.costCents, isSkipping: !job.stopsAtBad });
    const fields = new FormData(event.currentTarget);
    const typed = readTypedSum(String(fields.get('cost')));
    if (typed === undefined) return setFault(t('cost-fault'));
    const costCents = typed ?? 0;
    const isSkipping = fields.get('skip') !== null;
    if (badCount > 0 && !isSkipping) return setFault(t('bad-stop', { count: badCount }));
    setFault(undefined);
    onSend({ supplier: String(fields.get('supplier')).trim(), costCents, isSkipping });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {!job && (
        <>
          <div className={styles.pair}>
            <TextField label={t('supplier')} name="supplier" required maxLength={100} pattern=".*\S.*" />
            <TextField label={t('cost-label')} hint={t('cost-hint')} name="cost" inputMode="decimal" maxLength={12} />
          </div>
          {badCount > 0 && <Checkbox label={t('skip-bad', { count: badCount })} name="skip" defaultChecked />}
        </>
      )}
      <FormNotice error={fault} />
      <Button type="submit" variant="primary" disabled={!isReady || (count === 0 && !job)}>
        {job ? t('continue') : t('load', { count })}
      </Button>
    </form>
  );
}

interface UploadStateProps {
  product: StockDetails;
  upload: Upload;
  onOtherFile(): void;
}

function UploadState({ product, upload, onOtherFile }: UploadStateProps) {
  const t = useTexts('stock');
  const errorText = useErrorText();
  const { state, sent, total, job, error } = upload;
  return (
    <Section title={state === 'done' ? t('loaded', { count: job?.imported ?? 0 }) : t('loading')}>
      <progress className={styles.progress} value={sent} max={total} aria-label={t('loading')} />
      <div className={styles.counts} role="status">
        <span>{t('on-sale-now', { count: job?.imported ?? 0 })}</span>
        {job && job.skipped > 0 && <span>{t('skipped', { count: job.skipped })}</span>}
        {state === 'waiting' && <StatusLabel tone="warning">{t('waiting')}</StatusLabel>}
      </div>
      <FormNotice error={state === 'failed' && error ? errorText(error) : undefined} requestId={error?.requestId} />
      {state === 'failed' && <p className={styles.note}>{t('failed-hint')}</p>}
      {(state === 'done' || state === 'failed') && (
        <div className={styles.actions}>
          <ButtonLink variant="primary" to={`/stock/${product.productId}`}>
            {t('to-product')}
          </ButtonLink>
          <Button onClick={onOtherFile}>{t('other-file')}</Button>
        </div>
      )}
    </Section>
  );
}
