import { minute } from '@lectern/contract/rules/durations';

/** Milliseconds by which clocks differ at most. */
const skew = 5 * minute;

/**
 * Whether a header `t=…,v1=…` was signed for a time to come, which could be sent again for as long as that lies ahead. The
 * libraries that check it only look for what is too old; as they do, this takes the last `t`.
 */
export function isSignedAhead(header: string, now: number): boolean {
  const times = header.split(',').flatMap((item) => {
    const [key, value = ''] = item.split('=');
    return key === 't' ? [Number.parseInt(value, 10)] : [];
  });
  return (times.at(-1) ?? 0) * 1000 > now + skew;
}
