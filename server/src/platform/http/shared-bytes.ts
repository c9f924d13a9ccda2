import { createHash } from 'node:crypto';

const known = new Map<string, WeakRef<Buffer>>();
const collected = new FinalizationRegistry<string>((key) => {
  if (!known.get(key)?.deref()) known.delete(key);
});

/** One buffer for all who are being sent the same text: each of many slow readers would hold one of their own. */
export function sharedBytes(text: string): Buffer {
  const key = createHash('sha256').update(text).digest('base64url');
  const shared = known.get(key)?.deref();
  if (shared) return shared;
  const bytes = Buffer.from(text);
  known.set(key, new WeakRef(bytes));
  collected.register(bytes, key);
  return bytes;
}
