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
const CENTS = 100;
const unitOf = (name: (typeof NUMBERS)[number]) => (name.endsWith('Cents') ? CENTS : 1);

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
  const form = useVersionedForm<Settings & { reason: string }, Policy>({
    loaded: { version: policy.version, data: { ...policy.settings, reason: '' } },
    run: ({ fields: { reason, ...typed }, version }) =>
      callApi((api) => api.PUT('/api/v1/claims/policy', { body: { version, settings: typed, reason } })),
    changes: [['claims', 'policy']],
    done: () => t('policy-saved'),
  });
  useUnsaved(form.isEdited);
  const { reason: _, ...settings } = form.fields;
  const simulation = useAction({
    run: () => callApi((api) => api.POST('/api/v1/claims/policy/simulation', { body: { settings } })),
    changes: [],
  });
  const change = (part: Partial<Settings>) => {
    form.change(part);
    simulation.reset();
  };
  const drop = () => {
    form.drop();
    simulation.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    simulation.mutate(undefined);
  };
  const isChanged = Object.entries(policy.settings).some(([name, value]) => settings[name as keyof Settings] !== value);
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.lead}>{policy.version === 0 ? t('policy-default') : t('policy-lead')}</p>
      <fieldset className={styles.fields} disabled={!canWrite}>
        <div className={styles.switches}>
          <Checkbox
            label={t('set-isOn')}
            checked={settings.isOn}
            onChange={(event) => change({ isOn: event.target.checked })}
          />
          <Checkbox
            label={t('set-needsConfirmedEmail')}
            checked={settings.needsConfirmedEmail}
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
            step={1}
            value={settings[name] / unitOf(name)}
            hint={hintOf(policy, settings, name, t)}
            onChange={(event) => change({ [name]: Math.round(Number(event.target.value)) * unitOf(name) })}
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
          <Button variant="primary" isBusy={form.isPending} disabled={!isChanged} onClick={() => form.send(undefined)}>
            {t('save-policy')}
          </Button>
          <DropEdits form={{ ...form, drop }} />
        </div>
      )}
    </form>
  );
}

function hintOf(
  policy: Policy,
  settings: Settings,
  name: (typeof NUMBERS)[number],
  t: ReturnType<typeof useTexts<'claims'>>,
): string | undefined {
  const before = policy.settings[name];
  return settings[name] === before ? undefined : t('was', { value: before / unitOf(name) });
}
