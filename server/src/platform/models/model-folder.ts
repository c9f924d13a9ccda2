import { join } from 'node:path';
import { damagedFile, discardFile, ensureModel, type Fetching, type ModelSource } from './fetch-model.ts';

/** The files of a model: fetched where they are not the operator's `own`, and compared with their checksums once. */
export function createModelFolder({ own, ...source }: ModelSource & { own: string | undefined }) {
  const { folder } = source;
  let checked = false;

  /**
   * Throws when a file is damaged: a fetched one is fetched again by the next attempt, the operator's own is theirs.
   */
  async function assertIntact(signal: AbortSignal): Promise<void> {
    const damaged = await damagedFile(folder, signal);
    if (damaged === undefined) return;
    checked = false;
    const cause = `${join(folder, damaged)} is damaged: it is not what manifest.json says.`;
    if (own !== undefined) throw source.failure('refused', cause);
    await discardFile(folder, damaged);
    throw source.failure('damaged', cause);
  }

  return {
    path: folder,
    assertIntact,
    /** Resolves when they are there, and have been compared in the life of this process. */
    async ready(signal: AbortSignal, onNote: Fetching['onNote']): Promise<void> {
      if (own === undefined) await ensureModel(source, { signal, onNote });
      if (!checked) await assertIntact(signal);
      checked = true;
    },
  };
}
