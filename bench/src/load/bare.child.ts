import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

/** Baseline for comparison: a server that only streams files from a folder. */
const folder = process.argv[2]!;
const server = createServer((request, response) => {
  const file = join(folder, basename(request.url ?? ''));
  response.setHeader('content-type', 'video/iso.segment');
  response.setHeader('content-length', statSync(file).size);
  createReadStream(file).pipe(response);
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
