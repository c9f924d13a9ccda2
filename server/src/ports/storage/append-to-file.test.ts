import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { appendToFile } from './append-to-file.ts';

/** Where every write fails as on a full disk; Linux has it. */
const full = '/dev/full';

describe('the bytes of an upload', { skip: !existsSync(full) && `There is no ${full} here.` }, () => {
  it('fail on a full disk where they are waited for, however slowly the sender goes on', async () => {
    const slowly = Readable.from(
      (async function* () {
        yield Buffer.alloc(600_000);
        // The write has failed long before the next bytes come, and nobody waits for it.
        for (let n = 0; n < 100; n += 1) await stat(full);
        yield Buffer.alloc(10);
      })(),
    );
    await assert.rejects(appendToFile(full, slowly, { at: 0, skip: 0, limit: 1_000_000 }), { code: 'ENOSPC' });
  });
});
