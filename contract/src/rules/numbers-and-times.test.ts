import assert, { deepEqual, equal, ok } from 'node:assert/strict';
import { test, it, describe } from 'node:test';
import { formatBytes } from './format-bytes.ts';
import { inMoney } from './money.ts';
import { monthsAfter, periodEndAfter } from './billing-period.ts';
import { clipRange, screenshotTime } from './clip-range.ts';
import { tokenUsage } from './plans.ts';
import {
  chapterThumbnailTime,
  formatDuration,
  formatExactTimecode,
  formatTimecode,
  parseExactTimecode,
  parseTimecode,
  quoteTimecode,
  relativeAge,
  approximateDuration,
  typeTimecode,
} from './timecode.ts';
import { buildMomentQuery, buildStartTimeQuery, parseStartTime } from './start-time.ts';

test('sizes read as a person would write them', () => {
  assert.equal(formatBytes(0), '0 bytes');
  assert.equal(formatBytes(999), '999 bytes');
  assert.equal(formatBytes(1_500), '1.5 kB');
  assert.equal(formatBytes(153_400_000), '153 MB');
  assert.equal(formatBytes(2_758_000_000), '2.8 GB');
});

it('formats amounts with the smallest unit of their own currency', () => {
  deepEqual(
    [inMoney(500), inMoney(700, 'eur'), inMoney(700, 'jpy'), inMoney(1500, 'kwd'), inMoney(0)],
    ['$5.00', '€7.00', '¥700', 'KWD\u00a01.500', '$0.00'],
  );
});

it('an amount has the decimals that Stripe counts, also where people write none', () => {
  deepEqual(
    ['isk', 'UGX', 'rsd', 'all', 'lbp', 'mmk', 'huf', 'twd'].map((currency) => inMoney(12_345, currency).slice(-6)),
    Array.from({ length: 8 }, () => '123.45'),
  );
  deepEqual(
    ['jpy', 'krw', 'vnd', 'xaf', 'clp', 'JPY'].map((currency) => inMoney(12_345, currency).slice(-6)),
    Array.from({ length: 6 }, () => '12,345'),
  );
  deepEqual(
    ['bhd', 'jod', 'omr', 'tnd'].map((currency) => inMoney(12_345, currency).slice(-6)),
    Array.from({ length: 4 }, () => '12.345'),
  );
});

const at = (text: string): Date => new Date(`${text}T09:30:00.000Z`);
const months = (anchor: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) =>
    monthsAfter(at(anchor), n + 1)
      .toISOString()
      .slice(0, 10),
  );

describe('billing periods', () => {
  it('comes back to the 31st after shorter months', () => {
    deepEqual(months('2026-01-31', 5), ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30']);
  });

  it('knows leap days', () => {
    deepEqual(months('2028-01-30', 2), ['2028-02-29', '2028-03-30']);
    equal(monthsAfter(at('2028-02-29'), 12).toISOString().slice(0, 10), '2029-02-28');
    equal(monthsAfter(at('2028-02-29'), 48).toISOString().slice(0, 10), '2032-02-29');
  });

  it('crosses years and keeps the time of day', () => {
    equal(monthsAfter(at('2026-12-15'), 1).toISOString(), '2027-01-15T09:30:00.000Z');
  });

  it('finds the end of the period a moment is in, for every day of four years', () => {
    for (const anchor of ['2026-01-31', '2028-02-29', '2026-11-01'].map(at)) {
      for (let day = 0; day < 1461; day += 1) {
        const time = new Date(anchor.getTime() + day * 86_400_000);
        const end = periodEndAfter(anchor, time);
        ok(end > time && end.getTime() - time.getTime() <= 31 * 86_400_000);
      }
    }
  });
});

test('ages are said in the largest unit of the specification', () => {
  const [minute, hour, day] = [60, 3600, 86_400];
  const ages: readonly [number, string][] = [
    [-5, '0 s'],
    [0, '0 s'],
    [59, '59 s'],
    [minute, '1 min'],
    [hour - 1, '59 min'],
    [hour, '1 h'],
    [day - 1, '23 h'],
    [day, '1 d'],
    [7 * day - 1, '6 d'],
    [7 * day, '1 w'],
    [28 * day - 1, '3 w'],
    [28 * day, '1 m'],
    [60 * day, '2 m'],
    [360 * day - 1, '11 m'],
    [360 * day, '1 y'],
    [730 * day, '2 y'],
  ];
  for (const [age, said] of ages) assert.equal(relativeAge(1_000_000_000, 1_000_000_000 + age), said, `${age} s`);
});

test('times are read strictly and written with and without hours', () => {
  for (const [text, seconds] of [
    ['00:00:00', 0],
    ['01:02:03', 3723],
    ['23:59:59', 86_399],
  ] as const) {
    assert.equal(parseTimecode(text), seconds);
    assert.equal(formatTimecode(seconds), text);
  }
  for (const wrong of ['24:00:00', '00:60:00', '00:00:60', '1:00:00', '00:00', '00:00:00 ', '', '-0:00:01', '٠٠:٠٠:٠١'])
    assert.equal(parseTimecode(wrong), undefined, wrong);
  assert.deepEqual([59, 61.9, 3599, 3600, 7325].map(formatDuration), [
    '00:59',
    '01:01',
    '59:59',
    '01:00:00',
    '02:02:05',
  ]);
});

test('a time of a clip may carry up to three digits of a fraction', () => {
  for (const [text, seconds] of [
    ['00:01:02', 62],
    ['00:01:02.5', 62.5],
    ['00:00:00.04', 0.04],
    ['23:59:59.999', 86_399.999],
  ] as const) {
    assert.equal(parseExactTimecode(text), seconds);
    assert.equal(formatExactTimecode(seconds), text);
  }
  assert.equal(parseExactTimecode('00:00:01.500'), 1.5);
  assert.equal(formatExactTimecode(59.9996), '00:00:59.999');
  assert.equal(formatExactTimecode(1.005), '00:00:01.005');
  for (const wrong of ['00:01:02.', '00:01:02,5', '00:01:02.1234', '00:01.5', '.5', '00:00:60.5', '00:01:02.5.5'])
    assert.equal(parseExactTimecode(wrong), undefined, wrong);
});

test('a time field keeps digits and colons, and puts colons in while one types', () => {
  const typed = (keys: string): string => keys.split('').reduce((now, key) => typeTimecode(now + key, now), '');
  assert.equal(typed('012345'), '01:23:45');
  assert.equal(typed('a0-1x2'), '01:2');
  assert.equal(typed('0123456789'), '01:23:45');
  assert.equal(typed('01:23:45'), '01:23:45');
  assert.equal(typed('000102.5'), '00:01:02.5');
  assert.equal(typed('000102,56789'), '00:01:02.567');
  assert.equal(typed('00:01:02..5x'), '00:01:02.5');
  assert.equal(typed('00.0102'), '00:01:02', 'no fraction before the time is complete');
  assert.equal(typeTimecode('00:01:02.25', ''), '00:01:02.25');
  assert.equal(typeTimecode('00:01:02', '00:01:02.'), '00:01:02');
  // Taken back, the colon stays away.
  assert.equal(typeTimecode('01', '01:'), '01');
  assert.equal(typeTimecode('00:01:02', ''), '00:01:02');
  assert.equal(typeTimecode('001530', ''), '00:15:30');
  assert.equal(typeTimecode('015', '01'), '01:5');
});

test('lengths are told in seconds below a minute, else in minutes', () => {
  const told = (seconds: number): string => Object.values(approximateDuration(seconds)).join(' ');
  assert.deepEqual([0.2, 12.4, 59.4, 59.6, 89, 2760].map(told), [
    '1 second',
    '12 second',
    '59 second',
    '1 minute',
    '1 minute',
    '46 minute',
  ]);
});

test('quotes are cued two seconds before, chapters pictured five seconds in, never outside', () => {
  assert.deepEqual([quoteTimecode(10, 0), quoteTimecode(11, 10), quoteTimecode(0.5, 0)], [8, 10, 0]);
  assert.equal(chapterThumbnailTime(60, 600), 65);
  assert.equal(chapterThumbnailTime(598, 600), 599.9);
});

test('clips and screenshots are refused in the words of the specification', () => {
  const said = (timeIn: string, timeOut: string) => {
    const range = clipRange(timeIn, timeOut, 90.5);
    return range.ok ? [range.start, range.end] : range.message;
  };
  assert.deepEqual(said('00:00:10', '00:01:30'), [10, 90]);
  assert.deepEqual(said('00:00:10.25', '00:01:30.5'), [10.25, 90.5]);
  assert.equal(said('00:00:10.5', '00:00:10.5'), 'timeIn must be earlier than timeOut.');
  assert.equal(said('00:00:10', '00:01:30.6'), 'timeOut must be earlier than video duration(90s).');
  assert.equal(said('0:10', '00:01:30'), 'Both timeIn and timeOut must be valid times in HH:MM:SS format.');
  assert.equal(said('00:00:10', '00:00:10'), 'timeIn must be earlier than timeOut.');
  assert.equal(said('00:00:10', '00:01:31'), 'timeOut must be earlier than video duration(90s).');
  const shot = (time: string) => {
    const checked = screenshotTime(time, 90);
    return checked.ok ? checked.time : checked.message;
  };
  assert.equal(shot('00:01:29'), 89);
  assert.equal(shot('00:01:29.95'), 89.95);
  assert.equal(shot('1:29'), 'time must be valid times in HH:MM:SS format.');
  assert.equal(shot('00:01:30'), 'time must be earlier than video duration(90s).');
});

test('the share of used tokens is rounded down', () => {
  assert.equal(tokenUsage(14_500, 50_000), 29);
  assert.deepEqual([tokenUsage(0, 50_000), tokenUsage(44_999, 50_000), tokenUsage(45_000, 50_000)], [0, 89, 90]);
});

test('reads a start time in every way people write it', () => {
  const readings: Record<string, number> = {
    '90': 90,
    '0': 0,
    '12.5': 12.5,
    '90s': 90,
    '2m': 120,
    '1m30s': 90,
    '1h2m3s': 3723,
    '1h': 3600,
    '1:30': 90,
    '00:01:30': 90,
    '1:00:05': 3605,
  };
  for (const [text, seconds] of Object.entries(readings)) assert.equal(parseStartTime(text), seconds, text);
});

test('reads nothing into what is no time', () => {
  for (const text of [null, '', 'abc', '-5', '1h2x', ':', '1:2:3:4', 'NaN'])
    assert.equal(parseStartTime(text), undefined);
});

test('a link to what was found keeps its words', () => {
  assert.equal(buildMomentQuery(187.17, 'price & plan'), '?t=187.17&q=price%20%26%20plan');
  assert.equal(buildMomentQuery(null, 'ü'), '?q=%C3%BC');
  assert.equal(buildMomentQuery(2, 'price', 'slide'), '?t=2&q=price&in=slides');
  assert.equal(buildMomentQuery(2, 'price', 'highlight'), '?t=2&in=transcript');
  for (const field of ['chapter', 'summary', 'chapter title', 'chapter summary'])
    assert.equal(buildMomentQuery(2, 'price', field), '?t=2&q=price&in=chapters');
  assert.equal(buildMomentQuery(2, 'price', 'quote'), '?t=2&q=price');
  assert.equal(buildMomentQuery(2, 'price', 'chapter quote'), '?t=2&q=price');
});

test('links to the moment that was meant, never before it', () => {
  const links: [number, string][] = [
    [0, '?t=0'],
    [65, '?t=65'],
    [187.17, '?t=187.17'],
    [0.29, '?t=0.29'],
    [33.333333333333336, '?t=33.334'],
    [10_799.999_9, '?t=10800'],
  ];
  for (const [seconds, link] of links) {
    assert.equal(buildStartTimeQuery(seconds), link);
    assert.ok(parseStartTime(link.slice('?t='.length))! >= seconds);
  }
});
