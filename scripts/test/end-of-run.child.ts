import { endAllWith, removeFolder } from './temporary-folder.ts';

/**
 * `end-of-run.child.ts FOLDER`: waits for the end of the run whose temporary folder this is, and leaves nothing of it.
 */
const [folder] = process.argv.slice(2);
process.stdin.resume().once('close', () => {
  endAllWith(folder!);
  removeFolder(folder!);
});
