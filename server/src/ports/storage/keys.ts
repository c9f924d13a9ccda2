const part = String.raw`[\w-][\w.-]*`;
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
