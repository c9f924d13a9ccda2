import { keyDays } from '@lectern/contract/accounts/api-keys';
import type { Scope } from '@lectern/contract/rules/scopes';

/** Labels of scopes, and the acts that each allows. */
export const scopeTexts: Readonly<Record<Scope, readonly [name: string, allows: string]>> = {
  read: ['Read', 'List, search and download recordings, transcripts and chapters'],
  write: ['Write', 'Upload, correct and cut'],
  delete: ['Delete', 'Remove recordings'],
  ask: ['Ask', 'Ask questions, which may use tokens'],
  publish: ['Publish', 'Make share links, and change the portal'],
  manage: ['Manage', 'Change people, settings, keys and webhooks'],
};

const daysTexts: Readonly<Record<string, string>> = { 30: '30 days', 90: '90 days', 365: 'A year' };

/** Choices of when a key ends, by days; empty: never. */
export const daysOptions = keyDays.map((days) => [days ?? '', daysTexts[days ?? ''] ?? 'Does not expire'] as const);
