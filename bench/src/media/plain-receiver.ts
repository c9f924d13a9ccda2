import { createServer } from 'node:http';
import { open } from 'node:fs/promises';

/**
 * The least a server can do with an upload: every chunk is written to the end of a file as it comes, and answered after
 * one fdatasync. No accounts, no checks, no database. Prints its port.
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
