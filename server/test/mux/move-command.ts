import { execFile } from 'node:child_process';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../../src/main/cli.ts');

/** `lectern -- move-media` with these words, as a person gives it: how it ended and what it said. */
export const runMoveCommand = (
  words: readonly string[],
  env: Record<string, string>,
): Promise<{ code: unknown; out: string; err: string }> =>
  new Promise((resolve) => {
    const settings = {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        SPEECH: 'captions',
        SLIDES: 'off',
        SPEAKERS: 'off',
        ...env,
      },
    };
    execFile(process.execPath, [program, 'move-media', ...words], settings, (error, out, err) =>
      resolve({ code: error ? error.code : 0, out, err }),
    );
  });
