import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A name server of tests on this machine, over UDP as RFC 1035 has it. It knows TXT records alone. */
export class NameServer {
  /** Texts by domain; a domain that is not here does not exist. */
  readonly texts = new Map<string, string[]>();
  /** Whether it says that it cannot answer. */
  isFailing = false;
  #socket: Socket | undefined;

  /** Its address, for `DNS_SERVERS`. */
  get address(): string {
    return `127.0.0.1:${(this.#socket!.address() as AddressInfo).port}`;
  }

  async open(): Promise<void> {
    const socket = createSocket('udp4');
    this.#socket = socket;
    socket.on('message', (question, { port, address }) => socket.send(this.#answer(question), port, address));
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
  }

  async close(): Promise<void> {
    const closed = once(this.#socket!, 'close');
    this.#socket!.close();
    await closed;
  }

  #answer(question: Buffer): Buffer {
    const labels: string[] = [];
    let end = 12;
    for (let length = question[end]!; length > 0; length = question[end]!) {
      labels.push(question.toString('latin1', end + 1, end + 1 + length));
      end += 1 + length;
    }
    const asked = question.subarray(12, end + 5);
    const texts = this.isFailing ? undefined : this.texts.get(labels.join('.').toLowerCase());
    const header = Buffer.alloc(12);
    header.writeUInt16BE(question.readUInt16BE(0), 0);
    // A reply, with recursion, and its outcome: none, a failure of the server, or no such name.
    header.writeUInt16BE(0x8180 | (this.isFailing ? 2 : texts ? 0 : 3), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(texts?.length ?? 0, 6);
    return Buffer.concat([header, asked, ...(texts ?? []).map((text) => asRecord(text))]);
  }
}

/** A TXT record of the name that was asked for, in parts of at most 255 bytes. */
function asRecord(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(12);
  // The name at byte 12, of type TXT and class IN, good for no time.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(16, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
