import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { takenBackStatus } from '@oyna/domain/states';
import { Button } from '@oyna/ui/button';
import { ErrorState } from '@oyna/ui/error-state';
import { Skeleton } from '@oyna/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Tags, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataGrid } from '../../components/grid/data-grid.tsx';
import type { GridColumn } from '../../components/grid/grid-column.ts';
import { Moment } from '../../components/moment.tsx';
import { Facts, Page } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { OfferName, OfferNumber } from './offer-name.tsx';
import { PriceChangeStatus } from './price-change-status.tsx';
import styles from './prices.module.css';
import { usePriceText } from './prices-api.ts';

type Change = ConsoleSchemas['PriceChangeDetails'];
type Item = Change['items'][number];

/** One change with its offers, and the way back. */
export function PriceChangeView({ id }: { id: number }) {
  const t = useTexts('prices');
  const errorText = useErrorText();
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const path = { id };
  const { data, error, refetch } = useQuery({
    queryKey: ['prices', 'change', id],
    queryFn: () => callApi((api) => api.GET('/api/v1/price-changes/{id}', { params: { path } })),
    meta: { live: ['price'] },
  });
  const undo = useAction({
    run: () => callApi((api) => api.POST('/api/v1/price-changes/{id}/undo', { params: { path } })),
    changes: [['prices']],
    done: ({ status }) => t(status === 'cancelled' ? 'cancelled' : 'undone'),
    onDone: () => setAsking(false),
    isFaultShown: true,
  });
  const next = data && takenBackStatus(data.status);
  const isScheduled = next === 'cancelled';
  const canUndo = next !== undefined && may('prices:write');
  return (
    <Page
      title={data?.title ?? t('changes-title')}
      note={data && <PriceChangeStatus status={data.status} />}
      back={{ to: '/prices/changes', text: t('changes-title') }}
      actions={
        canUndo && (
          <Button icon={<Undo2 size={16} />} onClick={() => setAsking(true)}>
            {t(isScheduled ? 'cancel-change' : 'undo')}
          </Button>
        )
      }
    >
      {error && <ErrorState title={t('changes-title')} text={errorText(error)} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton shape="frame" />}
      {data && (
        <>
          <Facts
            facts={[
              { name: t('author'), value: data.createdBy },
              { name: t('created'), value: <Moment at={data.createdAt} /> },
              { name: t('starts'), value: <Moment at={data.startsAt} /> },
              { name: t('ends'), value: data.endsAt && <Moment at={data.endsAt} /> },
              { name: t('offers'), value: data.products },
            ]}
          />
          <ChangedOffers change={data} />
          <ConfirmDialog
            title={t(isScheduled ? 'cancel-title' : 'undo-title')}
            isOpen={isAsking}
            onClose={() => setAsking(false)}
            confirm={t(isScheduled ? 'cancel-change' : 'undo')}
            isDangerous
            isBusy={undo.isPending}
            error={undo.error}
            onConfirm={() => undo.mutate(undefined)}
          >
            <p>
              {isScheduled
                ? t('cancel-text')
                : t('undo-text', {
                    count: data.items.filter(({ isApplied, isNewer }) => isApplied && !isNewer).length,
                  })}
            </p>
          </ConfirmDialog>
        </>
      )}
    </Page>
  );
}

function ChangedOffers({ change }: { change: Change }) {
  const t = useTexts('prices');
  const priceText = usePriceText();
  const items = new Map(change.items.map((item) => [item.productId, item]));
  const outcome = ({ isApplied, isRestored, isNewer }: Item) => {
    if (change.appliedAt === null) return '';
    if (!isApplied) return t('outcome-skipped');
    if (isRestored === false) return t('outcome-kept');
    return isRestored === null && isNewer ? t('outcome-newer') : '';
  };
  const price = (full: number, discount: number) =>
    full === discount ? (
      priceText(full)
    ) : (
      <span className={styles.change}>
        <span className={styles.before}>{priceText(full)}</span>
        <span>{priceText(discount)}</span>
      </span>
    );
  const columns: GridColumn<Item>[] = [
    {
      id: 'name',
      title: t('offer'),
      width: 220,
      isWide: true,
      narrow: 'line',
      cell: ({ name, productId }) => (
        <>
          <OfferName name={name} />
          <OfferNumber id={productId} />
        </>
      ),
    },
    {
      id: 'before',
      title: t('before'),
      width: 150,
      isNumber: true,
      narrow: 'cell',
      cell: (item) => price(item.oldPriceCents, item.oldDiscountPriceCents),
    },
    {
      id: 'after',
      title: t('after'),
      width: 150,
      isNumber: true,
      narrow: 'cell',
      cell: (item) => price(item.newPriceCents, item.newDiscountPriceCents),
    },
    {
      id: 'present',
      title: t('present'),
      width: 150,
      isNumber: true,
      narrow: 'cell',
      cell: (item) => price(item.presentPriceCents, item.presentDiscountPriceCents),
    },
    ...(change.items.some(outcome)
      ? [{ id: 'outcome', title: t('outcome'), width: 280, narrow: 'line' as const, cell: outcome }]
      : []),
  ];
  return (
    <DataGrid
      label={t('offers')}
      rows={{ ids: [...items.keys()], find: (id) => items.get(id), show: () => {}, error: null, refetch: () => {} }}
      columns={columns}
      nameOf={({ name }) => name}
      narrowLines={2}
      empty={{ icon: <Tags size={22} />, text: t('empty') }}
    />
  );
}
