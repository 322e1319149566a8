import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { amountToText } from '@oyna/domain/money';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { useState } from 'react';
import { FileField } from '../../components/file-field.tsx';
import { Money } from '../../components/money.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './catalogue.module.css';

type Report = ConsoleSchemas['CatalogueImportReport'];
interface NamedFile {
  name: string;
  content: string;
}

const SHOWN = 200;

/** Import with the difference before it, and export. */
export function CatalogueFiles() {
  const t = useTexts('catalogue');
  const errorText = useErrorText();
  const canWrite = useMay()('content:write');
  const [files, setFiles] = useState<NamedFile[]>([]);
  const check = useAction({
    run: async (given: NamedFile[]) =>
      callApi((api) => api.POST('/api/v1/catalogue/import/check', { body: { files: given } })),
    changes: [],
    isFaultShown: true,
  });
  const apply = useAction({
    run: () => callApi((api) => api.POST('/api/v1/catalogue/import', { body: { files } })),
    changes: [['catalogue']],
    done: ({ games, offers }) => t('imported', { games, offers }),
    onDone: () => {
      setFiles([]);
      check.reset();
    },
    isFaultShown: true,
  });
  const download = useAction({
    run: () => callApi((api) => api.GET('/api/v1/catalogue/export', { parseAs: 'text' })),
    changes: [],
    onDone: (text) => saveFile('catalogue.yaml', 'application/yaml', text),
  });
  const read = async (chosen: File[]) => {
    const given = await Promise.all(chosen.map(async (file) => ({ name: file.name, content: await file.text() })));
    setFiles(given);
    apply.reset();
    check.mutate(given);
  };
  const report = check.data;
  const error = check.error ?? apply.error;
  return (
    <>
      <Section title={t('export')}>
        <div>
          <Button isBusy={download.isPending} onClick={() => download.mutate()}>
            {t('export-file')}
          </Button>
        </div>
      </Section>
      {canWrite && (
        <Section title={t('import')}>
          <div className={styles.stack}>
            <p className={styles.hint}>{t('import-hint')}</p>
            <FileField
              label={t('import-files')}
              text={files.length > 0 ? files.map(({ name }) => name).join(', ') : t('import-files')}
              accept=".yaml,.yml,.json"
              isMultiple
              isBusy={check.isPending}
              onFiles={(chosen) => void read(chosen)}
            />
            <FormNotice error={error ? errorText(error) : undefined} requestId={error?.requestId} />
            {report && <ImportReport report={report} />}
            {report && report.faults.length === 0 && (
              <div>
                <Button variant="primary" isBusy={apply.isPending} onClick={() => apply.mutate()}>
                  {t('apply-import')}
                </Button>
              </div>
            )}
          </div>
        </Section>
      )}
    </>
  );
}

function ImportReport({ report }: { report: Report }) {
  const t = useTexts('catalogue');
  const { faults, warnings, added, changed, missing, unchanged } = report;
  if (faults.length > 0) return <pre className={styles.faults}>{faults.slice(0, SHOWN).join('\n')}</pre>;
  const dollars = (cents: number) => <Money amount={amountToText(cents)} currency="USD" />;
  const rows = [
    ...added.map((offer) => ({ ...offer, sign: '+', text: <>{dollars(offer.cents)}</> })),
    ...changed.map((offer) => ({
      ...offer,
      sign: '~',
      text: (
        <>
          {offer.oldCents !== offer.cents && (
            <>
              {dollars(offer.oldCents)} → {dollars(offer.cents)}{' '}
            </>
          )}
          {offer.fields.join(', ')}
        </>
      ),
    })),
    ...missing.map((offer) => ({ ...offer, sign: '−', text: <>{dollars(offer.cents)}</> })),
  ];
  return (
    <>
      <p>{t('import-summary', { added: added.length, changed: changed.length, missing: missing.length, unchanged })}</p>
      {warnings.length > 0 && (
        <>
          <p>{t('import-warnings')}</p>
          <pre className={styles.faults}>{warnings.slice(0, SHOWN).join('\n')}</pre>
        </>
      )}
      <ul className={styles.diff} aria-label={t('import-diff')}>
        {rows.slice(0, SHOWN).map(({ id, name, sign, text }) => (
          <li key={`${sign}${id}`}>
            <span aria-hidden="true">{sign}</span>
            <span>{name}</span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && <p className={styles.hint}>{t('more-rows', { count: rows.length - SHOWN })}</p>}
    </>
  );
}
