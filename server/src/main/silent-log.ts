import type { Log } from '../platform/log/log.ts';

const silent = (): void => undefined;

/** For commands whose output is the result itself. */
export const silentLog: Log = {
  level: 'silent',
  fatal: silent,
  error: silent,
  warn: silent,
  info: silent,
  debug: silent,
  trace: silent,
  silent,
  child: () => silentLog,
} as unknown as Log;
