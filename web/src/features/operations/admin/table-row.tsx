import { clsx } from 'clsx';
import { type Layout, findMainColumn } from './column.ts';

const cellShape = 'px-2 py-3 align-top wrap-anywhere';

/** A row, with what has no column of its own under the main cell. */
export function TableRow<Row>({ row, layout }: { row: Row; layout: Layout<Row> }) {
  const { shown, folded } = layout;
  const main = findMainColumn(shown.map(({ column }) => column));
  return (
    <tr className="hover:bg-sunken">
      {shown.map(({ column }) => (
        <td key={column.key} className={clsx(cellShape, column.figures && 'text-end tabular-nums')}>
          {column.cell(row)}
          {column === main && folded.length > 0 && (
            <dl className="mt-1.5 grid gap-1">
              {folded.map(({ key, title, cell }) => (
                <div key={key} className="flex flex-wrap gap-x-2">
                  <dt className="text-soft">{title}</dt>
                  <dd className="min-w-0">{cell(row)}</dd>
                </div>
              ))}
            </dl>
          )}
        </td>
      ))}
    </tr>
  );
}
