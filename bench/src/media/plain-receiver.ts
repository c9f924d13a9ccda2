import { createServer } from 'node:http';
import { open } from 'node:fs/promises';

/**
 * Minimal upload server: appends each chunk to a file and answers after one fdatasync. No accounts, checks or
 * database. Prints its port.
 */
const [file] = process.argv.slice(2);
const server = createServer((request, reply) => {
  void (async () => {
    await using out = await open(file!, 'a');
    for await (const bytes of request) await out.write(bytes as Buffer);
    await out.datasync();
    reply.writeHead(308).end();
  })();
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port));
