import { LRUCache } from 'lru-cache';
import { hour } from '@lectern/contract/rules/durations';
import { personOf, type World } from '../../../platform/http/context.ts';
import type { NoteRefusal } from '../../../platform/http/access.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { afterCommit } from '../../../platform/database/transactions.ts';
import { createBatchedCounter } from '../../../platform/cache/batched-counter.ts';
import { networkForIp } from '../../../platform/limits/rate-limit.ts';
import { deviceName } from './record.ts';
import { type Owner, ownerOfPrincipal } from './account-ref.ts';
import { insertEvent, rewriteEvent } from './store.ts';

/** Keys that a network may get wrong within an hour before it is news: links end, and pages with theirs stay open. */
const usual = 30;

/** Networks that are told apart within an hour; all others share one entry, so that nobody can flood the log. */
const mostNetworks = 100;

/** Refusals of one caller within an hour, logged as one entry. */
type Refused = {
  kind: 'calls_refused' | 'keys_refused';
  owner?: Owner;
  account: string;
  device: string;
  network: string | null;
  /** The last one's route: an address may hold keys. */
  route: string;
  times: number;
  key: string;
};

/**
 * Logs forbidden calls of signed-in callers, and invalid keys from networks that try many. Counts in memory; each
 * entry shows the total within its hour.
 */
export function countRefused(world: World): { note: NoteRefusal; flush(): Promise<void> } {
  const entries = new LRUCache<string, { id: number; times: number }>({ max: 5_000 });
  const wrongKeys = new LRUCache<string, number>({ max: 10_000 });
  let networks = { hour: 0, known: new Set<string>() };

  async function write(tx: Queryable, { key, route, times, ...event }: Refused): Promise<void> {
    const entry = entries.get(key);
    const all = (entry?.times ?? 0) + times;
    const detail = `${all === 1 ? 'once' : `${all} times`} within an hour, the last ${route}`;
    if (entry) await rewriteEvent(tx, entry.id, detail);
    const id = entry?.id ?? (await insertEvent(tx, { ...event, detail, now: world.now() }));
    afterCommit(() => entries.set(key, { id, times: all }));
  }
  const tally = createBatchedCounter<Refused>({
    most: 1_000,
    sum: (earlier, later) => ({ ...later, times: earlier.times + later.times }),
    write: async (tx, refused) => {
      for (const each of refused) await write(tx, each);
    },
    lost: 'What was refused could not be written into the security log.',
  });

  /** The network under which a refusal is told; null for one of too many. */
  function toldApart(network: string, now: number): string | null {
    if (networks.hour !== now) networks = { hour: now, known: new Set() };
    if (networks.known.size < mostNetworks) networks.known.add(network);
    return networks.known.has(network) ? network : null;
  }

  function noteKey(now: number, ip: string, rest: Pick<Refused, 'device' | 'route'>): void {
    const count = `${now} ${networkForIp(ip)}`;
    const times = (wrongKeys.get(count) ?? 0) + 1;
    wrongKeys.set(count, times);
    if (times < usual) return;
    const network = toldApart(networkForIp(ip), now);
    const key = `${now} keys ${network}`;
    const device = network === null ? 'Many networks' : rest.device;
    const news = { ...rest, key, device, network, account: '', kind: 'keys_refused' as const };
    tally.add(world, key, { ...news, times: times === usual ? usual : 1 });
  }

  return {
    note({ principal, route, ip, userAgent }) {
      const now = Math.floor(world.now().getTime() / hour);
      const device = deviceName(userAgent);
      if (!principal) return noteKey(now, ip, { device, route });
      const who = { owner: ownerOfPrincipal(principal), account: personOf(principal).email };
      const key = `${now} ${who.account}`;
      tally.add(world, key, { ...who, key, kind: 'calls_refused', device, network: networkForIp(ip), route, times: 1 });
    },
    flush: () => tally.flush(world),
  };
}
