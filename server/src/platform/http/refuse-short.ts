import { Problem } from '@lectern/contract/problem';
import { shortText } from '@lectern/contract/rules/short-text';

/** Throws `bad_request` for a text that is too short to be one; `name` says which, where several are sent at once. */
export function refuseShort(text: string, name?: string): void {
  if (text.trim().length > shortText) return;
  const what = name === undefined ? '' : ` in the ${name}`;
  throw new Problem('bad_request', { detail: `Please write more than ${shortText} characters${what}.` });
}
