import type { Readable } from 'node:stream';

/**
 * A stored object. Keys consist of letters, digits, `.`, `_`, `-` and `/`, such as `videos/ID/original`. `etag`
 * changes with the content.
 */
export type StoredObject = { key: string; /** Bytes. */ size: number; etag: string; changedAt: Date };

/** Bytes of an object from `at` on, and where they are to go. */
export type ReadTarget = { into: Buffer; at: number };

/**
 * An object opened for reading in places. It is the same content to the end, whatever takes its key meanwhile, or
 * fails.
 */
export type OpenObject = AsyncDisposable & {
  readonly size: number;
  readonly etag: string;
  /** Bytes that are worth a reading of their own, where the content is taken piece by piece. */
  readonly pieceSize: number;
  /** Fills `into` with the bytes from `at` on; resolves with how many there were. */
  read(into: Buffer, at: number): Promise<number>;
  /** Fills many places, in any order, in as few goes as pay with this storage. */
  readEach(places: readonly ReadTarget[]): Promise<void>;
};

/** A whole object as a file of this machine, for tools that need one. Nobody may write to it. */
export type LocalCopy = AsyncDisposable & { readonly path: string };

/** Both ends inclusive, in bytes. */
export type ByteRange = { start: number; end: number };

export type ObjectSendOptions = {
  /** Bytes, where they are known beforehand. */
  size?: number | undefined;
  signal?: AbortSignal | undefined;
};

/** With `ifAbsent` what has the key already keeps it. */
export type PutOptions = ObjectSendOptions & { ifAbsent?: boolean };

/**
 * `at`: bytes already in the piece. Drops the first `skip` bytes sent, which are stored already. Stops reading a
 * stream that exceeds `limit`.
 */
export type AppendOptions = {
  at: number;
  skip: number;
  limit: number;
  /** Told when all of a stream that ended by itself can be read, before it is durable. Storage may never tell. */
  onWritten?: (() => void) | undefined;
};

/** Bytes taken from the stream, more than `limit` where it brought more, and whether it ended by itself. */
export type AppendResult = { bytesTaken: number; endedNormally: boolean; error?: unknown };

/** A piece of what comes in several goes, with the bytes of it that count. */
export type ObjectPiece = { key: string; size: number };

/** Bytes of the place where everything lies. */
export type DiskSpace = { free: number; size: number };

/**
 * Stores recordings and derived files. Throws `not_found` for unknown keys, `storage_away` when there is no answer
 * (only time helps) and `storage_unavailable` when refused.
 */
export type Storage = {
  readonly kind: 'disk' | 's3';

  /** Where that is, for the operator: `the folder /data`. */
  readonly place: string;

  /**
   * Stores bytes under a key, durably when it resolves. The object is there whole or not at all: until then, and when
   * it fails, the key has what it had.
   */
  put(key: string, content: Buffer | AsyncIterable<Buffer>, how?: PutOptions): Promise<void>;

  /** Like `put`, with a file of this machine, which is gone then. */
  publish(file: string, key: string, how?: ObjectSendOptions): Promise<void>;

  /** Whether `append` goes on where a piece ends; otherwise every piece is brought by one call. */
  readonly appends: boolean;

  /**
   * Appends a stream to a piece; durable once resolved. Keeps what arrived before a break. Leaves the stream open,
   * because a refusal is answered on its connection.
   */
  append(piece: string, stream: Readable, how: AppendOptions): Promise<AppendResult>;

  /** Takes back what was added to a piece past so many bytes. */
  cut(piece: ObjectPiece): Promise<void>;

  /**
   * Joins pieces in order into an object. Earlier writers may still write to their pieces without harm. Keeps an
   * existing object, because it is complete.
   */
  join(pieces: readonly ObjectPiece[], key: string): Promise<void>;

  /** Throws where it can be neither read nor written to; a disk is tried with a file. */
  check(): Promise<void>;

  /** Undefined where nobody can say: there is always more. */
  room(): Promise<DiskSpace | undefined>;

  /** Undefined where nothing has the key. */
  find(key: string): Promise<StoredObject | undefined>;

  /** Pass the result of `find` instead of a key to avoid asking again. */
  open(object: string | StoredObject): Promise<OpenObject>;

  /** The bytes of an object or a part of it, one after the other. */
  read(key: string, range?: ByteRange): Promise<Readable>;

  /** As `open`. */
  localCopy(object: string | StoredObject, signal?: AbortSignal): Promise<LocalCopy>;

  /**
   * An address on which anybody reads the object, in ranges too, for so many seconds; with a name as a download.
   * Undefined where only this server can hand it out.
   */
  link(key: string, how: { seconds: number; name?: string; type?: string }): Promise<string | undefined>;

  /** Everything whose key begins with this prefix, which ends with `/`, in the order of the keys. */
  list(prefix: string): AsyncIterable<StoredObject>;

  /** Lists names directly below a prefix (ending with `/`), sorted: ends of keys, and shared folders with their `/`. */
  names(prefix: string): Promise<string[]>;

  /**
   * Gives everything under a prefix another one, or one object another key, where nothing is; nothing where there is
   * nothing. One that is cut off has lost nothing.
   */
  move(from: string, to: string): Promise<void>;

  /**
   * Removes everything whose key begins with this prefix, which ends with `/`, or one object; nothing where there is
   * nothing.
   */
  remove(what: string): Promise<void>;

  /** Gives back what writers have left that began before this moment and died. */
  sweep(before: Date): Promise<void>;

  close(): Promise<void>;
};
