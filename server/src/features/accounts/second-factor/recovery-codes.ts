import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';

const howMany = 10;

/** Ten codes of 120 random bits in base32, in groups of four; each takes the place of the app once. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: howMany }, () => new Secret({ size: 15 }).base32.toLowerCase().replace(/(.{4})(?!$)/g, '$1-'));

/** As it was shown, with or without the dashes and capitals that people type. */
export const isRecoveryCode = (typed: string): boolean => /^[a-z2-7]{24}$/.test(bare(typed));

const bare = (typed: string): string => typed.toLowerCase().replace(/[^a-z2-7]/g, '');

/** Hashes a code for storage. A fast hash suffices for a secret that cannot be guessed. */
export const hashRecoveryCode = (typed: string): Buffer => createHash('sha256').update(bare(typed)).digest();
