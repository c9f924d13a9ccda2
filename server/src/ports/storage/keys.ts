import type { StoredObject } from './port.ts';

const part = String.raw`[\w-][\w.-]*`;
const partPattern = new RegExp(`^${part}$`);
const keyPattern = new RegExp(`^${part}(?:/${part})*$`);
const prefixPattern = new RegExp(`^(?:${part}/)+$`);

/** Keys are made by us alone; one that is none is a flaw of ours, and reaches no file. */
export function checkedKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`${JSON.stringify(key)} is no key.`);
  return key;
}

export function checkedPrefix(prefix: string): string {
  if (!prefixPattern.test(prefix)) throw new Error(`${JSON.stringify(prefix)} is no prefix of keys.`);
  return prefix;
}

export const keyOfObject = (object: string | StoredObject): string =>
  typeof object === 'string' ? object : object.key;

/** A key, or a prefix with its slash. */
export const checkKeyOrPrefix = (what: string): string => (what.endsWith('/') ? checkedPrefix(what) : checkedKey(what));

/** Whether a name may stand between two `/` of a key. */
export const isKeySegment = (name: string): boolean => partPattern.test(name);
