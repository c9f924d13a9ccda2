import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TLSSocket, createSecureContext } from 'node:tls';
import { pino } from 'pino';
import { connectPostgresql } from './postgresql.ts';

const certificates = join(import.meta.dirname, '../../../test/tls');
const cluster = process.env.LECTERN_TEST_POSTGRES;

/**
 * The encryption that PostgreSQL's own libpq asks for (https://www.postgresql.org/docs/15/protocol-flow.html#id-1.10.6.7.12)
 * in front of the tests' server, which listens on a socket file only. `offers`: whether it agrees to encrypt.
 */
async function encrypting(socketFile: string, offers: boolean) {
  const secureContext = createSecureContext({
    cert: readFileSync(join(certificates, 'server.pem')),
    key: readFileSync(join(certificates, 'server.key')),
  });
  let encrypted = 0;
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', () => {
      client.write(offers ? 'S' : 'N');
      if (!offers) return;
      const secure = new TLSSocket(client, { isServer: true, secureContext });
      secure.on('error', () => secure.destroy());
      secure.once('secure', () => {
        encrypted += 1;
        const behind = connect(socketFile);
        behind.on('error', () => secure.destroy());
        secure.pipe(behind).pipe(secure);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    encrypted: () => encrypted,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

if (!cluster) {
  console.log('PostgreSQL is not installed here: its encrypted connections are not tried.');
} else
  describe('an encrypted connection to PostgreSQL', () => {
    const socketFile = join(new URL(cluster).searchParams.get('host')!, '.s.PGSQL.5432');
    const ca = encodeURIComponent(join(certificates, 'ca.pem'));
    let [willing, unwilling]: Awaited<ReturnType<typeof encrypting>>[] = [];
    before(async () => {
      [willing, unwilling] = [await encrypting(socketFile, true), await encrypting(socketFile, false)];
    });
    after(async () => {
      await willing?.close();
      await unwilling?.close();
    });
    const address = (port: number, query: string) => `postgresql://lectern@localhost:${port}/postgres?${query}`;

    const connect = (url: string) => connectPostgresql(url, pino({ level: 'silent' }), async () => undefined);

    it('accepts a certificate, when the authority in sslrootcert issued it', async () => {
      const pool = await connect(address(willing!.port, `sslmode=verify-full&sslrootcert=${ca}`));
      assert.deepEqual((await pool.query('select 1 as one')).rows, [{ one: 1 }]);
      await pool.end();
      // One on which migrations run, and one of the pool.
      assert.equal(willing!.encrypted(), 2);
    });

    it('refuses an untrusted certificate in one line', async () => {
      for (const query of ['sslmode=verify-full', 'sslmode=require'])
        await assert.rejects(connect(address(willing!.port, query)), {
          name: 'DatabaseConfigError',
          message: /DATABASE_URL: the database cannot be reached \(.*(certificate|verify)/,
        });
    });

    it('never falls back to a plain connection, when encryption is required', async () => {
      await assert.rejects(connect(address(unwilling!.port, 'sslmode=require')), {
        name: 'DatabaseConfigError',
        message: /does not support SSL/,
      });
    });
  });
