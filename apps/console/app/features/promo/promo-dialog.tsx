import { Checkbox } from '@oyna/ui/checkbox';
import { RadioChips } from '@oyna/ui/radio-chips';
import { TextArea } from '@oyna/ui/text-area';
import { TextField } from '@oyna/ui/text-field';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Loading } from '../../components/loading.tsx';
import { callApi } from '../../lib/api.ts';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './promo.module.css';
import { centsText, type PromoCodeDetails } from './promo-api.ts';
import { localTime, readPromoForm } from './promo-form.ts';

interface PromoDialogProps {
  /** Undefined for a new one. */
  promo?: PromoCodeDetails;
  onClose(): void;
  onDone(promo: PromoCodeDetails): void;
}

/** A new code, or the terms of one that exists. The discount of a code never changes. */
export function PromoDialog({ promo, onClose, onDone }: PromoDialogProps) {
  const t = useTexts('promo');
  const { language } = useLanguage();
  const [kind, setKind] = useState<'percent' | 'amount'>('percent');
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const categoriesQuery = useQuery({
    queryKey: ['promo', 'categories'],
    queryFn: async () => (await callApi((api) => api.GET('/api/v1/promo-codes/categories'))).items,
    staleTime: 60_000,
  });
  const { data: categories } = categoriesQuery;
  const save = useAction({
    run: ({ code, discount, values }: ReturnType<typeof readPromoForm>) =>
      promo
        ? callApi((api) =>
            api.PUT('/api/v1/promo-codes/{id}', {
              params: { path: { id: promo.id } },
              body: { version: promo.version, ...values },
            }),
          )
        : callApi((api) => api.POST('/api/v1/promo-codes', { body: { code, ...discount, ...values } })),
    changes: [['promo']],
    done: ({ code }) => t('saved', { code }),
    onDone,
    isFaultShown: true,
  });
  const faultOf = (name: string) => (wrong.includes(name) || save.error?.field === name ? t('field-wrong') : undefined);
  const submit = (fields: FormData) => {
    const form = readPromoForm(fields, { kept: promo?.categoryIds ?? [], shown: categories });
    const isMissing = !promo && (form.discount.percent ?? form.discount.amountCents) === null;
    const missing = [...(isMissing ? ['discount'] : []), ...(!promo && !form.code ? ['code'] : [])];
    setWrong([...form.wrong, ...missing]);
    if (form.wrong.length + missing.length === 0) save.mutate(form);
  };
  return (
    <ConfirmDialog
      title={promo ? t('edit-title', { code: promo.code }) : t('new-title')}
      isOpen
      isWide
      onClose={onClose}
      confirm={promo ? t('save') : t('create')}
      isBusy={save.isPending}
      error={save.error}
      changed={() => <p>{t('changed-hint')}</p>}
      onConfirm={submit}
    >
      {!promo && (
        <>
          <input type="hidden" name="kind" value={kind} />
          <div className={styles.fields}>
            <TextField label={t('code')} name="code" autoCapitalize="characters" error={faultOf('code')} />
            <TextField
              label={t(kind === 'percent' ? 'percent' : 'dollars')}
              name="discount"
              inputMode="decimal"
              error={faultOf('discount')}
            />
          </div>
          <RadioChips
            label={t('kind')}
            value={kind}
            onChange={(value) => setKind(value as typeof kind)}
            chips={[
              { value: 'percent', label: t('kind-percent') },
              { value: 'amount', label: t('kind-amount') },
            ]}
          />
        </>
      )}
      <div className={styles.fields}>
        <TextField
          label={t('starts')}
          name="startsAt"
          type="datetime-local"
          defaultValue={localTime(promo?.startsAt ?? null)}
          error={faultOf('startsAt')}
        />
        <TextField
          label={t('expires')}
          name="expiresAt"
          type="datetime-local"
          defaultValue={localTime(promo?.expiresAt ?? null)}
          error={faultOf('expiresAt')}
        />
        <TextField
          label={t('budget')}
          hint={t('budget-hint')}
          name="budget"
          inputMode="decimal"
          defaultValue={centsText(promo?.budgetCents ?? null)}
          error={faultOf('budget')}
        />
        <TextField
          label={t('minimum')}
          name="minimum"
          inputMode="decimal"
          defaultValue={centsText(promo?.minimumCents ?? null)}
          error={faultOf('minimum')}
        />
        <TextField
          label={t('total-limit')}
          name="totalLimit"
          inputMode="numeric"
          defaultValue={promo?.totalLimit ?? ''}
          error={faultOf('totalLimit')}
        />
        <TextField
          label={t('account-limit')}
          name="accountLimit"
          inputMode="numeric"
          defaultValue={promo?.accountLimit ?? ''}
          error={faultOf('accountLimit')}
        />
      </div>
      <details className={styles.scope} open={Boolean(promo && promo.productIds.length + promo.categoryIds.length > 0)}>
        <summary>{t('scope')}</summary>
        <p>{t('scope-hint')}</p>
        {!categories && <Loading query={categoriesQuery} shape="rows" />}
        <div className={styles.categories}>
          {(categories ?? []).map(({ id, title }) => (
            <Checkbox
              key={id}
              name="category"
              value={id}
              label={title[language]}
              defaultChecked={promo?.categoryIds.includes(id) ?? false}
            />
          ))}
        </div>
        <TextArea
          label={t('products')}
          hint={t('products-hint')}
          name="products"
          rows={3}
          defaultValue={promo?.productIds.join(', ')}
          error={faultOf('products')}
        />
      </details>
      <Checkbox name="isFirstOrder" label={t('first-order')} defaultChecked={promo?.isFirstOrder ?? false} />
    </ConfirmDialog>
  );
}
