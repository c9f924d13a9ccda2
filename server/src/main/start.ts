import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { keepFilesPrivate } from '../platform/files/private-folder.ts';
import { isRunByNpm, readConfig, warnOfNames } from './config.ts';
import { formatError } from './format-error.ts';

/** Milliseconds. */
const lookEvery = 500;

/**
 * Stops the server when npm ends, because the shell npm starts does not forward signals. With nohup or disown npm
 * stays alive, so the server keeps running.
 */
function endWithNpm(): void {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, lookEvery).unref();
}

keepFilesPrivate();
if (isRunByNpm()) endWithNpm();
try {
  for (const line of warnOfNames()) console.error(line);
  const config = readConfig();
  // Compiling takes more than half of a start: code that is loaded from here on is compiled once.
  enableCompileCache(join(config.dataDir, 'cache', 'code'));
  const { run } = await import('./run.ts');
  await run(config);
} catch (error) {
  console.error(formatError(error));
  process.exit(1);
}
