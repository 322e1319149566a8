import { Button, ButtonLink } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { useToast } from '@oyna/ui/toast';
import { CalendarClock, ClipboardPaste, Tags } from 'lucide-react';
import { useState } from 'react';
import { FilterBar, FilterSearch, FilterSelect } from '../../components/filter-bar.tsx';
import { DataGrid } from '../../components/grid/data-grid.tsx';
import type { GridColumn } from '../../components/grid/grid-column.ts';
import { useGridRows } from '../../components/grid/use-grid-rows.ts';
import { useSelection } from '../../components/grid/use-selection.ts';
import { Page } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useSumText } from '../../lib/number-text.ts';
import { usePercentText } from '../../lib/percent-text.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useFilters } from '../../lib/use-filters.ts';
import { useIsNarrow } from '../../lib/use-media.ts';
import { useUnsaved } from '../../lib/use-unsaved.ts';
import { BulkEditDialog } from './bulk-edit-dialog.tsx';
import { GameFilter } from './game-filter.tsx';
import { OfferName, OfferPlace } from './offer-name.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import styles from './prices.module.css';
import { type Price, parsePrice, usePriceTerms, usePriceText, type WantedChange } from './prices-api.ts';
import { isChangedSince, mergePrices, type TypedPrices, typePrice } from './typed-prices.ts';

/** Every offer with cost, prices, margin and what a customer sees. Edits are previewed before they are made. */
export function PricesView() {
  const t = useTexts('prices');
  const may = useMay();
  const showToast = useToast();
  const priceText = usePriceText();
  const percentText = usePercentText();
  const terms = usePriceTerms();
  const isNarrow = useIsNarrow();
  const filters = useFilters(['search', 'gameId', 'platform', 'discount', 'margin']);
  const selection = useSelection();
  const [edits, setEdits] = useState<ReadonlyMap<number, TypedPrices>>(new Map());
  const [dialog, setDialog] = useState<'bulk' | 'paste'>();
  const [wanted, setWanted] = useState<WantedChange>();
  useUnsaved(edits.size > 0);
  const rows = useGridRows({
    queryKey: ['prices', 'list', filters.values],
    fetchIndex: (page) =>
      callApi((api) => api.GET('/api/v1/prices', { params: { query: { ...queryOf(filters.values), ...page } } })),
    fetchRows: async (ids) =>
      (await callApi((api) => api.GET('/api/v1/prices/rows', { params: { query: { ids: ids.join() } } }))).items,
    idOf: ({ id }: Price) => id,
    live: ['price'],
  });

  const countText = ({ ids = [], total }: typeof rows) =>
    total === undefined ? t('count-more', { number: ids.length }) : t('count', { count: total });
  const sumText = useSumText();
  const pricesOf = (row: Price) => mergePrices(row, edits.get(row.id));
  type Field = 'priceCents' | 'discountPriceCents';
  const edit = (row: Price, text: string, field: Field) => {
    const cents = parsePrice(text);
    if (cents === undefined) return showToast(t('price-invalid'), 'danger');
    setEdits((before) => new Map(before).set(row.id, typePrice(row, before.get(row.id), field, cents)));
  };
  const canWrite = may('prices:write');
  const editOf = (title: string, field: Field) => ({
    label: ({ name }: Price) => `${title}: ${name}`,
    text: (row: Price) => sumText(pricesOf(row)[field]),
    save: (row: Price, text: string) => edit(row, text, field),
    may: () => canWrite,
  });
  const columns: GridColumn<Price>[] = [
    { id: 'id', title: t('number'), width: 64, isNumber: true, cell: ({ id }) => id },
    {
      id: 'name',
      title: t('offer'),
      width: 200,
      isWide: true,
      narrow: 'line',
      cell: ({ id, version, name, planned, isOffered }) => (
        <>
          <OfferName name={name} />
          {isChangedSince({ version }, edits.get(id)) && (
            <StatusLabel tone="warning">{t('changed-by-colleague')}</StatusLabel>
          )}
          {planned && <StatusLabel tone="info">{t(planned.isApplied ? 'planned-end' : 'planned-start')}</StatusLabel>}
          {!isOffered && <StatusLabel>{t('not-offered')}</StatusLabel>}
        </>
      ),
    },
    {
      id: 'platform',
      title: t('platform'),
      width: 116,
      narrow: 'line',
      cell: (row) => (isNarrow ? <OfferPlace offer={row} /> : row.platform),
    },
    {
      id: 'cost',
      title: t('cost'),
      width: 76,
      isNumber: true,
      narrow: 'cell',
      cell: ({ costCents }) => priceText(costCents),
    },
    {
      id: 'price',
      title: t('price'),
      width: 84,
      isNumber: true,
      narrow: 'cell',
      cell: (row) => priceText(pricesOf(row).priceCents),
      edit: editOf(t('price'), 'priceCents'),
    },
    {
      id: 'discount',
      title: t('discount-price'),
      width: 104,
      isNumber: true,
      narrow: 'cell',
      cell: (row) => priceText(pricesOf(row).discountPriceCents),
      edit: editOf(t('discount-price'), 'discountPriceCents'),
    },
    {
      id: 'margin',
      title: t('margin'),
      width: 76,
      isNumber: true,
      narrow: 'cell',
      cell: ({ id, marginCents, marginBasisPoints }) =>
        edits.has(id) ? (
          ''
        ) : (
          <span className={marginCents !== null && marginCents < 0 ? styles.loss : undefined}>
            {marginCents === null ? '–' : percentText(marginBasisPoints)}
          </span>
        ),
    },
    // In dollars it is the price with discount.
    ...(['KZT', 'RUB'] as const).map((currency) => ({
      id: currency,
      title: t('shown', { currency: { KZT: '₸', RUB: '₽' }[currency] }),
      width: 88,
      isNumber: true,
      narrow: 'cell' as const,
      cell: (row: Price) => priceText(pricesOf(row).discountPriceCents, currency),
    })),
  ];
  const chosen = selection.ids.size;
  const unrated = terms?.unratedCurrencies.join(', ');
  const close = () => {
    setWanted(undefined);
    setDialog(undefined);
  };
  return (
    <Page
      title={t('title')}
      note={rows.ids && <span className={styles.count}>{countText(rows)}</span>}
      actions={
        <>
          <ButtonLink to="/prices/changes" icon={<CalendarClock size={16} />}>
            {t('changes')}
          </ButtonLink>
          {canWrite && (
            <Button icon={<ClipboardPaste size={16} />} onClick={() => setDialog('paste')}>
              {t('paste')}
            </Button>
          )}
        </>
      }
    >
      {unrated && <FormNotice error={t('unrated', { currencies: unrated })} />}
      <FilterBar filters={filters}>
        <FilterSearch filters={filters} name="search" label={t('search')} />
        <GameFilter gameId={filters.values.gameId ?? ''} onPick={(id) => filters.set('gameId', id)} />
        <FilterSelect
          filters={filters}
          name="platform"
          label={t('platform')}
          choices={(terms?.platforms ?? []).map((platform) => ({ value: platform, text: platform }))}
        />
        <FilterSelect
          filters={filters}
          name="discount"
          label={t('discount')}
          choices={[
            { value: 'yes', text: t('with-discount') },
            { value: 'no', text: t('without-discount') },
          ]}
        />
        <FilterSelect
          filters={filters}
          name="margin"
          label={t('margin')}
          choices={[{ value: 'negative', text: t('negative') }]}
        />
      </FilterBar>
      <DataGrid
        label={t('title')}
        rows={rows}
        columns={columns}
        nameOf={({ name }) => name}
        {...(canWrite && { selection })}
        isMarked={({ id }) => edits.has(id)}
        empty={{ icon: <Tags size={22} />, text: t(filters.isFiltered ? 'empty-search' : 'empty') }}
      />
      {(chosen > 0 || edits.size > 0) && (
        <div className={styles.bar} role="toolbar" aria-label={t('toolbar')}>
          {chosen > 0 && (
            <>
              <span>{t('selected', { count: chosen })}</span>
              <Button onClick={() => setDialog('bulk')}>{t('bulk-edit')}</Button>
              <Button variant="quiet" onClick={selection.clear}>
                {t('clear-selection')}
              </Button>
            </>
          )}
          {edits.size > 0 && (
            <>
              <Button variant="quiet" onClick={() => setEdits(new Map())}>
                {t('discard')}
              </Button>
              <Button variant="primary" onClick={() => setWanted({ edits: [...edits.values()] })}>
                {t('preview-edits', { count: edits.size })}
              </Button>
            </>
          )}
        </div>
      )}
      {dialog === 'bulk' && !wanted && (
        <BulkEditDialog
          count={chosen}
          onClose={close}
          onPreview={(rule) => setWanted({ productIds: [...selection.ids], rule })}
        />
      )}
      {dialog === 'paste' && !wanted && (
        <PasteDialog onClose={close} onPreview={(pasted) => setWanted({ edits: pasted })} />
      )}
      {wanted && (
        <PreviewDialog
          wanted={wanted}
          onClose={close}
          onDone={() => {
            close();
            setEdits(new Map());
            selection.clear();
          }}
        />
      )}
    </Page>
  );
}

type Values = Partial<Record<'search' | 'gameId' | 'platform' | 'discount' | 'margin', string>>;

function queryOf({ search, gameId, platform, discount, margin }: Values) {
  return {
    ...(search && { search }),
    ...(gameId && { gameId: Number(gameId) }),
    ...(platform && { platform }),
    ...((discount === 'yes' || discount === 'no') && { discount: discount as 'yes' | 'no' }),
    ...(margin === 'negative' && { margin: 'negative' as const }),
  };
}
