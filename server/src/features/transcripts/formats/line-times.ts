import { maxTime } from './caption-file.ts';

/** A time as transcripts write it, without brackets: `[H:]M:SS[.fraction]`. */
export const time = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?`;

const lenientTime = /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,9}))?$/;

/** Seconds of `[H:]M:S[,fraction]`, or undefined when it is no time or an absurd one. */
export function lenientSeconds(text: string | undefined): number | undefined {
  const match = lenientTime.exec(text ?? '');
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match;
  const ms = Math.round(Number(`0.${fraction}`) * 1000);
  const total = (Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + ms) / 1000;
  return total <= maxTime ? total : undefined;
}
