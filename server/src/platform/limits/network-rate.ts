import { createRate } from './rate.ts';
import { networkForIp, siteFactor, siteForIp } from './rate-limit.ts';

/** Counts requests of an IP for its network and, with larger limits, for the site that contains the network. */
export type NetworkRate = {
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
