import { createHash } from 'node:crypto';
import { randomKey } from '../../platform/files/random-key.ts';

/** 256 random bits: what a link or a session shows to prove itself. */
export const newToken = (): string => randomKey(32);

/** Hashes a token for the database; a fast hash is enough for an unguessable secret. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
