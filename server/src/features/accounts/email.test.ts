import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normaliseEmail } from './names.ts';

test('an address is taken as mail servers know it, when they deliver to it', () => {
  const rows: readonly [typed: string, stored: string | undefined][] = [
    [' Ada@Example.org ', 'ada@example.org'],
    ['a=b@example.org', 'a=b@example.org'],
    ["o'hara&sons+news@example.org", "o'hara&sons+news@example.org"],
    ['dots..and.@example.org', 'dots..and.@example.org'],
    ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@MÜNCHEN.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@例え.jp', 'ada@xn--r8jz45g.jp'],
    ['ada@localhost', undefined],
    ['ada@', undefined],
    ['@example.org', undefined],
    ['ada', undefined],
    ['john.doe', undefined],
    ['example.com', undefined],
    ['@example.com', undefined],
    ['ada@example.org, eve@example.org', undefined],
    ['ada@exa mple.org', undefined],
    ['ada@-example.org', undefined],
    [`${'a'.repeat(250)}@example.org`, undefined],
    ['ada@example.org\r\nBcc: eve@example.org', undefined],
  ];
  for (const [typed, stored] of rows) assert.equal(normaliseEmail(typed), stored, typed);
});
