import { Checkbox } from '@oyna/ui/checkbox';
import { RadioChips } from '@oyna/ui/radio-chips';
import { TextArea } from '@oyna/ui/text-area';
import { TextField } from '@oyna/ui/text-field';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormChanges } from '../../components/form-changes.tsx';
import { Loading } from '../../components/loading.tsx';
import { callApi } from '../../lib/api.ts';
import { useSumText } from '../../lib/number-text.ts';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { localTime } from '../../lib/time-text.ts';
import { useVersionedForm } from '../../lib/use-versioned-form.ts';
import styles from './promo.module.css';
import type { PromoCodeDetails } from './promo-api.ts';
import { readPromoForm } from './promo-form.ts';

type PromoFields = ReturnType<typeof fieldsOf>;

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
  const sumText = useSumText();
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const categoriesQuery = useQuery({
    queryKey: ['promo', 'categories'],
    queryFn: async () => (await callApi((api) => api.GET('/api/v1/promo-codes/categories'))).items,
    staleTime: 60_000,
  });
  const { data: categories } = categoriesQuery;
  const form = useVersionedForm<PromoFields, PromoCodeDetails, ReturnType<typeof readPromoForm>>({
    loaded: { version: promo?.version ?? 0, data: fieldsOf(promo, (cents) => (cents ? sumText(cents) : '')) },
    run: ({ version, values: { code, discount, values } }) =>
      promo
        ? callApi((api) =>
            api.PUT('/api/v1/promo-codes/{id}', { params: { path: { id: promo.id } }, body: { version, ...values } }),
          )
        : callApi((api) => api.POST('/api/v1/promo-codes', { body: { code, ...discount, ...values } })),
    changes: [['promo']],
    done: ({ code }) => t('saved', { code }),
    onDone,
  });
  const chosen = form.fields.categories.split(' ');
  const choose = (id: string, isChosen: boolean) => {
    const others = chosen.filter((other) => other !== id && other !== '');
    form.change({ categories: (isChosen ? [...others, id] : others).join(' ') });
  };
  const faultOf = (name: string) => (wrong.includes(name) || form.error?.field === name ? t('field-wrong') : undefined);
  const submit = (fields: FormData) => {
    const read = readPromoForm(fields, { kept: promo?.categoryIds ?? [], shown: categories });
    const isMissing = !promo && (read.discount.percent ?? read.discount.amountCents) === null;
    const missing = [...(isMissing ? ['discount'] : []), ...(!promo && !read.code ? ['code'] : [])];
    setWrong([...read.wrong, ...missing]);
    if (read.wrong.length + missing.length === 0) form.send(read);
  };
  return (
    <ConfirmDialog
      title={promo ? t('edit-title', { code: promo.code }) : t('new-title')}
      isOpen
      isWide
      onClose={onClose}
      confirm={promo ? t('save') : t('create')}
      isBusy={form.isPending}
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
            onChange={setKind}
            chips={[
              { value: 'percent', label: t('kind-percent') },
              { value: 'amount', label: t('kind-amount') },
            ]}
          />
        </>
      )}
      <div className={styles.fields}>
        <TextField label={t('starts')} type="datetime-local" {...form.field('startsAt')} error={faultOf('startsAt')} />
        <TextField
          label={t('expires')}
          type="datetime-local"
          {...form.field('expiresAt')}
          error={faultOf('expiresAt')}
        />
        <TextField
          label={t('budget')}
          hint={t('budget-hint')}
          inputMode="decimal"
          {...form.field('budget')}
          error={faultOf('budget')}
        />
        <TextField label={t('minimum')} inputMode="decimal" {...form.field('minimum')} error={faultOf('minimum')} />
        <TextField
          label={t('total-limit')}
          inputMode="numeric"
          {...form.field('totalLimit')}
          error={faultOf('totalLimit')}
        />
        <TextField
          label={t('account-limit')}
          inputMode="numeric"
          {...form.field('accountLimit')}
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
              checked={chosen.includes(String(id))}
              onChange={(event) => choose(String(id), event.target.checked)}
            />
          ))}
        </div>
        <TextArea
          label={t('products')}
          hint={t('products-hint')}
          rows={3}
          {...form.field('products')}
          error={faultOf('products')}
        />
      </details>
      <Checkbox label={t('first-order')} {...form.box('isFirstOrder')} />
      <FormChanges form={form} />
    </ConfirmDialog>
  );
}

const fieldsOf = (promo: PromoCodeDetails | undefined, centsText: (cents: number | null | undefined) => string) => ({
  startsAt: localTime(promo?.startsAt ?? null),
  expiresAt: localTime(promo?.expiresAt ?? null),
  budget: centsText(promo?.budgetCents),
  minimum: centsText(promo?.minimumCents),
  totalLimit: String(promo?.totalLimit ?? ''),
  accountLimit: String(promo?.accountLimit ?? ''),
  products: promo?.productIds.join(', ') ?? '',
  categories: promo?.categoryIds.join(' ') ?? '',
  isFirstOrder: promo?.isFirstOrder ?? false,
});
