import { networkForIp, siteFactor, siteForIp } from './rate-limit.ts';

/** Counts requests of an IP for its network and, with larger limits, for the site that contains the network. */
type NetworkRate = {
  /** Counts once; whether that is within both bounds. */
  count(ip: string): boolean;
  /** Whether one of them is used up, without counting. */
  isUsedUp(ip: string): boolean;
};

/** `most` is what one network may do in ten seconds. */
export function createNetworkRate(most: number): NetworkRate {
  const ofNetwork = createRate(most);
  const ofSite = createRate(most * siteFactor);
  return {
    count(ip) {
      // A network that asks in vain uses nothing up of what its neighbours have.
      return ofNetwork.count(networkForIp(ip)) && ofSite.count(siteForIp(ip));
    },
    isUsedUp: (ip) => ofNetwork.isUsedUp(networkForIp(ip)) || ofSite.isUsedUp(siteForIp(ip)),
  };
}

/** Milliseconds. */
const usualWindow = 10_000;

/** How often each key has come within the current window. */
export type Rate = {
  /** Counts once; whether that is within the bound. */
  count(key: string): boolean;
  /** The same; returns how many are left, below 0 beyond the bound, and the seconds until the window ends. */
  countDown(key: string): { left: number; seconds: number };
  /** Whether there is nothing left, without counting. */
  isUsedUp(key: string): boolean;
};

/**
 * Allows each key `most` counts per window. All keys share one window and are forgotten together, so many networks
 * cannot push out others' counts.
 */
export function createRate(most: number, window = usualWindow): Rate {
  let began = -Infinity;
  let counts = new Map<string, number>();
  const current = (): Map<string, number> => {
    const now = performance.now();
    if (now - began < window) return counts;
    began = now;
    return (counts = new Map());
  };
  const leftAfter = (key: string): number => {
    const now = current();
    const count = (now.get(key) ?? 0) + 1;
    now.set(key, count);
    return most - count;
  };
  return {
    count: (key) => leftAfter(key) >= 0,
    countDown: (key) => ({ left: leftAfter(key), seconds: (began + window - performance.now()) / 1000 }),
    isUsedUp: (key) => (current().get(key) ?? 0) >= most,
  };
}
