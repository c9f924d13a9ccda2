import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildMomentQuery, buildStartTimeQuery, parseStartTime } from './start-time.ts';

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
