import { formatDateTime } from './dates.ts';

/** A moment in a table: where a row has little room, the time stands under its day. */
export function DateTimeCell({ iso }: { iso: string }) {
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
