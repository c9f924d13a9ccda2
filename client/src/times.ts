const digits = (n: number): string => String(n).padStart(2, '0');

/** Seconds as H:MM:SS. */
export function formatTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 3600)}:${digits(Math.floor(whole / 60) % 60)}:${digits(whole % 60)}`;
}

/** Seconds of a time like 1:02:03.5, 2:03 or 123.5; undefined for what is none. */
export function parseTime(text: string | undefined): number | undefined {
  const parts = /^(?:(?:(\d+):)?(\d{1,2}):)?(\d+(?:\.\d{1,3})?)$/.exec(text ?? '');
  if (!parts) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
