import { FormNotice } from '@oyna/ui/form-notice';
import { RadioChips } from '@oyna/ui/radio-chips';
import { Skeleton } from '@oyna/ui/skeleton';
import { TextField } from '@oyna/ui/text-field';
import { useQuery } from '@tanstack/react-query';
import { Equal } from 'lucide-react';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataGrid } from '../../components/grid/data-grid.tsx';
import type { GridColumn } from '../../components/grid/grid-column.ts';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { usePercentText, useWholePercentText } from '../../lib/percent-text.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useIsNarrow } from '../../lib/use-media.ts';
import { OfferName, OfferPlace } from './offer-name.tsx';
import styles from './prices.module.css';
import { type PreviewedPrice, usePriceText, type WantedChange } from './prices-api.ts';

interface PreviewDialogProps {
  wanted: WantedChange;
  onClose(): void;
  onDone(): void;
}

type Changed = PreviewedPrice & { after: NonNullable<PreviewedPrice['after']> };

/** What a change does, as a customer sees it, and when it is made. */
export function PreviewDialog({ wanted, onClose, onDone }: PreviewDialogProps) {
  const t = useTexts('prices');
  const errorText = useErrorText();
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const seen = useRef<Map<number, number>>(undefined);
  const { data, error } = useQuery({
    queryKey: ['prices', 'preview', wanted],
    queryFn: async () => (await callApi((api) => api.POST('/api/v1/prices/preview', { body: bodyOf(wanted) }))).items,
    meta: { live: ['price'] },
  });
  if (data && !seen.current) seen.current = seenVersions(data, wanted);
  const changed = (data ?? []).filter(isChanged);
  const byColleague = changed.filter(({ id, version }) => seen.current?.get(id) !== version);
  const impossible = (data ?? []).filter(({ after }) => after === null).length;
  const losses = changed.filter(({ after }) => after.marginCents !== null && after.marginCents < 0).length;
  const keys = useRequestKeys();
  const apply = useAction({
    run: (fields: FormData) => {
      const body = {
        title: String(fields.get('title') ?? '').trim() || t('title-default', { count: changed.length }),
        startsAt: when === 'later' ? timeOf(fields, 'startsAt') : null,
        endsAt: timeOf(fields, 'endsAt'),
        items: changed.map(({ id, version, after }) => ({
          productId: id,
          version,
          priceCents: after.priceCents,
          discountPriceCents: after.discountPriceCents,
        })),
      };
      const params = { header: { 'idempotency-key': keys.keyOf(body) } };
      return callApi((api) => api.POST('/api/v1/price-changes', { params, body }));
    },
    changes: [['prices']],
    done: ({ status, products }) => t(status === 'applied' ? 'applied' : 'scheduled', { count: products }),
    undo: ({ id }) => callApi((api) => api.POST('/api/v1/price-changes/{id}/undo', { params: { path: { id } } })),
    onDone,
    isFaultShown: true,
  });
  return (
    <ConfirmDialog
      title={t('preview-title')}
      isOpen
      isWide
      onClose={onClose}
      confirm={t(when === 'now' ? 'apply' : 'schedule', { count: changed.length })}
      isBusy={apply.isPending}
      isDisabled={changed.length === 0}
      error={apply.error}
      changed={() => <p>{t('colleague-hint')}</p>}
      onConfirm={(fields) => changed.length > 0 && apply.mutate(fields)}
    >
      <div className={styles.preview}>
        <FormNotice error={error ? errorText(error) : undefined} />
        {!data && !error && <Skeleton shape="frame" />}
        {data && (
          <>
            <div className={styles.summary} role="status">
              <span>{t('changes-count', { count: changed.length })}</span>
              {impossible > 0 && <StatusLabel>{t('impossible', { count: impossible })}</StatusLabel>}
              {losses > 0 && <StatusLabel tone="danger">{t('losses', { count: losses })}</StatusLabel>}
              {byColleague.length > 0 && (
                <StatusLabel tone="warning">{t('by-colleague', { count: byColleague.length })}</StatusLabel>
              )}
            </div>
            <Diff changed={changed} isByColleague={(row) => byColleague.includes(row)} />
          </>
        )}
        <TextField label={t('change-title')} name="title" maxLength={120} placeholder={t('change-title-hint')} />
        <RadioChips
          label={t('when')}
          value={when}
          onChange={setWhen}
          chips={[
            { value: 'now', label: t('now') },
            { value: 'later', label: t('later') },
          ]}
        />
        <div className={styles.fields}>
          {when === 'later' && <TextField label={t('starts')} type="datetime-local" name="startsAt" required />}
          <TextField label={t('ends')} hint={t('ends-hint')} type="datetime-local" name="endsAt" />
        </div>
      </div>
    </ConfirmDialog>
  );
}

function Diff({ changed, isByColleague }: { changed: Changed[]; isByColleague(row: Changed): boolean }) {
  const t = useTexts('prices');
  const priceText = usePriceText();
  const percentText = usePercentText();
  const wholePercentText = useWholePercentText();
  const isNarrow = useIsNarrow();
  const rows = new Map(changed.map((row) => [row.id, row]));
  const place: GridColumn<Changed> = {
    id: 'place',
    title: t('platform'),
    width: 150,
    narrow: 'line',
    cell: (row) => <OfferPlace offer={row} />,
  };
  // What is paid does not tell it.
  const fullPrice: GridColumn<Changed> = {
    id: 'full',
    title: t('target-price'),
    width: 104,
    isNumber: true,
    narrow: 'cell',
    cell: ({ priceCents, after }) => <Change before={priceText(priceCents)} after={priceText(after.priceCents)} />,
  };
  const columns: GridColumn<Changed>[] = [
    {
      id: 'name',
      title: t('offer'),
      width: 240,
      isWide: true,
      narrow: 'line',
      cell: (row) => (
        <span className={styles.offer}>
          <span>
            <OfferName name={row.name} />
            {isByColleague(row) && <StatusLabel tone="warning">{t('changed-by-colleague')}</StatusLabel>}
            {row.planned && <StatusLabel tone="info">{t('planned-start')}</StatusLabel>}
          </span>
          {!isNarrow && <OfferPlace offer={row} />}
        </span>
      ),
    },
    ...(isNarrow ? [place] : []),
    ...(changed.some(({ priceCents, after }) => after.priceCents !== priceCents) ? [fullPrice] : []),
    ...(['KZT', 'RUB', 'USD'] as const).map((currency) => ({
      id: currency,
      title: { KZT: '₸', RUB: '₽', USD: '$' }[currency],
      width: { KZT: 112, RUB: 104, USD: 88 }[currency],
      isNumber: true,
      narrow: 'cell' as const,
      cell: ({ shownCents, after }: Changed) => (
        <Change before={priceText(shownCents, currency)} after={priceText(after.shownCents, currency)} />
      ),
    })),
    {
      id: 'badge',
      title: t('badge'),
      width: 64,
      isNumber: true,
      cell: ({ after }) => (after.shownPercent === null ? '' : wholePercentText(-after.shownPercent)),
    },
    {
      id: 'margin',
      title: t('margin'),
      width: 80,
      isNumber: true,
      narrow: 'cell',
      cell: ({ after }) => (
        <span className={after.marginCents !== null && after.marginCents < 0 ? styles.loss : undefined}>
          {percentText(after.marginBasisPoints)}
        </span>
      ),
    },
  ];
  return (
    <DataGrid
      label={t('preview-title')}
      rows={{ ids: [...rows.keys()], find: (id) => rows.get(id), show: () => {}, error: null, refetch: () => {} }}
      columns={columns}
      nameOf={({ name }) => name}
      narrowLines={2}
      wideLines={2}
      empty={{ icon: <Equal size={22} />, text: t('nothing-changes') }}
    />
  );
}

/** A price that stays is shown once. */
function Change({ before, after }: { before: string; after: string }) {
  if (before === after) return after;
  return (
    <span className={styles.change}>
      <span className={styles.before}>{before}</span>
      <strong>{after}</strong>
    </span>
  );
}

const bodyOf = (wanted: WantedChange) =>
  'edits' in wanted ? { edits: wanted.edits.map(({ version: _, ...edit }) => edit) } : wanted;

/** Of prices that were typed in the grid, those that it showed then. Of others, those of the first preview. */
function seenVersions(data: readonly PreviewedPrice[], wanted: WantedChange): Map<number, number> {
  const edits = 'edits' in wanted ? wanted.edits : [];
  const typed = edits.flatMap(({ productId, version }) =>
    version === undefined ? [] : [[productId, version] as const],
  );
  return new Map([...data.map(({ id, version }) => [id, version] as const), ...typed]);
}

const isChanged = (row: PreviewedPrice): row is Changed =>
  row.after !== null &&
  (row.after.priceCents !== row.priceCents || row.after.discountPriceCents !== row.discountPriceCents);

/** The field has the time of the operator's zone. */
function timeOf(fields: FormData, name: string): string | null {
  const text = String(fields.get(name) ?? '');
  return text ? new Date(text).toISOString() : null;
}
