import { createHash } from 'node:crypto';
import { Problem } from '@lectern/contract/problem';
import { day } from '@lectern/contract/rules/durations';
import type { Context } from '../../platform/http/context.ts';
import { sealValue, unsealValue } from '../../platform/http/signing.ts';

/** Milliseconds for which the next page may be asked for. */
const lifetime = 7 * day;

type Call = Pick<Context<'member'>, 'signingKey' | 'now' | 'workspace'>;

/** Names a list: a cursor of one is none of another. */
const digestOf = ({ workspace }: Call, list: string, filter: object): string =>
  createHash('sha256')
    .update(JSON.stringify([workspace.id, list, filter]))
    .digest('base64url')
    .slice(0, 16);

/** Where the next page of a list begins, sealed: `place` is what its verb calls that. */
export const sealCursor = (call: Call, list: string, filter: object, place: string): string =>
  sealValue(call, `cursor~${digestOf(call, list, filter)}~${place}`, new Date(call.now().getTime() + lifetime));

/** The place that `sealCursor` sealed. Throws `cursor_invalid` for a forged one, and for one of another list. */
export function openCursor(call: Call, list: string, filter: object, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const value = unsealValue(call, cursor, call.now());
  const start = `cursor~${digestOf(call, list, filter)}~`;
  if (!value?.startsWith(start)) throw new Problem('cursor_invalid');
  return value.slice(start.length);
}
