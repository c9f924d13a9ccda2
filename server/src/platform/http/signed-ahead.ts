import { minute } from '@lectern/contract/rules/durations';

/** Milliseconds by which clocks differ at most. */
const skew = 5 * minute;

/**
 * Whether a `t=…,v1=…` header was signed for a future time, which would allow replays. Libraries only reject old
 * times; like them, this reads the last `t`.
 */
export function isSignedAhead(header: string, now: number): boolean {
  const times = header.split(',').flatMap((item) => {
    const [key, value = ''] = item.split('=');
    return key === 't' ? [Number.parseInt(value, 10)] : [];
  });
  return (times.at(-1) ?? 0) * 1000 > now + skew;
}
