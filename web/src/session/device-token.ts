import { keepText, readText } from '../ui/local-storage.ts';

const key = 'lectern.device';

/**
 * What this browser has been given at an earlier sign-in, of whatever account. Sent with the next one, it keeps the
 * wrong passwords of strangers from locking us out; it opens nothing, and so stays when somebody logs out.
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
