import { MAX_ATTRIBUTE_LENGTH } from '@oyna/domain/offer-attributes';
import { Select } from '@oyna/ui/select';
import { TextField } from '@oyna/ui/text-field';
import { useState } from 'react';
import { useTexts } from '../../lib/texts.tsx';

/** No platform and no region has this name. */
const OTHER = ' ';

interface PlaceFieldProps {
  label: string;
  hint?: string | undefined;
  choices: readonly { value: string; text: string }[];
  /** The choice that opens a field for a value that is not listed. */
  other: string;
  typed: { label: string; hint?: string };
  /** As the API names it. Empty: nothing is chosen. */
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** The platform or the region of a rule: one that is listed, or another one. */
export function PlaceField({ label, hint, choices, other, typed, value, error, onChange }: PlaceFieldProps) {
  const t = useTexts('activation');
  const [isOther, setOther] = useState(false);
  const choose = (chosen: string) => {
    setOther(chosen === OTHER);
    onChange(chosen.trim());
  };
  // What the rule has is a choice before the list is loaded, too.
  const isListed = isOther || choices.some((choice) => choice.value === value);
  return (
    <>
      <Select
        label={label}
        hint={hint}
        required
        error={isOther ? undefined : error}
        value={isOther ? OTHER : value}
        onChange={(event) => choose(event.target.value)}
      >
        {!isListed && <option value={value}>{value || t('choose')}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.text}
          </option>
        ))}
        <option value={OTHER}>{other}</option>
      </Select>
      {isOther && (
        <TextField
          label={typed.label}
          hint={typed.hint}
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
