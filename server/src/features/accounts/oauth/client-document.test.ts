import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import ipaddr from 'ipaddr.js';
import { startLocalServer } from '../../../../test/local-server.ts';
import type { OutboundRules } from '../../../platform/outbound/guarded-request.ts';
import { fetchClientDocument } from './client-document.ts';

const loopback: OutboundRules = { allowed: [ipaddr.parseCIDR('127.0.0.0/8')], own: ['lectern.example'] };
const anywhere = new AbortController().signal;

const isRefused = (error: unknown): boolean => error instanceof Problem && error.code === 'app_unknown';

describe('what an app says of itself', () => {
  let answer: RequestListener;
  let site: Awaited<ReturnType<typeof startLocalServer>>;
  const asked: string[] = [];
  before(async () => {
    site = await startLocalServer((request, response) => {
      asked.push(request.url!);
      answer(request, response);
    });
  });
  after(() => site.close());

  const idOf = (path = '/app.json'): string => `${site.url}${path}`;
  const documentOf = (more: object = {}) => ({
    client_id: idOf(),
    client_name: ' An\u202e Assistant ',
    redirect_uris: ['https://app.example/callback'],
    ...more,
  });
  const say = (document: unknown, status = 200): RequestListener => {
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    return (_request, response) => response.writeHead(status).end(text);
  };
  const fetchOwn = (id = idOf(), signal = anywhere) => fetchClientDocument(id, loopback, signal);

  it('comes from the address that is its id, without what cannot be seen in its name', async () => {
    answer = say(documentOf({ jwks: 'whatever else', token_endpoint_auth_method: 'none' }));
    const { client_name, redirect_uris } = await fetchOwn();
    assert.deepEqual([client_name, redirect_uris], ['An Assistant', ['https://app.example/callback']]);
  });

  it('stays unasked for, when its address is inner, plain, ours or written otherwise', async () => {
    asked.length = 0;
    answer = say(documentOf());
    await assert.rejects(fetchClientDocument(idOf(), { ...loopback, allowed: [] }, anywhere), isRefused);
    const others = [
      '',
      'assistant',
      site.url,
      `${site.url}/`,
      `${idOf()}#part`,
      `${site.url}/a/../app.json`,
      idOf().replace('127.0.0.1', '127.1'),
      idOf().replace('//', '//a:b@'),
      'https://lectern.example/app.json',
      'https://10.0.0.1/app.json',
      'http://app.example/app.json',
      'file:///etc/passwd',
    ];
    for (const id of others) await assert.rejects(fetchOwn(id), isRefused, id);
    assert.deepEqual(asked, []);
  });

  it('opens nothing, when it is of another, incomplete, wants a secret, or leads elsewhere', async () => {
    const wrong: RequestListener[] = [
      say(documentOf({ client_id: idOf('/other.json') })),
      say(documentOf({ client_name: '\u200b' })),
      say(documentOf({ client_name: 'x'.repeat(101) })),
      say(documentOf({ redirect_uris: [] })),
      say(documentOf({ redirect_uris: ['https://app.example/', 5] })),
      say(documentOf({ token_endpoint_auth_method: 'client_secret_basic' })),
      say(documentOf(), 404),
      say('<!doctype html>'),
      say('[]'),
      (request, response) => {
        if (request.url === '/moved') return say(documentOf())(request, response);
        response.writeHead(302, { location: '/moved' }).end();
      },
    ];
    for (const each of wrong) {
      answer = each;
      await assert.rejects(fetchOwn(), isRefused);
    }
    assert.ok(!asked.includes('/moved'));
  });

  it('opens nothing and is left alone, when its end never comes', async () => {
    let closed: Promise<unknown> | undefined;
    answer = (_request, response) => {
      closed = once(response, 'close');
      const go = (): void => {
        while (response.write(' '.repeat(1_000)));
        response.once('drain', go);
      };
      go();
    };
    await assert.rejects(fetchOwn(), isRefused);
    await closed;
  });

  it('opens nothing, when its time is over, before it answers or in the middle', async () => {
    for (const begin of [false, true]) {
      const time = new AbortController();
      answer = (_request, response) => {
        if (begin) response.writeHead(200).write('{"client_id":', () => time.abort());
        else time.abort();
      };
      await assert.rejects(fetchOwn(idOf(), time.signal), isRefused);
    }
  });
});
