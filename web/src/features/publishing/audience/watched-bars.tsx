import type { WatchStatistics } from '@lectern/contract/publishing/audience';
import { formatDuration } from '@lectern/contract/rules/timecode';

const height = 100;

const times = (count: number): string =>
  count < 0.05 ? '0 times' : `${count < 10 ? count.toFixed(1) : Math.round(count)} times`;

/** Rows of the table where a recording has no chapters: tenths of it. */
const tenths = ({ parts, duration }: WatchStatistics): WatchStatistics['chapters'] =>
  Array.from({ length: 10 }, (_, n) => {
    const own = parts.slice((n * parts.length) / 10, ((n + 1) * parts.length) / 10);
    return {
      title: `Part ${n + 1} of 10`,
      start_seconds: (duration * n) / 10,
      times: own.reduce((sum, each) => sum + each, 0) / own.length,
    };
  });

/** How often each part of a recording was played, along its time line, and by chapter as a table. */
export function WatchedBars({ watched }: { watched: WatchStatistics }) {
  const { parts, duration, chapters, title } = watched;
  const most = Math.max(...parts);
  const length = duration / parts.length;
  const peak = parts.indexOf(most) * length;
  const rows = chapters.length > 0 ? chapters : tenths(watched);
  return (
    <figure className="grid grid-cols-1 gap-2">
      <svg
        role="img"
        aria-label={`Played most around ${formatDuration(peak)}, ${times(most)}`}
        viewBox={`0 0 ${parts.length * 10} ${height}`}
        preserveAspectRatio="none"
        className="h-24 w-full border-b border-edge bg-sunken"
      >
        {parts.map((count, n) => {
          const bar = (count / most) * (height - 4);
          return (
            <rect key={n} x={n * 10} y={height - bar} width={9} height={bar} className="fill-accent">
              <title>{`${formatDuration(n * length)}: ${times(count)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="flex justify-between gap-3 text-xs text-soft tabular-nums">
        <span>{formatDuration(0)}</span>
        <span>Most around {formatDuration(peak)}</span>
        <span>{formatDuration(duration)}</span>
      </figcaption>
      <details className="text-sm">
        <summary className="min-h-6 cursor-pointer text-soft">As a table</summary>
        <table className="mt-2 w-full tabular-nums">
          <caption className="sr-only">How often each part of “{title}” was played</caption>
          <thead>
            <tr className="text-soft">
              <th scope="col" className="pe-4 text-start font-medium">
                From
              </th>
              <th scope="col" className="pe-4 text-start font-medium">
                {chapters.length > 0 ? 'Chapter' : 'Part'}
              </th>
              <th scope="col" className="text-end font-medium">
                Played
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.start_seconds}>
                <td className="pe-4 align-top">{formatDuration(row.start_seconds)}</td>
                <td className="pe-4">{row.title}</td>
                <td className="text-end align-top whitespace-nowrap">{times(row.times)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
