/** Messages to the database thread. `connection` numbers the logical connections. */
export type ToThread =
  | { kind: 'bytes'; connection: number; bytes: Uint8Array }
  | { kind: 'gone'; connection: number }
  | { kind: 'close' };

/** Messages from the database thread. */
export type FromThread =
  | { kind: 'ready' }
  | { kind: 'bytes'; connection: number; bytes: Uint8Array }
  | { kind: 'closed' };
