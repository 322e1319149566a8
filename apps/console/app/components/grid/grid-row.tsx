// biome-ignore-all lint/a11y/useSemanticElements: the rows of a table element cannot be placed one by one
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on a cell
import { BareCheckbox } from '@oyna/ui/checkbox';
import { cx } from '@oyna/ui/class-names';
import { Skeleton } from '@oyna/ui/skeleton';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTexts } from '../../lib/texts.tsx';
import styles from './data-grid.module.css';
import type { GridColumn, GridEdit } from './grid-column.ts';
import type { GridPlace } from './use-grid-keys.ts';

interface GridRowProps<Row> {
  /** Undefined while it is loading. */
  row: Row | undefined;
  place: number;
  top: number;
  height: number;
  columns: readonly GridColumn<Row>[];
  name: string | undefined;
  /** Undefined when rows of this grid cannot be chosen. */
  isChosen: boolean | undefined;
  isMarked: boolean;
  /** The cell that the Tab key reaches. */
  activeColumn: number | undefined;
  editing: { column: number; typed: string | undefined } | undefined;
  /** With the place that gets the focus. */
  onEdited(next: GridPlace | undefined): void;
}

export function GridRow<Row>(props: GridRowProps<Row>) {
  const { row, place, top, height, columns, name, isChosen, isMarked, activeColumn, editing, onEdited } = props;
  const t = useTexts('common');
  const shift = isChosen === undefined ? 0 : 1;
  const cellProps = (column: number) => ({
    role: 'gridcell' as const,
    'aria-colindex': column + 1,
    'data-place': `${place}:${column}`,
    tabIndex: column === activeColumn ? 0 : -1,
  });
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      aria-selected={isChosen}
      className={cx(styles.row, isChosen && styles.chosen, isMarked && styles.marked)}
      style={{ top, height }}
    >
      {isChosen !== undefined && (
        <span {...cellProps(0)} className={cx(styles.cell, styles.choice)}>
          <BareCheckbox
            tabIndex={-1}
            checked={isChosen}
            readOnly
            aria-label={t('select-row', { name: name ?? place + 1 })}
          />
        </span>
      )}
      {columns.map((column, index) => {
        const at = index + shift;
        const isEditing = row !== undefined && column.edit !== undefined && editing?.column === at;
        return (
          <span
            key={column.id}
            {...cellProps(at)}
            className={cx(
              styles.cell,
              column.isNumber && styles.number,
              column.edit && styles.editable,
              column.narrow === 'line' && styles.line,
            )}
          >
            {row === undefined ? (
              <Skeleton shape="line" />
            ) : isEditing ? (
              <CellField
                row={row}
                edit={column.edit as GridEdit<Row>}
                typed={editing?.typed}
                onDone={(step) => onEdited(step && { row: place + step.row, column: at + step.column })}
              />
            ) : (
              column.cell(row)
            )}
          </span>
        );
      })}
    </div>
  );
}

interface CellFieldProps<Row> {
  row: Row;
  edit: GridEdit<Row>;
  typed: string | undefined;
  /** With the step to the next cell, or nothing when the focus has left. */
  onDone(step: GridPlace | undefined): void;
}

/** Enter, Tab and leaving the field keep the text. Escape does not. */
function CellField<Row>({ row: present, edit, typed, onDone }: CellFieldProps<Row>) {
  // What the operator saw. Meanwhile a colleague may change the row.
  const [row] = useState(present);
  const isDone = useRef(false);
  const before = edit.text(row);
  const finish = (text: string, step: GridPlace | undefined) => {
    if (isDone.current) return;
    isDone.current = true;
    if (text.trim() !== before) edit.save(row, text.trim());
    onDone(step);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const steps: Record<string, GridPlace> = {
      Enter: { row: 1, column: 0 },
      Tab: { row: 0, column: event.shiftKey ? -1 : 1 },
      Escape: { row: 0, column: 0 },
    };
    const step = steps[event.key];
    event.stopPropagation();
    if (!step) return;
    event.preventDefault();
    finish(event.key === 'Escape' ? before : event.currentTarget.value, step);
  };
  return (
    <input
      className={styles.field}
      aria-label={edit.label(row)}
      inputMode="decimal"
      defaultValue={typed ?? before}
      ref={(field) => {
        if (!field || isDone.current || document.activeElement === field) return;
        field.focus();
        if (typed === undefined) field.select();
      }}
      onKeyDown={onKeyDown}
      onBlur={(event) => finish(event.currentTarget.value, undefined)}
    />
  );
}
