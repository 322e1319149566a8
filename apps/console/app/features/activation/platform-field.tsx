import { EVERY_PLATFORM } from '@oyna/domain/activation';
import { MAX_ATTRIBUTE_LENGTH } from '@oyna/domain/offer-attributes';
import { Select } from '@oyna/ui/select';
import { TextField } from '@oyna/ui/text-field';
import { useState } from 'react';
import { useTexts } from '../../lib/texts.tsx';
import { useActivationFacts } from './activation-api.ts';

interface PlatformFieldProps {
  /** As the API names it. */
  value: string;
  error: string | undefined;
  onChange(platform: string): void;
}

/** All platforms, one that the store knows, or the name of another one. */
export function PlatformField({ value, error, onChange }: PlatformFieldProps) {
  const t = useTexts('activation');
  const { platforms } = useActivationFacts();
  const [isOther, setOther] = useState(false);
  const choose = (platform: string) => {
    setOther(platform === '');
    onChange(platform);
  };
  // The platform of an offer is a choice before the list is loaded, too.
  const names = isOther || value === EVERY_PLATFORM ? platforms : [...new Set([...platforms, value])];
  return (
    <>
      <Select
        label={t('platform')}
        hint={value === EVERY_PLATFORM ? t('every-platform-hint') : undefined}
        error={isOther ? undefined : error}
        value={isOther ? '' : value}
        onChange={(event) => choose(event.target.value)}
      >
        <option value={EVERY_PLATFORM}>{t('every-platform')}</option>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
        <option value="">{t('other-platform')}</option>
      </Select>
      {isOther && (
        <TextField
          label={t('platform-name')}
          required
          maxLength={MAX_ATTRIBUTE_LENGTH}
          autoComplete="off"
          error={error}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </>
  );
}
