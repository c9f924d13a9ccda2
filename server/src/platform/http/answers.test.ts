import assert from 'node:assert/strict';
import { test, it } from 'node:test';
import { z } from 'zod';
import { describeInvalidInput } from './invalid-input.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { byteRange } from './send-object.ts';

const schema = z.object({
  title: z.string().min(1).max(300),
  code: z.string().min(3).optional(),
  count: z.number().max(10),
  plan: z.enum(['free', 'executive']),
  sites: z.array(z.string().refine((site) => site !== 'x', 'it is no site')),
  quotes: z.array(z.union([z.string().max(3), z.object({ quote: z.string() })])).optional(),
  chapters: z.array(z.object({ start_time: z.number() })).optional(),
});
const good = { title: 'A', count: 1, plan: 'free', sites: [] };

test('says what is wrong with an input in plain words', () => {
  const cases: [object, string][] = [
    [{ title: '' }, 'Please check title: it must not be empty.'],
    [{ title: 'x'.repeat(301) }, 'Please check title: it may have at most 300 characters.'],
    [{ title: undefined }, 'Please check title: it is missing.'],
    [{ title: 7 }, 'Please check title: it is not as expected.'],
    [{ code: 'ab' }, 'Please check code: it must have at least 3 characters.'],
    [{ count: 11 }, 'Please check count: it may be at most 10.'],
    [{ plan: 'gold' }, 'Please check plan: it must be one of free, executive.'],
    [{ sites: ['a', 'x'] }, 'Please check site 2: it is no site.'],
    [{ quotes: ['abcd'] }, 'Please check quote 1: it may have at most 3 characters.'],
    [{ quotes: [7] }, 'Please check quote 1: it is not as expected.'],
    [
      { chapters: [{ start_time: 0, quotes: [] }, { start_time: 'x' }] },
      'Please check start time of chapter 2: it is not as expected.',
    ],
  ];
  for (const [change, text] of cases) {
    const input = { ...good, ...change };
    const { error } = schema.safeParse(input);
    assert.ok(error, text);
    assert.equal(describeInvalidInput(error, input, 'body'), text);
  }
  const whole = schema.safeParse('text');
  assert.equal(describeInvalidInput(whole.error!, 'text', 'body'), 'Please check the body: it is not as expected.');
});

it('writes a policy of origins and keywords, and refuses everything else', () => {
  assert.equal(
    contentSecurityPolicy({ 'default-src': ["'none'"], 'img-src': ["'self'", 'https://a.example:8443', 'data:'] }),
    "default-src 'none'; img-src 'self' https://a.example:8443 data:",
  );
  for (const source of ['https://a;script-src *', 'https://a,b', 'https://a b', "'unsafe-eval'", '*', '', 'https:'])
    assert.throws(() => contentSecurityPolicy({ 'frame-ancestors': [source] }), /is no source/, source);
});

test('one range of bytes is understood, everything else means the whole file', () => {
  const cases: [header: string | undefined, expected: ReturnType<typeof byteRange>][] = [
    [undefined, undefined],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=-', undefined],
    ['bytes=20-10', undefined],
    ['bytes=0-1,5-6', undefined],
    ['lines=1-2', undefined],
    ['bytes=100-', null],
  ];
  for (const [header, expected] of cases) assert.deepEqual(byteRange(header, 100), expected, String(header));
});
