import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * Resolves as soon as something of this name, or of any, is made in a folder: sooner than one who asks again and again.
 */
export function untilMade(folder: string, name?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const watcher = watch(folder, (_event, made) => {
      if (name !== undefined && made !== name && !existsSync(join(folder, name))) return;
      watcher.close();
      resolve();
    });
    watcher.once('error', reject);
  });
}
