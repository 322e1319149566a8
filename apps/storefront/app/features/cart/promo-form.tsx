import { Button } from '@oyna/ui/button';
import { TextField } from '@oyna/ui/text-field';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { logFailure } from '~/lib/log.ts';
import { cart } from './cart.ts';
import { failureOf } from './cart-api.ts';
import styles from './promo-code.module.css';

const MAX_LENGTH = 200;

export function PromoForm({ onDone }: { onDone(): void }) {
  const { t } = useTranslation('cart');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function apply(code: string): Promise<void> {
    setBusy(true);
    try {
      await cart.applyPromo(code);
      onDone();
    } catch (failure) {
      const { kind } = failureOf(failure);
      if (kind !== 'refused') logFailure('the promo code was not applied', failure);
      setError(t(kind === 'refused' ? 'promocode-error' : 'promo-failed'));
      setBusy(false);
    }
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim();
    setError(code === '' ? t('promocode-error') : undefined);
    if (code !== '') void apply(code);
  };

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextField
        label={t('promo-code')}
        name="code"
        error={error}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        onChange={() => setError(undefined)}
      />
      <Button type="submit" isBusy={isBusy}>
        {t('promo-apply')}
      </Button>
    </form>
  );
}
