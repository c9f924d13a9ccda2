/** SQLSTATE of PostgreSQL (appendix A of its manual), or Node's code of a system error. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * Messages without a code from `pg` and `pg-pool` about lost, unavailable or silent connections, and about connections
 * left after such a query.
 */
const gone: ReadonlySet<string> = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'The embedded database is closed.',
]);

/**
 * A server that stops, has crashed or starts up; too many connections; a session ended for being idle in a transaction.
 */
const refusing: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25P03']);

/** How the system tells that a connection cannot be made or has broken off. */
const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const onSockets: ReadonlySet<unknown> = new Set(['connect', 'read', 'write', 'getaddrinfo']);

/** The server did not answer in time. */
export const isConnectTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/** Whether the database is away or takes nobody in, whatever it was asked. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseDown);
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (gone.has(error.message) || refusing.has(code) || /^08[\dA-Z]{3}$/.test(code)) return true;
  return unreachable.has(code) && 'syscall' in error && onSockets.has(error.syscall);
}

/** Whether two transactions stood in each other's way (a deadlock, or no serial order): run again, it may succeed. */
export const isSerializationFailure = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** Whether a row has the value already that is to be unique. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

/** Whether the database gave up waiting for a lock. */
export const isLockedOut = (error: unknown): boolean => codeOf(error) === '55P03';

/** The same, or for the end of a statement. */
export const isStatementTimeout = (error: unknown): boolean => isLockedOut(error) || codeOf(error) === '57014';

/** Whether there is no room left: of files, and of either database. */
export const isDiskFullError = (error: unknown): boolean => ['ENOSPC', 'EDQUOT', '53100'].includes(codeOf(error));

/** Whether a value is longer than its column may hold (longest-columns.ts). */
export const isTooLong = (error: unknown): boolean =>
  codeOf(error) === '23514' && ((error as { constraint?: string }).constraint ?? '').endsWith('_longest');

/** The database cannot be used as things are. The message is one line for the operator, who can mend it. */
export class DatabaseConfigError extends Error {
  override readonly name = 'DatabaseConfigError';
  /** Tells the start that the message alone says all. */
  readonly plain = true;
}
