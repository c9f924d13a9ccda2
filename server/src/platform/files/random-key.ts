import { randomBytes } from 'node:crypto';

/** So many random bytes, written to fit into an address: who has it is let in by it, so that nobody must guess it. */
export const randomKey = (bytes: number): string => randomBytes(bytes).toString('base64url');
