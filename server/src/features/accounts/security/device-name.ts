import { parse } from 'bowser';

/** Names a device, such as "Firefox on Windows", without versions, which would reveal more. */
export function deviceName(userAgent: string): string {
  if (!userAgent.trim()) return 'Unknown device';
  const { browser, os } = parse(userAgent.slice(0, 500));
  const parts = [browser.name, os.name].filter((name): name is string => Boolean(name));
  return parts.length > 0 ? parts.join(' on ').slice(0, 80) : 'A program';
}
