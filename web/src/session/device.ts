const key = 'lectern.device';

/**
 * What this browser has been given at an earlier sign-in, of whatever account. Sent with the next one, it keeps the
 * wrong passwords of strangers from locking us out; it opens nothing, and so stays when somebody logs out.
 */
export function ownDevice(): { device?: string } {
  try {
    const device = localStorage.getItem(key);
    return device ? { device } : {};
  } catch {
    // Storage is refused in some private windows: then every sign-in is a stranger's.
    return {};
  }
}

/** Keeps what a sign-in answered; gives the rest of the answer, which is the session. */
export function keepDevice<Answer extends { device?: string | undefined }>({
  device,
  ...session
}: Answer): Omit<Answer, 'device'> {
  try {
    if (device) localStorage.setItem(key, device);
  } catch {
    // See ownDevice.
  }
  return session;
}
