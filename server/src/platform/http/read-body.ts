import type { FastifyRequest } from 'fastify';

/** Reads a raw body; undefined where it has more bytes than `most`. The connection lives on for the answer. */
export async function readBody({ raw }: FastifyRequest, most: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
