import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import type { TextFieldProps } from './text-field.tsx';
import { useUiTexts } from './ui-texts.tsx';

export function PasswordField({ label, hint, error, ...input }: Omit<TextFieldProps, 'type'>) {
  const t = useUiTexts();
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <>
          <input
            autoComplete="current-password"
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={cx(control.className, styles.withEnd)}
          />
          <span className={styles.end}>
            <IconButton
              label={isShown ? t('hide-password') : t('show-password')}
              icon={isShown ? <EyeOff size={20} /> : <Eye size={20} />}
              onClick={() => setShown(!isShown)}
            />
          </span>
        </>
      )}
    </Field>
  );
}
