/** What the thread of the database is told. `connection` numbers the logical connections. */
export type ToThread =
  | { kind: 'bytes'; connection: number; bytes: Uint8Array }
  | { kind: 'gone'; connection: number }
  | { kind: 'close' };

/** What it tells. */
export type FromThread =
  | { kind: 'ready' }
  | { kind: 'bytes'; connection: number; bytes: Uint8Array }
  | { kind: 'closed' };
