import { Fragment } from 'react';
import { formatDateTime } from './dates.ts';
import type { TableColumn } from './column.ts';

/** Characters that stand in a row as they are. */
const short = 80;

/** A text of any length in a table: its beginning, and all of it on demand. */
export function LongText({ name, text }: { name: string; text: string }) {
  if (text === '') return <span className="text-soft">None</span>;
  if (text.length <= short) return <span className="whitespace-pre-wrap">{text}</span>;
  return (
    <details>
      <summary className="min-h-6 cursor-pointer">
        <span className="sr-only">Whole {name}: </span>
        {text.slice(0, short)}…
      </summary>
      <p className="mt-2 max-h-72 overflow-y-auto whitespace-pre-wrap">{text}</p>
    </details>
  );
}

/** An email address in a table: it breaks where a person would break it. */
export function EmailText({ email }: { email: string }) {
  return email.split(/(?=[@.])/).map((piece, n) => (
    <Fragment key={n}>
      {n > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}

/** The person of an entry of a history. */
export const ownerCell = ({ user }: { user: { email: string } | null }) =>
  user ? <EmailText email={user.email} /> : <span className="text-soft">Deleted account</span>;

/** A moment in a table: where a row has little room, the time stands under its day. */
function DateTimeCell({ iso }: { iso: string }) {
  const words = formatDateTime(iso).split(' ');
  return (
    <span className="tabular-nums">
      {words.map((word, n) => (
        <span key={n}>
          {n > 0 && ' '}
          <span className="whitespace-nowrap">{word}</span>
        </span>
      ))}
    </span>
  );
}

/** A column of moments. */
export const momentColumn = <Row,>(
  title: string,
  at: (row: Row) => string,
  rest: Omit<TableColumn<Row>, 'title' | 'room' | 'cell'>,
): TableColumn<Row> => ({ title, room: 6.5, cell: (row) => <DateTimeCell iso={at(row)} />, ...rest });
