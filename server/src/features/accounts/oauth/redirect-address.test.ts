import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isOwnAddress } from './redirect-address.ts';

const named = [
  'https://app.example/callback',
  'http://127.0.0.1/callback',
  'http://localhost:3000/callback',
  'http://[::1]/callback',
  'http://app.example/callback',
  'cursor://app.example/callback',
  'javascript:alert(1)',
];

it('answers an app at an address that it names, and at any port of the person’s machine', () => {
  const own = [
    'https://app.example/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:43117/callback',
    'http://localhost:1/callback',
    'http://[::1]:65535/callback',
  ];
  for (const address of own) assert.ok(isOwnAddress(named, address), address);
});

it('answers an app nowhere else, however near that is', () => {
  const foreign = [
    '',
    'https://app.example/callback/',
    'https://app.example/callback?x=1',
    'https://app.example:8443/callback',
    'https://app.example.evil.example/callback',
    'https://APP.example/callback',
    'https://app.example/callback#x',
    'https://a:b@app.example/callback',
    'http://app.example/callback',
    'http://127.0.0.2:43117/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://127.0.0.1:43117/other',
    'http://127.0.0.1@evil.example/callback',
    'https://127.0.0.1/callback',
    'http://localhost:1/callback?x=1',
    'cursor://app.example/callback',
    'javascript:alert(1)',
  ];
  for (const address of foreign) assert.ok(!isOwnAddress(named, address), address);
});
