import type { PortalStatistics } from '@lectern/contract/publishing/portal';

const height = 120;

/** Days are counted in UTC. */
const inWords = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Plays a day as bars, with the same figures as a table for those who want to read them. */
export function PlaysChart({ days }: { days: PortalStatistics['days'] }) {
  const most = Math.max(1, ...days.map(({ plays }) => plays));
  const total = days.reduce((sum, { plays }) => sum + plays, 0);
  const [first, last] = [days[0], days.at(-1)].map((entry) => (entry ? inWords(entry.day) : ''));
  return (
    <figure className="grid gap-2">
      <svg
        role="img"
        aria-label={`${total} ${total === 1 ? 'play' : 'plays'} from ${first} to ${last}, at most ${most} a day`}
        viewBox={`0 0 ${days.length * 10} ${height}`}
        preserveAspectRatio="none"
        className="h-32 w-full border-b border-edge"
      >
        {days.map(({ day, plays }, n) => {
          const bar = (plays / most) * (height - 4);
          return (
            <rect key={day} x={n * 10 + 1} y={height - bar} width={8} height={bar} className="fill-accent">
              <title>{`${inWords(day)}: ${plays}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="flex justify-between text-xs text-soft tabular-nums">
        <span>{first}</span>
        <span>Plays by day, at most {most}</span>
        <span>{last}</span>
      </figcaption>
      <details className="text-sm">
        <summary className="min-h-6 cursor-pointer text-soft">As a table</summary>
        <table className="mt-2 tabular-nums">
          <thead>
            <tr className="text-soft">
              <th scope="col" className="pr-8 text-start font-medium">
                Day
              </th>
              <th scope="col" className="text-end font-medium">
                Plays
              </th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ plays }) => plays > 0)
              .map(({ day, plays }) => (
                <tr key={day}>
                  <td className="pr-8">{inWords(day)}</td>
                  <td className="text-end">{plays}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
