import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * For tests that are about ffmpeg: they run the system's, where `npm test` has put the one from npm before it. A system
 * that has none leaves them that one.
 */
const path = process.env.LECTERN_TEST_PATH;
if (path?.split(delimiter).some((folder) => existsSync(join(folder, 'ffmpeg')))) process.env.PATH = path;
