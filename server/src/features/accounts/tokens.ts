import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits: what a link or a session shows to prove itself. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of a token. A fast hash is enough for a secret nobody can guess. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
