import { ACTIVATION_ANSWERS, EVERY_PLATFORM } from '@oyna/domain/activation';
import { LANGUAGES } from '@oyna/domain/constants';
import { Button } from '@oyna/ui/button';
import { Select } from '@oyna/ui/select';
import { TextField } from '@oyna/ui/text-field';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormChanges } from '../../components/form-changes.tsx';
import { callApi } from '../../lib/api.ts';
import { LANGUAGE_NAMES, useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useVersionedForm } from '../../lib/use-versioned-form.ts';
import styles from './activation.module.css';
import {
  type ActivationRule,
  useActivationFacts,
  useCountryName,
  usePlaceName,
  useRegionChoices,
} from './activation-api.ts';
import { type RulePlace, readRuleForm, writeRuleForm } from './activation-form.ts';
import { PlaceField } from './place-field.tsx';

interface ActivationDialogProps {
  /** A rule that exists, or the place of a new one. */
  rule: ActivationRule | RulePlace;
  countries: readonly string[];
  isReadOnly: boolean;
  onClose(): void;
}

/** A rule with an answer for each country. Platform and region of a rule stay. */
export function ActivationDialog(props: ActivationDialogProps) {
  const { rule, onClose } = props;
  const [deleted, setDeleted] = useState<ActivationRule>();
  return deleted ? (
    <DeleteDialog rule={deleted} onClose={onClose} />
  ) : (
    <RuleDialog {...props} onDelete={'id' in rule ? () => setDeleted(rule) : undefined} />
  );
}

/** How the dialogs of a rule are called. */
function useRuleTitle(): (rule: RulePlace) => string {
  const t = useTexts('activation');
  const regionOf = usePlaceName();
  return ({ region, platform }) =>
    [regionOf(region), platform === EVERY_PLATFORM ? t('every-platform') : platform].join(' · ');
}

function DeleteDialog({ rule: { id, version, ...place }, onClose }: { rule: ActivationRule; onClose(): void }) {
  const t = useTexts('activation');
  const title = useRuleTitle()(place);
  const remove = useAction({
    run: () =>
      callApi((api) => api.DELETE('/api/v1/activation-rules/{id}', { params: { path: { id }, query: { version } } })),
    changes: [['activation']],
    done: () => t('deleted'),
    onDone: onClose,
    isFaultShown: true,
  });
  return (
    <ConfirmDialog
      title={title}
      isOpen
      onClose={onClose}
      confirm={t('delete')}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      changed={() => <p>{t('changed-hint')}</p>}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>{t('delete-preview')}</p>
    </ConfirmDialog>
  );
}

function RuleDialog({
  rule,
  countries,
  isReadOnly,
  onClose,
  onDelete,
}: ActivationDialogProps & { onDelete: (() => void) | undefined }) {
  const t = useTexts('activation');
  const nameOf = useCountryName();
  const titleOf = useRuleTitle();
  const regions = useRegionChoices();
  const { platforms } = useActivationFacts();
  const known = 'id' in rule ? rule : undefined;
  const form = useVersionedForm({
    loaded: { version: known?.version ?? 0, data: writeRuleForm(rule, countries) },
    run: async ({ fields, version }) => {
      const { platform: onPlatform, region: ofRegion, ...terms } = readRuleForm(fields, countries);
      if (!known) {
        const body = { platform: onPlatform, region: ofRegion, ...terms };
        return callApi((api) => api.POST('/api/v1/activation-rules', { body }));
      }
      const params = { path: { id: known.id } };
      return callApi((api) => api.PUT('/api/v1/activation-rules/{id}', { params, body: { ...terms, version } }));
    },
    changes: [['activation']],
    done: () => t('saved'),
    onDone: onClose,
  });
  const { region = '', platform = '' } = form.fields;
  const isTaken = form.error?.code === 'state-conflict';
  const faultOf = (name: string) => {
    if (form.error?.field !== name) return undefined;
    return isTaken ? t('rule-exists') : t('field-wrong');
  };
  const stateText = (state: string) =>
    state === '' ? t('as-others') : t(state === 'allowed' ? 'answer-yes' : 'answer-no');
  const text = (name: string) => ({ required: true, error: faultOf(name), readOnly: isReadOnly, ...form.field(name) });
  return (
    <ConfirmDialog
      title={known ? titleOf(known) : t('new-title')}
      isOpen
      isWide
      onClose={onClose}
      confirm={t('save')}
      isBusy={form.isPending}
      isDisabled={isReadOnly}
      onConfirm={() => form.send(undefined)}
    >
      {!known && (
        <div className={styles.fields}>
          <PlaceField
            label={t('region')}
            choices={regions}
            other={t('other-region')}
            typed={{ label: t('region-code'), hint: t('region-code-hint') }}
            value={region}
            error={faultOf('region')}
            onChange={(chosen) => form.change({ region: chosen })}
          />
          <PlaceField
            label={t('platform')}
            hint={platform === EVERY_PLATFORM ? t('every-platform-hint') : undefined}
            choices={[
              { value: EVERY_PLATFORM, text: t('every-platform') },
              ...platforms.map((name) => ({ value: name, text: name })),
            ]}
            other={t('other-platform')}
            typed={{ label: t('platform-name') }}
            value={platform}
            error={faultOf('platform')}
            onChange={(chosen) => form.change({ platform: chosen })}
          />
        </div>
      )}
      <fieldset className={styles.countries} disabled={isReadOnly}>
        <legend>{t('countries')}</legend>
        {countries.map((country) => (
          <Select key={country} label={nameOf(country)} {...form.field(`country-${country}`, stateText)}>
            {['', 'allowed', 'excluded'].map((state) => (
              <option key={state} value={state}>
                {stateText(state)}
              </option>
            ))}
          </Select>
        ))}
      </fieldset>
      <Select
        label={t('otherwise')}
        disabled={isReadOnly}
        {...form.field('otherwise', (answer) => t(`answer-${answerOf(answer)}`))}
      >
        {ACTIVATION_ANSWERS.map((answer) => (
          <option key={answer} value={answer}>
            {t(`answer-${answer}`)}
          </option>
        ))}
      </Select>
      {form.fields['otherwise'] === 'condition' && (
        <div className={styles.fields}>
          {LANGUAGES.map((language) => (
            <TextField
              key={language}
              label={`${t('condition')}, ${LANGUAGE_NAMES[language]}`}
              maxLength={300}
              {...text(`condition-${language}`)}
            />
          ))}
        </div>
      )}
      <div className={styles.fields}>
        <TextField label={t('source')} hint={t('source-hint')} maxLength={300} {...text('source')} />
        <TextField label={t('checked-on')} type="date" {...text('checkedOn')} />
      </div>
      {onDelete && !isReadOnly && (
        <Button variant="quiet" onClick={onDelete}>
          {t('delete')}
        </Button>
      )}
      <FormChanges form={isTaken ? { ...form, error: null } : form} />
    </ConfirmDialog>
  );
}

const answerOf = (text: string) => ACTIVATION_ANSWERS.find((answer) => answer === text) ?? 'unknown';
