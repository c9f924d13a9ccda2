import { Secret, TOTP } from 'otpauth';

/** Settings that every authenticator app supports (RFC 6238): SHA-1, six digits, a new code every 30 seconds. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** How many steps a clock may be off, either way (RFC 6238, section 5.2). */
const drift = 1;

/** 160 random bits, as RFC 4226 recommends, in base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** Builds the otpauth URL that the app reads from the QR code. */
export const otpauthUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...form, secret, issuer, label }).toString();

/** The time step a code is right for; undefined when it is wrong. */
export function matchingTimeStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...form, secret: Secret.fromBase32(secret), token: code, timestamp, window: drift });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / form.period) + delta;
}
