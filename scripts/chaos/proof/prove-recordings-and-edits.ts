import { setTimeout as delay } from 'node:timers/promises';
import { keepMembership, type ChaosMember } from '../member.ts';
import type { Oracle } from '../oracle.ts';
import { logLine } from '../say.ts';
import type { Wire } from '../wire.ts';
import { proveEdits } from './edits.ts';
import { allowances } from './money.ts';
import { proveRecordings, proveUploads } from './recordings.ts';
import { proveLibraries } from './settled.ts';

/** Holds what serves again against its promises of recordings and edits. Resolves with what the members have left. */
export async function proveKept(
  oracle: Oracle,
  subscribers: readonly ChaosMember[],
  wire: Wire,
): Promise<Map<string, number>> {
  logLine('Everything is whole again; what was promised is proved.');
  // Lets actions in progress finish after the connections were cut.
  await delay(1000);
  for (const member of subscribers) await keepMembership(member, wire);
  await proveUploads(oracle, wire);
  const assets = await proveLibraries(oracle, subscribers, wire);
  logLine(`${assets.size} videos are at rest.`);
  await proveRecordings(oracle, assets, wire);
  proveEdits(oracle, assets);
  return allowances(subscribers);
}
