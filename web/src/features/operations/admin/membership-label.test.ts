import assert from 'node:assert/strict';
import { test } from 'node:test';
import { membershipLabel } from './membership-label.ts';

const now = new Date('2026-06-01T00:00:00Z');
const later = '2026-07-01T00:00:00.000Z';

test('a membership is expired, ending, on trial or active, in this order', () => {
  const label = (subscription_status: 'active' | 'canceled' | 'inactive', membership_end: string | null = later) =>
    membershipLabel({ plan: 'executive', subscription_status, membership_end }, now);
  assert.equal(label('canceled', '2026-05-31T23:59:59.000Z'), 'Expired');
  assert.equal(label('inactive', '2026-05-31T23:59:59.000Z'), 'Expired');
  assert.equal(label('canceled'), 'Cancelling');
  assert.equal(label('inactive'), 'Free Trial');
  assert.equal(label('inactive', null), 'Free Trial');
  assert.equal(label('active'), 'Active (Executive Plan)');
});
