import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSitesProblem, portalLimits, siteFrom } from './portal-settings.ts';

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
