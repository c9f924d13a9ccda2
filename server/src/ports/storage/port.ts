import type { Readable } from 'node:stream';

/**
 * What is stored. Keys are ours: parts of letters, digits, `.`, `_` and `-` with `/` between them, such as
 * `videos/ID/original`. `etag` is another one as soon as the content is.
 */
export type StoredObject = { key: string; /** Bytes. */ size: number; etag: string; changedAt: Date };

/** An object opened for reading in places. It is the same content to the end, whatever takes its key meanwhile, or fails. */
export type OpenObject = AsyncDisposable & {
  readonly size: number;
  readonly etag: string;
  /** Fills `into` with the bytes from `at` on; resolves with how many there were. */
  read(into: Buffer, at: number): Promise<number>;
};

/** A whole object as a file of this machine, for tools that need one. Nobody may write to it. */
export type LocalCopy = AsyncDisposable & { readonly path: string };

/** Both ends inclusive, in bytes. */
export type ByteRange = { start: number; end: number };

export type Sending = {
  /** Bytes, where they are known beforehand. */
  size?: number | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Where recordings and what is made of them lie. Failures are `Problem`s: `not_found` where nothing has the key, and
 * `storage_unavailable`, which a later attempt may cure.
 */
export type Storage = {
  readonly kind: 'disk' | 's3';

  /**
   * Stores bytes under a key, durably when it resolves. The object is there whole or not at all: until then, and when
   * it fails, the key has what it had.
   */
  put(key: string, content: Buffer | AsyncIterable<Buffer>, how?: Sending): Promise<void>;

  /** Like `put`, with a file of this machine, which is gone then. */
  publish(file: string, key: string, how?: Sending): Promise<void>;

  /** Undefined where nothing has the key. */
  find(key: string): Promise<StoredObject | undefined>;

  open(key: string): Promise<OpenObject>;

  /** The bytes of an object or a part of it, one after the other. */
  read(key: string, range?: ByteRange): Promise<Readable>;

  localCopy(key: string, signal?: AbortSignal): Promise<LocalCopy>;

  /**
   * An address on which anybody reads the object, in ranges too, for so many seconds; with a name as a download.
   * Undefined where only this server can hand it out.
   */
  link(key: string, how: { seconds: number; name?: string; type?: string }): Promise<string | undefined>;

  /** Everything whose key begins with this prefix, which ends with `/`, in the order of the keys. */
  list(prefix: string): AsyncIterable<StoredObject>;

  /** Removes everything whose key begins with this prefix, which ends with `/`; nothing where there is nothing. */
  remove(prefix: string): Promise<void>;

  close(): Promise<void>;
};
