import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { monthsAfter, periodEndAfter } from './billing-period.ts';

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
