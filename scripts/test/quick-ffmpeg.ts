import { createRequire } from 'node:module';
import { delimiter, dirname } from 'node:path';

/**
 * Prefers npm's ffmpeg, a single file: it starts in a tenth of the CPU time of a distribution's ffmpeg. Tests about
 * ffmpeg use the system's (`server/test/system-ffmpeg.ts`).
 */
export function preferQuickFfmpeg(): void {
  const require = createRequire(new URL('../../server/package.json', import.meta.url));
  try {
    const program = require.resolve(`@ffmpeg-binary/${process.platform}-${process.arch}/package.json`);
    process.env.LECTERN_TEST_PATH = process.env.PATH ?? '';
    process.env.PATH = `${dirname(program)}${delimiter}${process.env.PATH}`;
  } catch {
    // It is not there for this system.
  }
}
