import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import ipaddr from 'ipaddr.js';
import {
  acceptOutboundUrl,
  type OutboundRules,
  readBeginning,
  readOutboundUrl,
  requestGuarded,
} from './guarded-request.ts';

const nobody: OutboundRules = { allowed: [], own: ['lectern.example'] };
const loopback: OutboundRules = { allowed: [ipaddr.parseCIDR('127.0.0.0/8')], own: [] };

const isRefused = (error: unknown): boolean => error instanceof Problem && error.code === 'address_refused';
const ask = (address: string, rules: OutboundRules) =>
  requestGuarded(address, rules, { method: 'GET', headers: {}, signal: AbortSignal.timeout(5_000) });

describe('the guard of addresses that people name', () => {
  const inner = [
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://127.0.0.1./',
    'https://①②⑦.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://10.1.2.3/',
    'https://172.16.0.9/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://224.0.0.1/',
    'http://93.184.215.14/',
    'http://example.org/',
    'https://example.org:8443/',
    'https://a:b@example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://',
    '',
    'https://lectern.example/x',
  ];
  it('refuses an address before it is asked, when that is inner, plain, ours or holds a password', () => {
    for (const address of inner) assert.throws(() => readOutboundUrl(address, nobody), isRefused, address);
    for (const address of ['https://example.org/', 'https://93.184.215.14/hook?x=1', 'https://example.org:443/'])
      assert.equal(readOutboundUrl(address, nobody).protocol, 'https:');
  });

  it('accepts plain http to networks of the operator’s choice alone, also of names', async () => {
    for (const address of ['http://example.com/x', 'http://nowhere.invalid/', 'https://nowhere.invalid:8443/'])
      await assert.rejects(acceptOutboundUrl(address, loopback), isRefused, address);
    for (const address of ['http://localhost:1/hook', 'http://127.0.0.1:1/hook', 'https://example.com/x'])
      assert.equal((await acceptOutboundUrl(address, loopback)).href, address);
  });

  it('says that an address may not hold a name and a password', () => {
    for (const rules of [nobody, loopback])
      assert.throws(() => readOutboundUrl('https://a:b@example.org/', rules), /may not hold a name and a password/);
  });

  it('refuses a name whose address is inner, when it is asked', async () => {
    await assert.rejects(ask('https://localhost/', nobody), isRefused);
    const elsewhere = { ...loopback, allowed: [ipaddr.parseCIDR('10.0.0.0/8')] };
    for (const address of ['http://localhost:1/', 'https://localhost:1/'])
      await assert.rejects(ask(address, elsewhere), isRefused);
  });

  it('follows a redirect as far as the rules allow it, and never into what they do not', async (t) => {
    const server = createServer((request, response) => {
      const [, way = '', n = '0'] = /^\/(\w+)\/?(\d*)/.exec(request.url ?? '') ?? [];
      if (way === 'inner') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
      else if (way === 'round') response.writeHead(307, { location: `/round/${Number(n) + 1}` }).end();
      else response.end('x'.repeat(10_000));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await assert.rejects(ask(`${origin}/inner`, loopback), isRefused);
    assert.equal((await ask(`${origin}/round`, loopback)).statusCode, 307);
    const named = await ask(origin.replace('127.0.0.1', 'localhost'), loopback);
    assert.equal((await readBeginning(named, 2_000)).length, 2_000);
  });
});
