import type { World } from '../http/context.ts';
import { networkForIp } from './rate-limit.ts';

/** The source of a counted event; only the network is kept, in memory, for a minute. */
export type VisitSource = { ip: string; agent: string | undefined };

/** Events a minute of one network: a person does not reach it, a script does. */
const mostOfNetwork = 240;
const mostNetworks = 20_000;

const bots = /bot|crawl|spider|slurp|headless|lighthouse|preview|monitor|curl|wget|python|java\/|go-http|axios|node/i;

type Minute = { n: number; events: Map<string, number> };

const minutes = new WeakMap<World['database'], Minute>();

/**
 * How many of these events of a visitor are counted: none of a program's, and no more of a network than people make.
 */
export function countAcceptedEvents(
  { database, now }: Pick<World, 'database' | 'now'>,
  { ip, agent }: VisitSource,
  wanted: number,
): number {
  if (!agent || bots.test(agent)) return 0;
  const n = Math.floor(now().getTime() / 60_000);
  const known = minutes.get(database);
  const minute = known?.n === n ? known : { n, events: new Map<string, number>() };
  minutes.set(database, minute);
  const network = networkForIp(ip);
  const before = minute.events.get(network) ?? 0;
  if (before === 0 && minute.events.size >= mostNetworks) return 0;
  minute.events.set(network, before + wanted);
  return Math.max(0, Math.min(wanted, mostOfNetwork - before));
}
