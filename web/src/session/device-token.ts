import { keepText, readText } from '../ui/local-storage.ts';

const key = 'lectern.device';

/**
 * Token of an earlier sign-in on this browser. Sent with the next sign-in, it prevents lockout by strangers' wrong
 * passwords. It grants no access and survives logout.
 */
export function ownDevice(): { device?: string } {
  const device = readText(key);
  return device ? { device } : {};
}

/** Keeps what a sign-in answered; gives the rest of the answer, which is the session. */
export function saveDeviceToken<Answer extends { device?: string | undefined }>({
  device,
  ...session
}: Answer): Omit<Answer, 'device'> {
  if (device) keepText(key, device);
  return session;
}
