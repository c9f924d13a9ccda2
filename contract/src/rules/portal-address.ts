import type { CardFormat } from '../publishing/portal.ts';
import { buildStartTimeQuery } from './start-time.ts';

/** Addresses of a portal, relative to the origin. */
export const portalPaths = {
  overview: (token: string) => `/portal/${token}`,
  watch: (token: string, key: string, seconds?: number) =>
    `/portal/${token}/${key}${seconds === undefined ? '' : buildStartTimeQuery(seconds)}`,
  /** Shows a quote as its preview where links have one, and plays it. */
  quote: (token: string, key: string, chapter: string, n: number) => `/portal/${token}/${key}?quote=${chapter}.${n}`,
  thumbnail: (token: string, key: string, time: number, width: number) =>
    `/portal/${token}/${key}/thumbnail.jpg?time=${Math.round(time)}&width=${width}`,
  logo: (token: string, hash: string) => `/portal/${token}/logo/${hash}`,
  /** With `only`, in that video alone. */
  search: (token: string, keyword: string, only?: string) =>
    `/portal/${token}?q=${encodeURIComponent(keyword)}${only === undefined ? '' : `&in=${only}`}`,
  quoteCard: (token: string, key: string, chapter: string, n: number, format: CardFormat) =>
    `/portal/${token}/${key}/quote/${chapter}/${n}/${format}`,
};
