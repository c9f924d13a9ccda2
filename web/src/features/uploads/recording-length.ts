/** Milliseconds a browser may take to tell; what it cannot tell by then the server finds out. */
const patience = 4_000;

/** How long a recording is, in seconds, where this browser can read it; otherwise undefined. */
export function recordingLength(file: File): Promise<number | undefined> {
  return new Promise((resolve) => {
    const media = document.createElement('video');
    const address = URL.createObjectURL(file);
    const settle = (seconds?: number): void => {
      clearTimeout(timer);
      media.removeAttribute('src');
      media.load();
      URL.revokeObjectURL(address);
      resolve(seconds !== undefined && Number.isFinite(seconds) ? seconds : undefined);
    };
    const timer = setTimeout(settle, patience);
    media.preload = 'metadata';
    media.addEventListener('loadedmetadata', () => settle(media.duration), { once: true });
    media.addEventListener('error', () => settle(), { once: true });
    media.src = address;
  });
}
