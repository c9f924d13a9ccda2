import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { installCommand, isEngineInstalled } from '../../server/src/ports/language/local/llama.ts';

/** Installs node-llama-cpp where it is missing. Throws one line where this machine cannot have it. */
export function addModelEngine(): void {
  if (isEngineInstalled()) return;
  const [npm = '', ...args] = installCommand.split(' ');
  try {
    execFileSync(npm, args, {
      cwd: join(import.meta.dirname, '../..'),
      stdio: 'ignore',
      shell: process.platform === 'win32',
    });
  } catch {
    throw new Error(`node-llama-cpp cannot be installed here (${installCommand}).`);
  }
}
