import { inspect } from 'node:util';
import { Problem } from '@lectern/contract/problem';
import { SettingError, withoutSecrets } from './config.ts';

/** Explains system error codes to the operator, with the remedy. */
const ofFiles: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there. Give it the right, or set another DATA_DIR.',
  EPERM: 'this user may not write there. Give it the right, or set another DATA_DIR.',
  EROFS: 'the file system is read-only. Make it writable, or set another DATA_DIR.',
  ENOSPC: 'the disk is full. Make room on it, or set another DATA_DIR.',
  EDQUOT: 'the quota of this user is used up. Make room, or set another DATA_DIR.',
  ENOTDIR: 'a part of its path is a file. Set another DATA_DIR.',
  EEXIST: 'there is a file of this name. Set another DATA_DIR.',
  ENAMETOOLONG: 'its path is too long. Set another DATA_DIR.',
  EIO: 'the disk reports an error.',
};

const ofListening: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program. Stop that, or set another PORT.',
  EACCES: 'needs rights that this user does not have. Set a PORT of 1024 or above.',
  EADDRNOTAVAIL: 'is not an address of this machine. Set another HOST.',
  ENOTFOUND: 'is not an address of this machine. Set another HOST.',
  EAI_AGAIN: 'is not an address of this machine. Set another HOST.',
};

/** SQLSTATEs (postgresql.org/docs/current/errcodes-appendix.html). */
const ofDatabases: Readonly<Record<string, string>> = {
  '42501': 'DATABASE_URL: this user of the database may not do what is needed',
  '53100': 'The disk of the database is full',
};

type SystemError = Error & {
  code: string;
  syscall?: string;
  path?: string;
  address?: string;
  hostname?: string;
  port?: number;
};

/** The line that says all to the operator, who can mend it; undefined where nobody foresaw the failure. */
function lineOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof SettingError || error instanceof Problem || 'plain' in error) return error.message;
  if (!('code' in error)) return undefined;
  const { code, syscall, path, address, hostname, port, message } = error as SystemError;
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    const reason = ofListening[code];
    const at = [address ?? hostname, port].filter((part) => part !== undefined).join(':');
    return reason && `${at} ${reason}`;
  }
  const ofDatabase = ofDatabases[code];
  if (ofDatabase) return `${ofDatabase} (${message}).`;
  // Errors of writing to an open file carry no path.
  if (path === undefined && (code === 'ENOSPC' || code === 'EDQUOT')) return `The disk is full (${message}).`;
  const reason = ofFiles[code];
  return reason && path !== undefined ? `${path} cannot be used: ${reason}` : undefined;
}

/**
 * The message of a program that must stop: one line when that suffices, otherwise the full error. Contains no secrets.
 */
export const formatError = (error: unknown): string => withoutSecrets(lineOf(error) ?? inspect(error));
