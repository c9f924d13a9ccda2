import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { day } from '@lectern/contract/rules/durations';
import type { Subscription } from '../../ports/payments/port.ts';
import { membershipBy, membershipWithout, statementOf } from './membership-by.ts';

const at = (days: number): Date => new Date(Date.parse('2026-03-01T10:00:00Z') + days * day);
const month: Subscription = {
  id: 'sub_1',
  plan: 'executive',
  state: 'active',
  periodStart: at(0),
  periodEnd: at(30),
  createdAt: at(0),
};
type Standing = Parameters<typeof membershipBy>[1];
const standing: Standing = {
  subscription_id: 'sub_1',
  applied: statementOf(month),
  applied_end: at(30),
  plan: 'executive',
  membershipStart: at(0),
  membershipEnd: at(30),
  graceEnd: null,
};
const granted: Standing = { ...standing, plan: 'professional', membershipEnd: at(200) };
const asked = { asked: at(31), grace: 7 * day };
const renewed: Subscription = { ...month, periodStart: at(30), periodEnd: at(60) };
const refused: Subscription = { ...renewed, state: 'unpaid', stoppedAt: at(30) };
const ended: Subscription = { ...month, state: 'ended', stoppedAt: at(12) };

describe('what a subscription makes of its member', () => {
  it('is nothing, when the provider has said the same before', () => {
    for (const each of [month, renewed, refused, ended])
      equal(membershipBy(each, { ...standing, applied: statementOf(each) }, asked), undefined);
  });

  it('is its plan and period, when it runs, whatever its price was called before', () => {
    const running = {
      subscription_status: 'active',
      membership_start: at(30),
      membership_end: at(60),
      grace_end: null,
    };
    deepEqual(membershipBy(renewed, standing, asked), { ...running, plan: 'executive' });
    deepEqual(membershipBy({ ...renewed, plan: 'professional' }, standing, asked), {
      ...running,
      plan: 'professional',
    });
    const first = { ...standing, subscription_id: null, applied: null, applied_end: null };
    deepEqual(membershipBy({ ...renewed, state: 'ending' }, first, asked), {
      ...running,
      plan: 'executive',
      subscription_status: 'canceled',
    });
  });

  it('is a time of grace from the payment that was refused, and none where the operator gives none', () => {
    const due = { plan: 'executive', subscription_status: 'active' };
    deepEqual(membershipBy(refused, standing, asked), { ...due, membership_end: at(37), grace_end: at(37) });
    deepEqual(membershipBy(refused, standing, { ...asked, grace: 0 }), {
      ...due,
      membership_end: at(30),
      grace_end: null,
    });
    const { stoppedAt: _, ...unknown } = refused;
    deepEqual(membershipBy(unknown, standing, asked)?.membership_end, at(37), 'from where the unpaid period began');
  });

  it('is its end, when it has ended, and never a later one', () => {
    const over = { plan: 'executive', subscription_status: 'canceled', grace_end: null };
    deepEqual(membershipBy(ended, standing, asked), { ...over, membership_end: at(12) });
    const given = {
      ...standing,
      applied: statementOf(refused),
      applied_end: at(37),
      membershipEnd: at(37),
      graceEnd: at(37),
    };
    const late = { ...refused, state: 'ended', stoppedAt: at(51) } as const;
    deepEqual(membershipBy(late, given, { ...asked, asked: at(52) }), { ...over, membership_end: at(37) });
    const soon = { ...refused, state: 'ended', stoppedAt: at(33) } as const;
    deepEqual(membershipBy(soon, given, { ...asked, asked: at(33) }), { ...over, membership_end: at(33) });
  });

  it('takes nothing of what was granted', () => {
    equal(membershipBy(ended, granted, asked), undefined);
    equal(membershipBy(refused, granted, asked), undefined);
    const { membership_end, plan } = membershipBy(renewed, granted, asked)!;
    deepEqual([membership_end, plan], [undefined, 'professional']);
    const runOut = { ...granted, membershipEnd: at(31) };
    deepEqual(membershipBy(ended, runOut, asked), { subscription_status: 'canceled' });
    const lapsedBefore = { ...granted, applied: null, applied_end: new Date(0) };
    equal(membershipBy(ended, lapsedBefore, asked), undefined);
  });

  it('ends with what is paid for, when the provider knows it no more, and a time of grace at once', () => {
    deepEqual(membershipWithout(standing, at(5)), { subscription_status: 'canceled', grace_end: null });
    const inGrace = { ...standing, applied_end: at(37), membershipEnd: at(37), graceEnd: at(37) };
    deepEqual(membershipWithout(inGrace, at(33)), {
      subscription_status: 'canceled',
      grace_end: null,
      membership_end: at(33),
    });
    equal(membershipWithout(granted, at(33)), undefined);
  });
});
