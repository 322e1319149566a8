// biome-ignore-all lint/a11y/useSemanticElements: the rows of a table element cannot be placed one by one
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on a cell
import { BareCheckbox } from '@oyna/ui/checkbox';
import { cx } from '@oyna/ui/class-names';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useErrorText } from '../../lib/error-text.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useIsNarrow, useIsPhone } from '../../lib/use-media.ts';
import styles from './data-grid.module.css';
import type { GridColumn } from './grid-column.ts';
import { GridRow } from './grid-row.tsx';
import { type GridPlace, useGridKeys } from './use-grid-keys.ts';
import type { GridRows } from './use-grid-rows.ts';
import type { Selection } from './use-selection.ts';

interface DataGridProps<Row> {
  /** What is listed, for screen readers. */
  label: string;
  rows: GridRows<Row>;
  columns: readonly GridColumn<Row>[];
  /** The name of a row, for screen readers: "Select Portal 2". */
  nameOf(row: Row): string;
  selection?: Selection;
  /** Enter and a double click open a row, in a cell that cannot be edited. */
  onOpen?(row: Row): void;
  isMarked?(row: Row): boolean;
  /** How many lines a cell has on a narrow screen. */
  narrowLines?: number;
  /** How many lines a row has on a wide screen. */
  wideLines?: number;
  empty: { icon: ReactNode; text: string; action?: ReactNode };
}

const SKELETON_ROWS = 20;
const OVERSCAN = 12;
const CHOICE_WIDTH = 40;
const CELLS_ON_PHONE = 3;
const CELLS_ON_TABLET = 6;
const ROW_HEIGHT = 36;
const LINE_HEIGHT = 22;
const ROW_PADDING = 16;

/**
 * A table of any length. Only the rows near the screen are in the document, and one that is still loading is a skeleton.
 * On a narrow screen the cells of a row are below its name, so that nothing has to be scrolled sideways.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { rows, empty } = props;
  const t = useTexts('common');
  const errorText = useErrorText();
  if (rows.error && !rows.ids) {
    return (
      <ErrorState
        title={t('not-loaded')}
        text={errorText(rows.error)}
        requestId={rows.error.requestId}
        onRetry={rows.refetch}
      />
    );
  }
  return rows.ids?.length === 0 ? <EmptyState {...empty} /> : <Grid {...props} />;
}

/** The columns that are shown, and how high they make a row and the header. */
function useShownColumns<Row>(all: readonly GridColumn<Row>[], narrowLines: number, wideLines: number) {
  const isNarrow = useIsNarrow();
  const perLine = useIsPhone() ? CELLS_ON_PHONE : CELLS_ON_TABLET;
  if (!isNarrow) {
    const rowHeight = ROW_HEIGHT + (wideLines - 1) * LINE_HEIGHT;
    return { columns: all, perLine: undefined, rowHeight, headerHeight: ROW_HEIGHT };
  }
  const columns = all.filter(({ narrow }) => narrow);
  const cells = columns.filter(({ narrow }) => narrow === 'cell').length;
  const cellLines = Math.ceil(cells / perLine);
  const lines = columns.length - cells + cellLines * narrowLines;
  return {
    columns,
    perLine: Math.min(perLine, cells),
    rowHeight: lines * LINE_HEIGHT + ROW_PADDING,
    headerHeight: cellLines * LINE_HEIGHT + ROW_PADDING,
  };
}

function Grid<Row>({
  label,
  rows,
  columns: allColumns,
  nameOf,
  selection,
  onOpen,
  isMarked,
  narrowLines = 1,
  wideLines = 1,
}: DataGridProps<Row>) {
  const t = useTexts('common');
  const scroller = useRef<HTMLDivElement>(null);
  const { columns, perLine, rowHeight, headerHeight } = useShownColumns(allColumns, narrowLines, wideLines);
  const [active, setActive] = useState<GridPlace>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<{ place: GridPlace; typed: string | undefined }>();
  const anchor = useRef(0);
  const isFocusWanted = useRef(false);
  const { ids } = rows;
  const count = ids?.length ?? SKELETON_ROWS;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollPaddingStart: headerHeight,
    // The row with the focus stays in the document when it is scrolled away.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (active.row >= count || shown.includes(active.row)) return shown;
      return [...shown, active.row].sort((a, b) => a - b);
    },
  });
  const items = virtual.getVirtualItems();
  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 0;
  const show = useEffectEvent(rows.show);
  useEffect(() => show(first, last), [first, last]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes are wrong when the height has changed
  useEffect(() => virtual.measure(), [rowHeight]);
  useEffect(() => {
    if (!isFocusWanted.current || editing) return;
    isFocusWanted.current = false;
    scroller.current
      ?.querySelector<HTMLElement>(`[data-place="${active.row}:${active.column}"]`)
      ?.focus({ preventScroll: true });
  });

  const rowAt = (place: number) => {
    const id = ids?.[place];
    return id === undefined ? undefined : rows.find(id);
  };
  const move = (place: GridPlace) => {
    isFocusWanted.current = true;
    setActive(place);
    virtual.scrollToIndex(place.row);
  };
  const choose = (place: number, isRange: boolean) => {
    const id = ids?.[place];
    if (!selection || !ids || id === undefined) return;
    if (isRange) {
      selection.add(ids.slice(Math.min(anchor.current, place), Math.max(anchor.current, place) + 1));
    } else {
      selection.toggle(id);
      anchor.current = place;
    }
  };
  const hasChoice = selection !== undefined;
  const columnOf = ({ column }: GridPlace) => columns[hasChoice ? column - 1 : column];
  const edit = (place: GridPlace, typed?: string) => {
    const row = rowAt(place.row);
    const fields = columnOf(place)?.edit;
    if (!row || !fields || fields.may?.(row) === false) return false;
    setActive(place);
    setEditing({ place, typed });
    return true;
  };
  const finishEdit = (step: GridPlace | undefined) => {
    setEditing(undefined);
    if (step) move(step);
  };
  const open = (place: number) => {
    const row = rowAt(place);
    if (row) onOpen?.(row);
  };
  const columnCount = columns.length + (hasChoice ? 1 : 0);
  const onKeyDown = useGridKeys({
    rowCount: ids?.length ?? 0,
    columnCount,
    pageSize: Math.max(1, last - first - 1),
    place: active,
    move,
    choose,
    chooseAll: () => ids && selection?.set(ids),
    clear: () => selection?.clear(),
    edit,
    open,
  });
  // From elsewhere on the screen `j` and `k` go to the grid. In the grid its own keys come first.
  useHotkeys({ j: () => move({ ...active }), k: () => move({ ...active }) });
  const place = (event: MouseEvent): GridPlace | undefined => {
    const [row, column] =
      (event.target as Element).closest('[data-place]')?.getAttribute('data-place')?.split(':') ?? [];
    return row === undefined ? undefined : { row: Number(row), column: Number(column) };
  };

  const tracks =
    perLine === undefined
      ? columns.map(({ width, isWide }) => (isWide ? `minmax(${width}px, 1fr)` : `${width}px`))
      : [`repeat(${perLine}, minmax(0, 1fr))`];
  const width =
    perLine === undefined ? columns.reduce((sum, column) => sum + column.width, hasChoice ? CHOICE_WIDTH : 0) : 0;
  const isAllChosen = ids !== undefined && ids.length > 0 && ids.every((id) => selection?.ids.has(id));
  return (
    <div
      ref={scroller}
      className={cx(styles.scroller, perLine !== undefined && styles.narrow)}
      role="grid"
      aria-label={label}
      aria-rowcount={ids ? count + 1 : -1}
      aria-colcount={columnCount}
      aria-multiselectable={hasChoice || undefined}
      aria-busy={!ids}
      onKeyDown={onKeyDown}
      onDoubleClick={(event) => {
        const at = place(event);
        if (at && !edit(at)) open(at.row);
      }}
      onClick={(event) => {
        const at = place(event);
        if (!at || editing) return;
        if (hasChoice && at.column === 0) choose(at.row, event.shiftKey);
        setActive(at);
      }}
      // By script the content policy allows styles. It refuses them in HTML.
      style={
        {
          '--tracks': [...(hasChoice && perLine === undefined ? [`${CHOICE_WIDTH}px`] : []), ...tracks].join(' '),
        } as CSSProperties
      }
    >
      <div className={styles.header} role="row" aria-rowindex={1} style={{ minWidth: width, height: headerHeight }}>
        {selection && (
          <span role="columnheader" className={styles.choice}>
            <BareCheckbox
              aria-label={t('select-all')}
              tabIndex={-1}
              checked={isAllChosen}
              disabled={!ids?.length}
              onChange={() => (isAllChosen ? selection.clear() : selection.set(ids ?? []))}
            />
          </span>
        )}
        {columns.map(({ id, title, isNumber, narrow }) => (
          <span
            key={id}
            role="columnheader"
            className={cx(styles.title, isNumber && styles.number, narrow === 'line' && styles.line)}
          >
            {title}
          </span>
        ))}
      </div>
      <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize(), minWidth: width }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index);
          const id = ids?.[index];
          return (
            <GridRow
              key={id ?? -index}
              row={row}
              place={index}
              top={start}
              height={rowHeight}
              columns={columns}
              name={row && nameOf(row)}
              isChosen={hasChoice && id !== undefined ? selection.ids.has(id) : undefined}
              isMarked={row !== undefined && isMarked?.(row) === true}
              activeColumn={index === active.row ? active.column : undefined}
              editing={
                editing?.place.row === index ? { column: editing.place.column, typed: editing.typed } : undefined
              }
              onEdited={finishEdit}
            />
          );
        })}
      </div>
    </div>
  );
}
