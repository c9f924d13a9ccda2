/** Milliseconds. */
const lookEvery = 500;

/**
 * Stops the server when npm ends, because the shell npm starts does not forward signals. With nohup or disown npm
 * stays alive, so the server keeps running.
 */
export function endWithNpm(): void {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, lookEvery).unref();
}
