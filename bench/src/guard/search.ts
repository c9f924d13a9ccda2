import { silentLog } from '@lectern/server/main/silent-log';
import { openDatabase } from '@lectern/server/platform/database/database';
import { signUp } from '@lectern/server/test/member';
import { openTestWorld } from '@lectern/server/test/world';
import { searchBesideScan } from '../search/beside-scan.ts';
import { fillLibrary } from '../search/library.ts';
import type { Round } from './rounds.ts';
import type { GuardStage } from './stage.ts';

const rounds = 4;

/** The median search of 270,000 cues, and the median scan of them, in milliseconds. */
export async function measureSearch(stage: GuardStage): Promise<Round> {
  const { member, database, close } = await openLibrary(stage);
  try {
    await fillLibrary({ database }, member.session.id);
    const { p50, scan } = await searchBesideScan(database, member, rounds);
    return { ours: p50, theirs: scan.p50 };
  } finally {
    await close();
  }
}

async function openLibrary({ place, server }: GuardStage) {
  if (place.databaseUrl) {
    const member = await signUp(server.origin, server.letters);
    const database = await openDatabase({ url: place.databaseUrl, dataDir: place.dataDir, log: silentLog });
    return { member, database, close: () => database.close() };
  }
  // An embedded database has one process, which must scan as well.
  await server.stop();
  const world = await openTestWorld(place);
  const member = await signUp(world.origin, world.letters);
  return { member, database: world.world.database, close: () => world.close() };
}
