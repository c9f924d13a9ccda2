/**
 * Messages of the PostgreSQL protocol 3.0 as far as the adapter looks into them
 * (postgresql.org/docs/current/protocol-message-formats.html).
 */

const code = (letter: string): number => letter.charCodeAt(0);

/** Message codes of the client. */
export const frontend = {
  flush: code('H'),
  sync: code('S'),
  query: code('Q'),
  terminate: code('X'),
} as const;

/** Message codes of the server. */
export const backend = { error: code('E'), readyForQuery: code('Z') } as const;

/** Transaction status in ReadyForQuery: no transaction is open. */
export const idle = code('I');

export function message(type: string, ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(
    parts.reduce((sum, part) => sum + part.length, 4),
    1,
  );
  return Buffer.concat([head, ...parts]);
}

export const text = (value: string): Buffer => Buffer.from(`${value}\0`);

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

export const readyForQuery = (status: number): Buffer => message('Z', Buffer.from([status]));

/** The answer to a start-up packet: no password, the settings clients want to know, ready. */
export function buildStartupResponse(serverVersion: string, connection: number): Buffer {
  const settings = {
    server_version: serverVersion,
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    DateStyle: 'ISO, MDY',
    integer_datetimes: 'on',
    standard_conforming_strings: 'on',
    TimeZone: 'UTC',
  };
  return Buffer.concat([
    message('R', int32(0)),
    ...Object.entries(settings).map(([name, value]) => message('S', text(name), text(value))),
    message('K', int32(connection), int32(0)),
    readyForQuery(idle),
  ]);
}

/** The messages of one complete answer. */
export function* messagesIn(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length;) {
    const end = start + 1 + bytes.readInt32BE(start + 1);
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** Cuts a stream of bytes into messages; what is incomplete waits for the next bytes. */
export function createFramer(): (chunk: Buffer) => Generator<{ startUp: boolean; bytes: Buffer }> {
  let parts: Buffer[] = [];
  let size = 0;
  let started = false;
  return function* frames(chunk) {
    parts.push(chunk);
    size += chunk.length;
    for (;;) {
      const head = started ? 1 : 0;
      if (size < head + 4) return;
      if (parts[0]!.length < head + 4) parts = [Buffer.concat(parts)];
      const length = head + parts[0]!.readInt32BE(head);
      // A value of megabytes comes in many chunks: they are joined once, when the last is here.
      if (size < length) return;
      const whole = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
      parts = [whole.subarray(length)];
      size -= length;
      yield { startUp: !started, bytes: whole.subarray(0, length) };
      started = true;
    }
  };
}
