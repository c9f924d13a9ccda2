/** Milliseconds. */
const lookEvery = 500;

/**
 * Stops a server that `npm start` has started when npm ends. npm passes a signal on to the shell in which it runs a
 * script, and that ends without a word to the server. Whoever starts it apart, with nohup or disown, keeps npm alive.
 */
export function endWithNpm(): void {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, lookEvery).unref();
}
