import type { ReactNode } from 'react';

export type TableColumn<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** The room it needs, in rem: that of its longest word with a cell's padding. */
  room: number;
  /** Its share of the room that is left. */
  grows?: number;
  /**
   * When there is too little room it goes under the main column: those with the greatest number first, and last of all
   * those without.
   */
  folds?: number;
  /** Identifies the row; the first column by default. Other columns fold under it. */
  main?: boolean;
  /** Whether the server can sort by it. */
  sorts?: boolean;
  figures?: boolean;
};

/** Which columns stand beside each other, in which widths (rem), and which have gone under the main one. */
export type Layout<Row> = {
  shown: readonly { column: TableColumn<Row>; width: number }[];
  /** The most important first. */
  folded: readonly TableColumn<Row>[];
};

/** Rem the main column needs when other columns, with their names, fold under it. */
const roomUnderMain = 12;

const byImportance = (a: Pick<TableColumn<never>, 'folds'>, b: Pick<TableColumn<never>, 'folds'>): number =>
  (a.folds ?? 0) - (b.folds ?? 0);

/** Divides the width of a table, in rem, so that nothing in a cell can change it. */
export function layoutColumns<Row>(columns: readonly TableColumn<Row>[], width: number): Layout<Row> {
  const main = findMainColumn(columns);
  let shown = columns;
  const roomOf = (column: TableColumn<Row>): number =>
    column === main && shown.length < columns.length ? Math.max(column.room, roomUnderMain) : column.room;
  const needed = (): number => shown.reduce((sum, column) => sum + roomOf(column), 0);
  while (needed() > width) {
    const [next] = shown
      .filter((column) => column !== main)
      .sort(byImportance)
      .reverse();
    if (!next) break;
    shown = shown.filter((column) => column !== next);
  }
  const shareOf = (column: TableColumn<Row>): number => column.grows ?? (column === main ? 1 : 0);
  const shares = shown.reduce((sum, column) => sum + shareOf(column), 0) || 1;
  const left = Math.max(0, width - needed());
  // A window may be too narrow for the main column alone.
  const scale = Math.min(1, width / needed());
  return {
    shown: shown.map((column) => ({ column, width: roomOf(column) * scale + (left * shareOf(column)) / shares })),
    folded: columns.filter((column) => !shown.includes(column)).sort(byImportance),
  };
}

export const findMainColumn = <Row>(columns: readonly TableColumn<Row>[]): TableColumn<Row> =>
  columns.find(({ main }) => main) ?? columns[0]!;
