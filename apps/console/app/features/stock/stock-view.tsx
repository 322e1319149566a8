import { Button, ButtonLink } from '@oyna/ui/button';
import { TextField } from '@oyna/ui/text-field';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { Facts, Page, Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useRegionName } from '../../lib/use-region-name.ts';
import { BatchActions } from './batch-actions.tsx';
import { ImportList } from './import-list.tsx';
import styles from './stock.module.css';
import { Cents, DaysLeft, type StockDetails, StockLabel } from './stock-labels.tsx';

/** The stock of one product: counts, threshold, batches and imports. */
export function StockView({ productId }: { productId: number }) {
  const t = useTexts('stock');
  const may = useMay();
  const query = useQuery({
    queryKey: ['stock', 'one', productId],
    queryFn: () => callApi((api) => api.GET('/api/v1/stock/{productId}', { params: { path: { productId } } })),
    meta: { live: ['job'] },
  });
  const stock = query.data;
  const back = { to: '/stock', text: t('title') };
  if (!stock) {
    return (
      <Page title={`#${productId}`} back={back}>
        <Loading query={query} />
      </Page>
    );
  }
  return (
    <Page
      title={stock.name}
      note={<StockLabel stock={stock} />}
      back={back}
      actions={
        may('keys:import') && (
          <ButtonLink variant="primary" to={`/stock/import?product=${productId}`}>
            {t('import')}
          </ButtonLink>
        )
      }
      aside={
        <>
          <Section title={t('counts')}>
            <StockFacts stock={stock} />
          </Section>
          {may('stock:write') && <Threshold stock={stock} />}
        </>
      }
    >
      <Section title={t('batches')}>
        {stock.batches.length === 0 ? <p className={styles.note}>{t('no-batches')}</p> : <Batches stock={stock} />}
      </Section>
      {stock.imports.length > 0 && <ImportList imports={stock.imports} />}
    </Page>
  );
}

function StockFacts({ stock }: { stock: StockDetails }) {
  const t = useTexts('stock');
  const regionName = useRegionName();
  return (
    <Facts
      facts={[
        { name: t('platform'), value: `${stock.platform} · ${regionName(stock.region)}` },
        { name: t('available'), value: String(stock.available) },
        { name: t('held'), value: String(stock.reserved) },
        { name: t('in-quarantine'), value: stock.quarantined > 0 && String(stock.quarantined) },
        { name: t('sold-7'), value: String(stock.sold7) },
        { name: t('sold-30'), value: String(stock.sold30) },
        { name: t('days-left'), value: <DaysLeft stock={stock} /> },
        { name: t('price'), value: <Cents cents={stock.priceCents} /> },
        { name: t('newest-cost'), value: <Cents cents={stock.costCents} /> },
        { name: t('stock-cost'), value: stock.available > 0 && <Cents cents={stock.stockCostCents} /> },
        { name: t('margin'), value: <Cents cents={stock.marginCents} isMargin /> },
      ]}
    />
  );
}

/** From how many keys on the product is low. An empty field takes the threshold of the settings. */
function Threshold({ stock }: { stock: StockDetails }) {
  const t = useTexts('stock');
  const own = stock.isOwnThreshold ? stock.threshold : undefined;
  const save = useAction({
    run: (threshold: number | undefined) =>
      callApi((api) =>
        api.PUT('/api/v1/stock/{productId}/threshold', {
          params: { path: { productId: stock.productId } },
          body: { ...(threshold !== undefined && { threshold }), ...(own !== undefined && { seen: own }) },
        }),
      ),
    changes: [['stock']],
    done: () => t('saved'),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('threshold')).trim();
    if (!save.isPending) save.mutate(text === '' ? undefined : Number(text));
  };
  return (
    <Section title={t('threshold')}>
      <form className={styles.form} key={own} onSubmit={submit}>
        <TextField
          label={t('threshold-label')}
          hint={t('threshold-hint')}
          name="threshold"
          type="number"
          inputMode="numeric"
          min={0}
          max={1_000_000}
          defaultValue={own ?? ''}
          placeholder={String(stock.threshold)}
        />
        <Button type="submit" isBusy={save.isPending}>
          {t('save')}
        </Button>
      </form>
    </Section>
  );
}

function Batches({ stock: { batches } }: { stock: StockDetails }) {
  const t = useTexts('stock');
  const may = useMay();
  return (
    <ul className={styles.rows}>
      {batches.map((batch) => {
        const { keyCount, available, reserved, sold } = batch;
        return (
          <li key={batch.id} className={styles.batch}>
            <div>
              <div className={styles.counts}>
                <strong>{t('batch', { id: batch.id })}</strong>
                <span>{batch.supplier}</span>
                <Cents cents={batch.costCents} />
                <Moment at={batch.importedAt} />
                <BatchState batch={batch} />
              </div>
              <span className={styles.note}>{t('batch-counts', { keyCount, available, reserved, sold })}</span>
              {batch.quarantineReason && <span className={styles.note}> · {batch.quarantineReason}</span>}
            </div>
            {may('stock:write') && <BatchActions batch={batch} />}
          </li>
        );
      })}
    </ul>
  );
}

function BatchState({ batch }: { batch: StockDetails['batches'][number] }) {
  const t = useTexts('stock');
  if (batch.undoneAt) return <StatusLabel>{t('undone')}</StatusLabel>;
  if (batch.quarantinedAt) return <StatusLabel tone="danger">{t('in-quarantine')}</StatusLabel>;
  if (batch.writtenOff > 0)
    return <StatusLabel tone="warning">{t('written-off', { count: batch.writtenOff })}</StatusLabel>;
  return (
    <StatusLabel tone={batch.available > 0 ? 'success' : 'neutral'}>
      {batch.available > 0 ? t('on-sale') : t('sold-out')}
    </StatusLabel>
  );
}
