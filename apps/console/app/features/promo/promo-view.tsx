import { Button } from '@oyna/ui/button';
import { ErrorState } from '@oyna/ui/error-state';
import { Skeleton } from '@oyna/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { CircleStop, Pencil } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { Facts, Page, Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useWholePercentText } from '../../lib/percent-text.ts';
import { useMay } from '../../lib/session.tsx';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './promo.module.css';
import { type PromoCodeDetails, useDollars } from './promo-api.ts';
import { PromoDialog } from './promo-dialog.tsx';
import { PromoState } from './promo-state.tsx';

/** One promo code: its terms, its use, and what it cost. */
export function PromoView({ id }: { id: number }) {
  const t = useTexts('promo');
  const errorText = useErrorText();
  const canWrite = useMay()('promo:write');
  const [dialog, setDialog] = useState<'edit' | 'end'>();
  const path = { id };
  const { data, error, refetch } = useQuery({
    queryKey: ['promo', 'one', id],
    queryFn: () => callApi((api) => api.GET('/api/v1/promo-codes/{id}', { params: { path } })),
  });
  const close = () => setDialog(undefined);
  const end = useAction({
    run: () => callApi((api) => api.POST('/api/v1/promo-codes/{id}/end', { params: { path } })),
    changes: [['promo']],
    done: ({ code }) => t('ended', { code }),
    onDone: close,
    isFaultShown: true,
  });
  return (
    <Page
      title={data?.code ?? t('title')}
      note={data && <PromoState state={data.state} />}
      back={{ to: '/promo', text: t('title') }}
      actions={
        data &&
        canWrite && (
          <>
            <Button icon={<Pencil size={16} />} onClick={() => setDialog('edit')}>
              {t('edit')}
            </Button>
            {data.state !== 'ended' && (
              <Button icon={<CircleStop size={16} />} onClick={() => setDialog('end')}>
                {t('end')}
              </Button>
            )}
          </>
        )
      }
      aside={data && <Use promo={data} />}
    >
      {error && <ErrorState title={t('title')} text={errorText(error)} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton shape="frame" />}
      {data && <Terms promo={data} />}
      {data && dialog === 'edit' && <PromoDialog promo={data} onClose={close} onDone={close} />}
      {data && (
        <ConfirmDialog
          title={t('end-title', { code: data.code })}
          isOpen={dialog === 'end'}
          onClose={close}
          confirm={t('end')}
          isDangerous
          isBusy={end.isPending}
          error={end.error}
          onConfirm={() => end.mutate(undefined)}
        >
          <p>{t('end-text')}</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}

function Terms({ promo }: { promo: PromoCodeDetails }) {
  const t = useTexts('promo');
  const dollars = useDollars();
  const percentText = useWholePercentText();
  const { language } = useLanguage();
  const { data: categories } = useQuery({
    queryKey: ['promo', 'categories'],
    queryFn: async () => (await callApi((api) => api.GET('/api/v1/promo-codes/categories'))).items,
    staleTime: 60_000,
  });
  const names = (categories ?? [])
    .filter(({ id }) => promo.categoryIds.includes(id))
    .map(({ title }) => title[language]);
  const isEverything = promo.productIds.length + promo.categoryIds.length === 0;
  return (
    <>
      <Section title={t('terms')}>
        <Facts
          facts={[
            {
              name: t('discount'),
              value: promo.percent === null ? dollars(promo.amountCents) : percentText(promo.percent),
            },
            { name: t('minimum'), value: promo.minimumCents > 0 && dollars(promo.minimumCents) },
            { name: t('starts'), value: <Moment at={promo.startsAt} /> },
            { name: t('expires'), value: promo.expiresAt && <Moment at={promo.expiresAt} /> },
            { name: t('total-limit'), value: promo.totalLimit },
            { name: t('account-limit'), value: promo.accountLimit },
            { name: t('budget'), value: dollars(promo.budgetCents) },
            { name: t('first-order'), value: promo.isFirstOrder && t('yes') },
          ]}
        />
      </Section>
      <Section title={t('scope')}>
        {isEverything && <p>{t('scope-all')}</p>}
        {names.length > 0 && <p>{names.join(', ')}</p>}
        {promo.products.length > 0 && (
          <ul className={styles.names}>
            {promo.products.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

function Use({ promo }: { promo: PromoCodeDetails }) {
  const t = useTexts('promo');
  const dollars = useDollars();
  const { orders, discountCents, revenueCents, costCents, marginCents } = promo.use;
  return (
    <Section title={t('use')}>
      <Facts
        facts={[
          { name: t('used'), value: String(promo.used) },
          { name: t('orders'), value: String(orders) },
          { name: t('given'), value: dollars(discountCents) },
          { name: t('revenue'), value: dollars(revenueCents) },
          { name: t('cost'), value: dollars(costCents) },
          { name: t('margin'), value: dollars(marginCents) },
          { name: t('left'), value: promo.budgetCents !== null && dollars(promo.budgetCents - promo.spentCents) },
        ]}
      />
    </Section>
  );
}
