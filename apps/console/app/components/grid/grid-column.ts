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
  /**
   * Where the value is on a narrow screen: a line of the row, or a cell below it. Without it the value is not shown there.
   */
  narrow?: 'line' | 'cell';
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
