import type { Readable } from 'node:stream';

/**
 * What is stored. Keys are ours: parts of letters, digits, `.`, `_` and `-` with `/` between them, such as
 * `videos/ID/original`. `etag` is another one as soon as the content is.
 */
export type StoredObject = { key: string; /** Bytes. */ size: number; etag: string; changedAt: Date };

/** Bytes of an object from `at` on, and where they are to go. */
export type ReadTarget = { into: Buffer; at: number };

/** An object opened for reading in places. It is the same content to the end, whatever takes its key meanwhile, or fails. */
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

export type Sending = {
  /** Bytes, where they are known beforehand. */
  size?: number | undefined;
  signal?: AbortSignal | undefined;
};

/** With `ifAbsent` what has the key already keeps it. */
export type Putting = Sending & { ifAbsent?: boolean };

/**
 * `at`: bytes the piece has. Of what is sent the first `skip` bytes are dropped: they are stored already. A stream that
 * brings more than `limit` is left where it is.
 */
export type Appending = { at: number; skip: number; limit: number };

/** Bytes taken from the stream, more than `limit` where it brought more, and whether it ended by itself. */
export type Appended = { bytesTaken: number; endedNormally: boolean; error?: unknown };

/** A piece of what comes in several goes, with the bytes of it that count. */
export type Piece = { key: string; size: number };

/** Bytes of the place where everything lies. */
export type DiskSpace = { free: number; size: number };

/**
 * Where recordings and what is made of them lie. Failures are `Problem`s: `not_found` where nothing has the key,
 * `storage_away` where nobody answers, which only time can cure, and `storage_unavailable` where the answer is no.
 */
export type Storage = {
  readonly kind: 'disk' | 's3';

  /** Where that is, for the operator: `the folder /data`. */
  readonly place: string;

  /**
   * Stores bytes under a key, durably when it resolves. The object is there whole or not at all: until then, and when
   * it fails, the key has what it had.
   */
  put(key: string, content: Buffer | AsyncIterable<Buffer>, how?: Putting): Promise<void>;

  /** Like `put`, with a file of this machine, which is gone then. */
  publish(file: string, key: string, how?: Sending): Promise<void>;

  /** Whether `append` goes on where a piece ends; otherwise every piece is brought by one call. */
  readonly appends: boolean;

  /**
   * Adds what a stream brings to a piece, durably when it resolves. A stream that breaks off keeps what came. The stream
   * lives on: whoever refuses it still has to answer on the same connection.
   */
  append(piece: string, stream: Readable, how: Appending): Promise<Appended>;

  /** Takes back what was added to a piece past so many bytes. */
  cut(piece: Piece): Promise<void>;

  /**
   * Makes an object of pieces, one after the other. Whoever wrote one of several may still hold it and go on; that does
   * no harm. An object that is there already stays: it was whole when it came there.
   */
  join(pieces: readonly Piece[], key: string): Promise<void>;

  /** Throws where it can be neither read nor written to; a disk is tried with a file. */
  check(): Promise<void>;

  /** Undefined where nobody can say: there is always more. */
  room(): Promise<DiskSpace | undefined>;

  /** Undefined where nothing has the key. */
  find(key: string): Promise<StoredObject | undefined>;

  /** What `find` has told of an object, in place of its key, is not asked for again. */
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

  /** What lies right below a prefix, which ends with `/`, in order: ends of keys, and what is common to several with its `/`. */
  names(prefix: string): Promise<string[]>;

  /**
   * Gives everything under a prefix another one, or one object another key, where nothing is; nothing where there is
   * nothing. One that is cut off has lost nothing.
   */
  move(from: string, to: string): Promise<void>;

  /** Removes everything whose key begins with this prefix, which ends with `/`, or one object; nothing where there is nothing. */
  remove(what: string): Promise<void>;

  /** Gives back what writers have left that began before this moment and died. */
  sweep(before: Date): Promise<void>;

  close(): Promise<void>;
};
