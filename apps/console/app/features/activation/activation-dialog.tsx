import { ACTIVATION_ANSWERS, type ActivationAnswer, EVERY_PLATFORM } from '@oyna/domain/activation';
import { LANGUAGES } from '@oyna/domain/constants';
import { Button } from '@oyna/ui/button';
import { Select } from '@oyna/ui/select';
import { TextField } from '@oyna/ui/text-field';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { LANGUAGE_NAMES, useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './activation.module.css';
import { type ActivationRule, useCountryName, useRegionName } from './activation-api.ts';
import { readRuleForm } from './activation-form.ts';

interface ActivationDialogProps {
  /** A rule that exists, or the place of a new one. */
  rule: ActivationRule | { platform: string; region: string };
  countries: readonly string[];
  isReadOnly: boolean;
  onClose(): void;
}

/** A rule with an answer for each country. Platform and region of a rule stay. */
export function ActivationDialog({ rule, countries, isReadOnly, onClose }: ActivationDialogProps) {
  const t = useTexts('activation');
  const nameOf = useCountryName();
  const regionOf = useRegionName();
  // As it was when the dialog was opened: a save after the change of a colleague is refused.
  const [known] = useState('id' in rule ? rule : undefined);
  const platformText = known?.platform === EVERY_PLATFORM ? t('every-platform') : known?.platform;
  const [otherwise, setOtherwise] = useState<ActivationAnswer>(known?.otherwise ?? 'no');
  const [isDeleting, setDeleting] = useState(false);
  const save = useAction({
    run: async ({ platform, region, ...terms }: ReturnType<typeof readRuleForm>) => {
      if (!known)
        return callApi((api) => api.POST('/api/v1/activation-rules', { body: { platform, region, ...terms } }));
      const params = { path: { id: known.id } };
      const body = { ...terms, version: known.version };
      return callApi((api) => api.PUT('/api/v1/activation-rules/{id}', { params, body }));
    },
    changes: [['activation']],
    done: () => t('saved'),
    onDone: onClose,
    isFaultShown: true,
  });
  const remove = useAction({
    run: ({ id, version }: ActivationRule) =>
      callApi((api) => api.DELETE('/api/v1/activation-rules/{id}', { params: { path: { id }, query: { version } } })),
    changes: [['activation']],
    done: () => t('deleted'),
    onDone: onClose,
    isFaultShown: true,
  });
  const faultOf = (name: string) => (save.error?.field === name ? t('field-wrong') : undefined);
  const stateOf = (country: string) => {
    if (known?.allowed.includes(country)) return 'allowed';
    return known?.excluded.includes(country) ? 'excluded' : '';
  };
  const title = known ? [regionOf(known.region), platformText].join(' · ') : t('new-title');
  if (known && isDeleting)
    return (
      <ConfirmDialog
        key="delete"
        title={title}
        isOpen
        onClose={onClose}
        confirm={t('delete')}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        changed={() => <p>{t('changed-hint')}</p>}
        onConfirm={() => remove.mutate(known)}
      >
        <p>{t('delete-preview')}</p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      title={title}
      isOpen
      isWide
      onClose={onClose}
      confirm={t('save')}
      isBusy={save.isPending}
      isDisabled={isReadOnly}
      error={save.error}
      changed={() => <p>{t('changed-hint')}</p>}
      onConfirm={(fields) => save.mutate(readRuleForm(fields, countries))}
    >
      {!known && (
        <div className={styles.fields}>
          <TextField label={t('region')} name="region" required defaultValue={rule.region} error={faultOf('region')} />
          <TextField
            label={t('platform')}
            hint={t('platform-hint', { every: EVERY_PLATFORM })}
            name="platform"
            required
            defaultValue={rule.platform}
            error={faultOf('platform')}
          />
        </div>
      )}
      {known && (
        <>
          <input type="hidden" name="region" value={known.region} />
          <input type="hidden" name="platform" value={known.platform} />
        </>
      )}
      <fieldset className={styles.countries} disabled={isReadOnly}>
        <legend>{t('countries')}</legend>
        {countries.map((country) => (
          <Select key={country} label={nameOf(country)} name={`country-${country}`} defaultValue={stateOf(country)}>
            <option value="">{t('as-others')}</option>
            <option value="allowed">{t('answer-yes')}</option>
            <option value="excluded">{t('answer-no')}</option>
          </Select>
        ))}
      </fieldset>
      <Select
        label={t('otherwise')}
        name="otherwise"
        value={otherwise}
        disabled={isReadOnly}
        onChange={({ currentTarget }) =>
          setOtherwise(ACTIVATION_ANSWERS.find((answer) => answer === currentTarget.value) ?? 'unknown')
        }
      >
        {ACTIVATION_ANSWERS.map((answer) => (
          <option key={answer} value={answer}>
            {t(`answer-${answer}`)}
          </option>
        ))}
      </Select>
      {otherwise === 'condition' && (
        <div className={styles.fields}>
          {LANGUAGES.map((language) => (
            <TextField
              key={language}
              label={`${t('condition')}, ${LANGUAGE_NAMES[language]}`}
              name={`condition-${language}`}
              required
              maxLength={300}
              readOnly={isReadOnly}
              defaultValue={known?.condition?.[language]}
            />
          ))}
        </div>
      )}
      <div className={styles.fields}>
        <TextField
          label={t('source')}
          hint={t('source-hint')}
          name="source"
          required
          maxLength={300}
          readOnly={isReadOnly}
          defaultValue={known?.source}
          error={faultOf('source')}
        />
        <TextField
          label={t('checked-on')}
          name="checkedOn"
          type="date"
          required
          readOnly={isReadOnly}
          defaultValue={known?.checkedOn}
          error={faultOf('checkedOn')}
        />
      </div>
      {known && !isReadOnly && (
        <Button variant="quiet" onClick={() => setDeleting(true)}>
          {t('delete')}
        </Button>
      )}
    </ConfirmDialog>
  );
}
