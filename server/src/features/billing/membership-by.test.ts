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
  applied_plan: 'executive',
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
  it('changes nothing, when the provider has stated the same before', () => {
    for (const each of [month, renewed, refused, ended])
      equal(membershipBy(each, { ...standing, applied: statementOf(each) }, asked), undefined);
  });

  it('sets plan and period of a running subscription, even when its price had another name before', () => {
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
    const first = { ...standing, subscription_id: null, applied: null, applied_plan: null, applied_end: null };
    deepEqual(membershipBy({ ...renewed, state: 'ending' }, first, asked), {
      ...running,
      plan: 'executive',
      subscription_status: 'canceled',
    });
  });

  it('grants a grace period from the refused payment, unless the operator allows none', () => {
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

  it('sets the end of an ended subscription, and never a later one', () => {
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

  it('keeps another plan that was granted to the same end, until that end', () => {
    const other: Standing = { ...standing, plan: 'professional' };
    const cancelled: Subscription = { ...month, state: 'ending' };
    const { plan, membership_end, subscription_status } = membershipBy(cancelled, other, { ...asked, asked: at(15) })!;
    deepEqual([plan, membership_end, subscription_status], ['professional', undefined, 'canceled']);
    equal(membershipBy(renewed, other, asked)?.plan, 'executive');
    const due = { plan: 'executive', subscription_status: 'active', membership_end: at(37), grace_end: at(37) };
    deepEqual(membershipBy(refused, other, asked), due, 'with the time of grace of what is paid for');
  });

  it('keeps a greater granted plan until its end, then applies the paid one without a new statement', () => {
    const taste: Standing = { ...standing, plan: 'professional', membershipEnd: at(5) };
    const cancelled: Subscription = { ...month, state: 'ending' };
    equal(membershipBy(month, taste, { ...asked, asked: at(3) }), undefined);
    equal(membershipBy(cancelled, taste, { ...asked, asked: at(3) })?.membership_end, undefined);
    const { plan, membership_end } = membershipBy(month, taste, { ...asked, asked: at(6) })!;
    deepEqual([plan, membership_end], ['executive', at(30)]);
    const due = membershipBy(refused, { ...taste, applied: statementOf(refused), applied_end: at(37) }, asked);
    deepEqual([due?.plan, due?.membership_end], ['executive', at(37)]);
    equal(membershipBy(month, { ...taste, membershipEnd: at(-9) }, asked), undefined, 'over is over');
  });

  it('ends a membership that replaced a grant with its subscription, despite an earlier renewal', () => {
    const after: Standing = { ...standing, applied: statementOf(renewed), membershipEnd: at(60) };
    const soon = { ...renewed, state: 'ended', stoppedAt: at(40) } as const;
    const over = { plan: 'executive', subscription_status: 'canceled', grace_end: null };
    deepEqual(membershipBy(soon, after, { ...asked, asked: at(40) }), { ...over, membership_end: at(40) });
    const late = { ...renewed, state: 'unpaid', stoppedAt: at(60) } as const;
    equal(membershipBy(late, after, { ...asked, asked: at(61) })?.membership_end?.valueOf(), at(67).getTime());
    for (const grant of [{ plan: 'professional' as const }, { membershipEnd: at(61) }])
      equal(membershipBy(soon, { ...after, ...grant }, { ...asked, asked: at(40) }), undefined);
  });

  it('takes an end beyond what is paid for as granted, when an older version did not say what it made', () => {
    const older: Standing = { ...granted, applied: null, applied_plan: null, applied_end: null };
    const { plan, membership_end } = membershipBy(month, older, { ...asked, asked: at(10) })!;
    deepEqual([plan, membership_end], ['professional', undefined]);
    equal(membershipBy(ended, older, { ...asked, asked: at(12) }), undefined);
    const asPaid: Standing = { ...older, plan: 'executive', membershipEnd: at(30) };
    deepEqual(membershipBy(renewed, asPaid, asked)?.membership_end, at(60));
    deepEqual(membershipBy(ended, asPaid, { ...asked, asked: at(12) })?.membership_end, at(12));
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
