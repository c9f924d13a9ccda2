import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { EmbeddingSite } from '../publishing/portal-settings.ts';
import { isSite, isWebOrigin } from './web-origin.ts';
import { findSitesProblem, portalLimits, siteFrom } from './portal-settings.ts';

describe('origins', () => {
  it('accepts only origins whose hosts can exist', () => {
    for (const text of [
      'https://www.example.com',
      'http://localhost:3000',
      'https://xn--bcher-kva.example',
      'http://my_host',
      'http://127.0.0.1:8080',
      'http://[::1]:3000',
    ])
      assert.ok(isWebOrigin(text), text);
    for (const text of [
      'https://a;script-src *',
      'https://a;b',
      'https://a,b',
      'https://a"b',
      "https://a'b",
      'https://a b',
      'https://*.example.com',
      'https://example.com/',
      'https://example.com\n',
      'ftp://example.com',
      'javascript://example.com',
      'https://',
      'https://example.com:99999',
      'http://256.256.256.256',
      'http://[1::2::3]',
      'https://-a.example',
      `https://${'a.'.repeat(200)}a`,
    ])
      assert.ok(!isWebOrigin(text), JSON.stringify(text));
  });

  it('accepts a wildcard for all subdomains and rejects wider ones', () => {
    assert.ok(isSite('https://*.example.com'));
    for (const text of ['https://*', 'https://*.', 'https://a.*.com', 'https://*a.com', '*', 'https://*.a.com:65536'])
      assert.ok(!isSite(text), text);
  });

  it('reduces the URL of a site to its origin', () => {
    assert.equal(EmbeddingSite.parse(' www.Example.com/page '), 'https://www.example.com');
    assert.equal(EmbeddingSite.parse('https://bücher.example:8443'), 'https://xn--bcher-kva.example:8443');
    for (const text of [
      'https://a;b',
      'a,b',
      'a"b',
      "x'y.com",
      'https://a;script-src https://evil.example',
      'a.b;',
      '*',
    ])
      assert.equal(EmbeddingSite.safeParse(text).success, false, text);
  });
});

test('takes a site as people write it, and cuts off what follows the host', () => {
  assert.equal(siteFrom('www.example.com/blog?x=1'), 'https://www.example.com');
  assert.equal(siteFrom('http://localhost:8080'), 'http://localhost:8080');
  for (const text of ['my site', 'http://', 'ftp://example.com', '']) assert.equal(siteFrom(text), undefined, text);
});

test('says what is wrong with a list of sites', () => {
  assert.equal(findSitesProblem(['www.example.com', 'https://example.org']), undefined);
  assert.equal(
    findSitesProblem(['www.example.com', 'my site']),
    '“my site” is not a web address. Write it like https://www.example.com',
  );
  assert.equal(
    findSitesProblem(['x'.repeat(portalLimits.siteLength + 1)]),
    'The address of a site may have at most 200 characters.',
  );
  const many = Array.from({ length: portalLimits.sites + 1 }, (_, n) => `site${n}.example.com`);
  assert.equal(findSitesProblem(many), 'Please list at most 20 sites.');
});
