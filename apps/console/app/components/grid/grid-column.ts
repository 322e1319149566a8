import type { ReactNode } from 'react';

export interface GridColumn<Row> {
  id: string;
  title: string;
  cell(row: Row): ReactNode;
  /** In pixels. */
  width: number;
  /** Takes the width that is left. */
  isWide?: boolean;
  isNumber?: boolean;
  /** The cell is a field when the operator presses Enter, types a digit or clicks twice. */
  edit?: GridEdit<Row>;
}

export interface GridEdit<Row> {
  /** The name of the field, for screen readers. */
  label(row: Row): string;
  text(row: Row): string;
  /** Called when the text was changed. */
  save(row: Row, text: string): void;
  may?(row: Row): boolean;
}
