import { storeDay } from '@oyna/domain/store-time';
import { FormNotice } from '@oyna/ui/form-notice';
import { Select } from '@oyna/ui/select';
import { TextField } from '@oyna/ui/text-field';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { FileField } from '../../components/file-field.tsx';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { providerChoices, providerLabel } from '../../lib/payment-provider.ts';
import { useMay } from '../../lib/session.tsx';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { dayText } from '../../lib/time-text.ts';
import { useAction } from '../../lib/use-action.ts';
import { useFilters } from '../../lib/use-filters.ts';
import styles from './finance.module.css';
import { ReconciledDay } from './reconciled-day.tsx';

const DAY_MS = 86_400_000;

/** The registry of a provider against our payments: choose a file, look at what differs, close the day. */
export function ReconciliationView() {
  const t = useTexts('finance');
  const { values } = useFilters(['provider', 'day']);
  const canReconcile = useMay()('finance:reconcile');
  return (
    <>
      {canReconcile && <RegistryForm />}
      {values.provider && values.day ? (
        <ReconciledDay key={`${values.provider} ${values.day}`} provider={values.provider} day={values.day} />
      ) : (
        <p className={styles.hint}>{t('choose-day')}</p>
      )}
      <Days />
    </>
  );
}

function RegistryForm() {
  const t = useTexts('finance');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { values } = useFilters(['provider', 'day']);
  const [provider, setProvider] = useState(values.provider ?? providerChoices()[0]?.value ?? '');
  const [day, setDay] = useState(values.day ?? storeDay(new Date(Date.now() - DAY_MS)));
  const load = useAction({
    run: async (file: File) => {
      const body = { fileName: file.name, text: await file.text() };
      return callApi((api) =>
        api.PUT('/api/v1/finance/reconciliations/{provider}/{day}', { params: { path: { provider, day } }, body }),
      );
    },
    changes: [['finance', 'reconciliation']],
    done: () => t('loaded'),
    onDone: () => void navigate(`/finance/reconciliation?provider=${provider}&day=${day}`, { replace: true }),
    isFaultShown: true,
  });
  return (
    <div className={styles.load}>
      <Select label={t('provider')} value={provider} onChange={(event) => setProvider(event.target.value)}>
        {providerChoices().map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
      <TextField label={t('by-day')} type="date" value={day} onChange={(event) => setDay(event.target.value)} />
      <FileField
        label={t('registry')}
        accept=".csv,.txt,text/csv,text/plain"
        isBusy={load.isPending}
        onFiles={([file]) => file && load.mutate(file)}
      />
      <FormNotice
        error={load.error ? `${t('not-read')} ${errorText(load.error)}` : undefined}
        requestId={load.error?.requestId}
      />
      <ul className={styles.faults} aria-label={t('faults')}>
        {faultsIn(load.error?.current).map(({ line, reason, value }) => (
          <li key={`${line} ${reason} ${value}`}>{t(`fault-${reason}`, { line, value })}</li>
        ))}
      </ul>
    </div>
  );
}

const FAULTS = ['no-header', 'columns', 'order-id', 'amount', 'currency', 'status', 'twice'] as const;
interface RegistryFault {
  line: number;
  reason: (typeof FAULTS)[number];
  value: string;
}

/** What the server found in the file, line by line. */
function faultsIn(current: unknown): RegistryFault[] {
  const { faults = [] } = (current ?? {}) as { faults?: RegistryFault[] };
  return faults.filter(({ reason }) => FAULTS.includes(reason));
}

function Days() {
  const t = useTexts('finance');
  const { language } = useLanguage();
  const query = useQuery({
    queryKey: ['finance', 'reconciliation', 'days'],
    queryFn: () => callApi((api) => api.GET('/api/v1/finance/reconciliations')),
  });
  const { data } = query;
  return (
    <Section title={t('days')}>
      {!data && <Loading query={query} shape="rows" />}
      {data?.items.length === 0 && <p className={styles.hint}>{t('no-days')}</p>}
      <ul className={styles.days}>
        {data?.items.map(({ provider, day, open, closedAt, corrections }) => (
          <li key={`${provider} ${day}`}>
            <Link to={`/finance/reconciliation?provider=${provider}&day=${day}`}>
              {dayText(day, language)} · {providerLabel(provider)}
            </Link>
            {corrections.length > 0 && <StatusLabel tone="warning">{t('corrected')}</StatusLabel>}
            {open > 0 && <StatusLabel tone="danger">{t('open-count', { value: open })}</StatusLabel>}
            {closedAt && <StatusLabel tone="success">{t('closed')}</StatusLabel>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
