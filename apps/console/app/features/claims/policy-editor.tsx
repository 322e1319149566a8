import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { REPLACEMENT_LIMITS } from '@oyna/domain/replacement-policy';
import { Button } from '@oyna/ui/button';
import { Checkbox } from '@oyna/ui/checkbox';
import { TextField } from '@oyna/ui/text-field';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { DropEdits, FormChanges } from '../../components/form-changes.tsx';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../components/page.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import { useVersionedForm } from '../../lib/use-versioned-form.ts';
import styles from './policy-editor.module.css';
import { PolicySimulation } from './policy-simulation.tsx';

type Policy = ConsoleSchemas['ReplacementPolicy'];
type Settings = ConsoleSchemas['ReplacementSettings'];

const NUMBERS = [
  'maxPriceCents',
  'dailyBudgetCents',
  'minAccountDays',
  'minEarlierPurchases',
  'maxBatchClaimPercent',
  'maxDaysSinceDelivery',
  'daysBetweenReplacements',
] as const;
type NumberName = (typeof NUMBERS)[number];
const CENTS = 100;
/** The value of the button that saves. */
const SAVE = 'save';
const unitOf = (name: NumberName) => (name.endsWith('Cents') ? CENTS : 1);

/** As the operator types it: a number is a text until it is sent. */
type Typed = Omit<Settings, NumberName> & Record<NumberName, string> & { reason: string };

const numbersOf = <Value,>(read: (name: NumberName) => Value) =>
  Object.fromEntries(NUMBERS.map((name) => [name, read(name)])) as Record<NumberName, Value>;

/** When a key that does not work is replaced at once. A change is tried on past claims before it is saved. */
export function PolicyEditor() {
  const t = useTexts('claims');
  const query = useQuery({
    queryKey: ['claims', 'policy'],
    queryFn: () => callApi((api) => api.GET('/api/v1/claims/policy')),
  });
  if (!query.data) return <Loading query={query} />;
  const { data } = query;
  return (
    <>
      <PolicyForm policy={data} />
      <Section title={t('versions')}>
        {data.history.length === 0 ? (
          <p>{t('no-versions')}</p>
        ) : (
          <Timeline
            label={t('versions')}
            events={data.history.map(({ version, changedAt, changedBy, reason }) => ({
              id: String(version),
              at: changedAt,
              title: t('version', { version }),
              actor: changedBy,
              text: reason,
            }))}
          />
        )}
      </Section>
    </>
  );
}

function PolicyForm({ policy }: { policy: Policy }) {
  const t = useTexts('claims');
  const canWrite = useMay()('settings:write');
  const { version, settings: stored } = policy;
  const storedText = (name: NumberName) => String(stored[name] / unitOf(name));
  const form = useVersionedForm<Typed, Policy>({
    loaded: { version, data: { ...stored, ...numbersOf(storedText), reason: '' } },
    run: ({ fields: { reason, ...typed }, version: seen }) =>
      callApi((api) =>
        api.PUT('/api/v1/claims/policy', { body: { version: seen, settings: settingsOf(typed), reason } }),
      ),
    changes: [['claims', 'policy']],
    done: () => t('policy-saved'),
  });
  useUnsaved(form.isEdited);
  const { reason: _, ...typed } = form.fields;
  const settings = settingsOf(typed);
  const simulation = useAction({
    run: () => callApi((api) => api.POST('/api/v1/claims/policy/simulation', { body: { settings } })),
    changes: [],
  });
  const change = (part: Partial<Typed>) => {
    form.change(part);
    simulation.reset();
  };
  const drop = () => {
    form.drop();
    simulation.reset();
  };
  // Both buttons submit the form, so that the browser checks its fields.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.getAttribute('value') === SAVE) form.send(undefined);
    else simulation.mutate(undefined);
  };
  const isChanged = Object.entries(stored).some(([name, value]) => settings[name as keyof Settings] !== value);
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.lead}>{policy.version === 0 ? t('policy-default') : t('policy-lead')}</p>
      <fieldset className={styles.fields} disabled={!canWrite}>
        <div className={styles.switches}>
          <Checkbox
            label={t('set-isOn')}
            checked={typed.isOn}
            onChange={(event) => change({ isOn: event.target.checked })}
          />
          <Checkbox
            label={t('set-needsConfirmedEmail')}
            checked={typed.needsConfirmedEmail}
            onChange={(event) => change({ needsConfirmedEmail: event.target.checked })}
          />
        </div>
        {NUMBERS.map((name) => (
          <TextField
            key={name}
            label={t(`set-${name}`)}
            type="number"
            required
            min={REPLACEMENT_LIMITS[name].min / unitOf(name)}
            max={REPLACEMENT_LIMITS[name].max / unitOf(name)}
            step={1 / unitOf(name)}
            hint={settings[name] === stored[name] ? undefined : t('was', { value: storedText(name) })}
            {...form.field(name)}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        ))}
      </fieldset>
      <div className={styles.actions}>
        <Button type="submit" isBusy={simulation.isPending}>
          {t('simulate')}
        </Button>
      </div>
      {simulation.data && <PolicySimulation result={simulation.data} />}
      {canWrite && (isChanged || form.isEdited || form.isChangedMeanwhile) && (
        <div className={styles.save}>
          <TextField label={t('why')} maxLength={500} {...form.field('reason')} />
          <FormChanges form={{ ...form, drop }} last={policy.history[0]} />
          <Button type="submit" value={SAVE} variant="primary" isBusy={form.isPending} disabled={!isChanged}>
            {t('save-policy')}
          </Button>
          <DropEdits form={{ ...form, drop }} />
        </div>
      )}
    </form>
  );
}

function settingsOf({ isOn, needsConfirmedEmail, ...texts }: Omit<Typed, 'reason'>): Settings {
  return { isOn, needsConfirmedEmail, ...numbersOf((name) => Math.round(Number(texts[name]) * unitOf(name))) };
}
