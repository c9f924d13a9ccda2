import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { membershipText } from './membership-text.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const text = (
  plan: 'free' | 'executive' | 'professional',
  subscription_status: 'active' | 'canceled' | 'inactive',
  end: string,
  payment_due = false,
) =>
  membershipText(
    { plan, subscription_status, membership_end: end, membership_expired: Date.parse(end) <= now, payment_due },
    now,
  );

describe('the words of a membership', () => {
  it('counts the days of the Executive trial, begun days included, and says when a trial is over', () => {
    deepEqual(text('executive', 'inactive', '2026-03-03T13:00:00Z'), {
      status: 'Free Trial',
      note: 'Your free trial expires in 3 day(s)!',
      dateLabel: 'Expires on this date',
    });
    for (const [plan, end, note] of [
      ['executive', '2026-03-01T12:00:01Z', 'Your free trial expires in 1 day(s)!'],
      ['executive', '2026-03-01T12:00:00Z', '⚠️ Your trial has expired.'],
      ['free', '2026-02-01T12:00:00Z', '⚠️ Your trial has expired.'],
      ['free', '2026-03-04T12:00:00Z', undefined],
      ['executive', 'soon', undefined],
    ] as const)
      deepEqual(text(plan, 'inactive', end).note, note, `${plan} ${end}`);
  });

  it('tells a renewal from an end', () => {
    deepEqual(text('executive', 'active', '2026-03-31T12:00:00Z'), {
      status: 'Active',
      dateLabel: 'Renews on this date',
    });
    deepEqual(text('professional', 'canceled', '2026-03-31T12:00:00Z'), {
      status: 'Cancelled',
      note: 'Your subscription will end at the end of the billing cycle.',
      dateLabel: 'Expires on this date',
    });
    deepEqual(text('professional', 'canceled', '2026-02-28T12:00:00Z').status, 'Expired');
    deepEqual(text('professional', 'active', '2026-02-28T12:00:00Z').status, 'Payment due');
    deepEqual(text('professional', 'active', '2026-03-05T12:00:00Z', true), {
      status: 'Payment due',
      note: 'The last payment did not go through. Everything goes on until then, and your card is tried again.',
      dateLabel: 'Goes on until this date',
    });
  });
});
