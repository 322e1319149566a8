import { GAME_FEATURES, LANGUAGE_USES, PEGI_AGES, RELATION_KINDS } from '@oyna/domain/game-details';
import { Checkbox } from '@oyna/ui/checkbox';
import { Select } from '@oyna/ui/select';
import { TextField } from '@oyna/ui/text-field';
import { Section } from '../../components/page.tsx';
import { useTexts } from '../../lib/texts.tsx';
import styles from './catalogue.module.css';
import { type DetailsDraft, HARDWARE, isSize, withHardware, withLanguages, withNote } from './game-details-draft.ts';
import { LanguageColumns } from './language-columns.tsx';

interface GameDetailsProps {
  details: DetailsDraft;
  isReadOnly: boolean;
  onChange(details: Partial<Record<keyof DetailsDraft, unknown>>): void;
}

const NO_NOTE = { ru: '', en: '', kz: '' };

/** What the page of a game shows besides its texts. Empty fields are left out. */
export function GameDetails({ details, isReadOnly, onChange }: GameDetailsProps) {
  const t = useTexts('catalogue');
  const { series, features = [], pegi, languages, requirements, relation } = details;
  return (
    <>
      <Section title={t('details')}>
        <div className={styles.stack}>
          <div className={styles.fields}>
            <TextField
              label={t('series')}
              data-field="series"
              value={series ?? ''}
              readOnly={isReadOnly}
              maxLength={200}
              onChange={(event) => onChange({ series: event.currentTarget.value })}
            />
            <Select
              label={t('pegi')}
              data-field="pegi"
              value={pegi ?? ''}
              disabled={isReadOnly}
              onChange={(event) => onChange({ pegi: Number(event.currentTarget.value) || undefined })}
            >
              <option value="">{t('not-given')}</option>
              {PEGI_AGES.map((age) => (
                <option key={age} value={age}>
                  PEGI {age}
                </option>
              ))}
            </Select>
            <Select
              label={t('relation')}
              data-field="relation"
              value={relation?.kind ?? ''}
              disabled={isReadOnly}
              onChange={(event) => {
                const kind = event.currentTarget.value;
                onChange({ relation: kind ? { kind, base: relation?.base ?? 1 } : undefined });
              }}
            >
              <option value="">{t('relation-none')}</option>
              {RELATION_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`relation-${kind}`)}
                </option>
              ))}
            </Select>
            {relation && (
              <TextField
                label={t('base-game')}
                data-field="relation.base"
                type="number"
                min={1}
                value={relation.base}
                readOnly={isReadOnly}
                onChange={(event) =>
                  onChange({ relation: { ...relation, base: Number(event.currentTarget.value) || 1 } })
                }
              />
            )}
          </div>
          <fieldset className={styles.fields} data-field="features" tabIndex={-1}>
            <legend className={styles.label}>{t('features')}</legend>
            {GAME_FEATURES.map((feature) => (
              <Checkbox
                key={feature}
                label={t(`feature-${feature}`)}
                checked={features.includes(feature)}
                disabled={isReadOnly}
                onChange={(event) =>
                  onChange({
                    features: GAME_FEATURES.filter((one) =>
                      one === feature ? event.currentTarget.checked : features.includes(one),
                    ),
                  })
                }
              />
            ))}
          </fieldset>
          <div className={styles.fields} data-field="languages" tabIndex={-1}>
            {LANGUAGE_USES.map((use) => (
              <TextField
                key={use}
                label={t(`language-${use}`)}
                data-field={`languages.${use}`}
                hint={t('languages-hint')}
                value={(languages?.[use] ?? []).join(', ')}
                readOnly={isReadOnly}
                onChange={(event) => onChange({ languages: withLanguages(languages, use, event.currentTarget.value) })}
              />
            ))}
          </div>
        </div>
      </Section>
      <Section title={t('requirements')}>
        <div className={styles.stack} data-field="requirements" tabIndex={-1}>
          {(['minimum', 'recommended'] as const).map((level) => (
            <fieldset key={level} className={styles.fields}>
              <legend className={styles.label}>{t(`requirements-${level}`)}</legend>
              {HARDWARE.map((name) => (
                <TextField
                  key={name}
                  label={t(`hardware-${name}`)}
                  data-field={`requirements.${level}.${name}`}
                  {...(isSize(name) ? { type: 'number', min: 0, step: 'any' } : { maxLength: 200 })}
                  value={requirements?.[level]?.[name] ?? ''}
                  readOnly={isReadOnly}
                  onChange={(event) =>
                    onChange({ requirements: withHardware(requirements, level, name, event.currentTarget.value) })
                  }
                />
              ))}
            </fieldset>
          ))}
          <LanguageColumns
            label={t('requirements-note')}
            path="requirements.note"
            kind="line"
            texts={requirements?.note ?? NO_NOTE}
            maxLength={500}
            isReadOnly={isReadOnly}
            onChange={(note) => onChange({ requirements: withNote(requirements, note) })}
          />
        </div>
      </Section>
    </>
  );
}
