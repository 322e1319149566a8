import type { KeyboardEvent } from 'react';
import { actionOf, isAfterLeader, nameOf } from '../../lib/hotkeys.ts';

export interface GridPlace {
  row: number;
  column: number;
}

interface GridKeysOptions {
  rowCount: number;
  columnCount: number;
  /** How many rows the screen shows. */
  pageSize: number;
  place: GridPlace;
  move(place: GridPlace): void;
  /** Chooses the row, with `isRange` all from the last chosen one. */
  choose(row: number, isRange: boolean): void;
  chooseAll(): void;
  clear(): void;
  /** Starts to edit the cell, with the text that was typed. False when it cannot be edited. */
  edit(place: GridPlace, typed?: string): boolean;
  open(row: number): void;
}

/**
 * The keys of a grid: arrows, `j` `k`, Home, End and pages move; space chooses, with Shift a range; Enter, F2 or a digit
 * edits; Escape clears the choice.
 */
export function useGridKeys(options: GridKeysOptions) {
  const { rowCount, columnCount, pageSize, place, move, choose, chooseAll, clear, edit, open } = options;
  const { row, column } = place;
  const to = (nextRow: number, nextColumn = column) =>
    move({ row: clamp(nextRow, rowCount), column: clamp(nextColumn, columnCount) });
  const extend = (nextRow: number) => {
    choose(clamp(nextRow, rowCount), true);
    to(nextRow);
  };
  const actions: Record<string, () => void> = {
    ArrowDown: () => to(row + 1),
    ArrowUp: () => to(row - 1),
    ArrowLeft: () => to(row, column - 1),
    ArrowRight: () => to(row, column + 1),
    j: () => to(row + 1),
    k: () => to(row - 1),
    PageDown: () => to(row + pageSize),
    PageUp: () => to(row - pageSize),
    Home: () => to(row, 0),
    End: () => to(row, columnCount - 1),
    'mod+Home': () => to(0, 0),
    'mod+End': () => to(rowCount - 1, columnCount - 1),
    'mod+a': chooseAll,
    ' ': () => choose(row, false),
    Escape: clear,
    Enter: () => void (edit(place) || open(row)),
    F2: () => void edit(place),
  };
  const withShift: Record<string, () => void> = {
    ' ': () => choose(row, true),
    ArrowDown: () => extend(row + 1),
    ArrowUp: () => extend(row - 1),
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    if ((event.target as Element).closest('input:not([type="checkbox"]), select, textarea')) return;
    const name = nameOf(event);
    const action = name && ((event.shiftKey && withShift[name]) || actionOf(actions, name, isAfterLeader(event)));
    if (action) {
      event.preventDefault();
      action();
    } else if (/^[\d.]$/.test(event.key) && !event.ctrlKey && !event.metaKey && edit(place, event.key)) {
      event.preventDefault();
    }
  };
}

const clamp = (value: number, count: number) => Math.max(0, Math.min(value, count - 1));
