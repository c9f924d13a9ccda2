import { randomUUID } from 'node:crypto';
import type { TestWorld } from '@lectern/server/test/world';
import { day, hour } from '@lectern/contract/rules/durations';

const long = (n: number): string =>
  n % 7 === 0
    ? `hildegard.von.bingen-schattenhofer.number${n}@webinars.department-of-music.example.org`
    : `person${n}@example.org`;

/**
 * Fills every table of the back office with more rows than a page holds, some of them with the longest words that people
 * have. `of` is whose the histories are.
 */
export async function makeCrowd({ world }: TestWorld, of: { memberId: string; count?: number }): Promise<void> {
  const { memberId, count = 40 } = of;
  const db = world.database.kysely;
  const numbers = Array.from({ length: count }, (_, n) => n);
  const at = (n: number): Date => new Date(Date.now() - day - n * hour);
  const users = numbers.map((n) => ({
    email: long(n),
    firstname: n % 5 === 0 ? 'Maximiliana Alexandra' : 'Ada',
    lastname: n % 5 === 0 ? 'Wolfeschlegelsteinhausen' : 'Lovelace',
    password_hash: 'none',
    is_active: n % 6 !== 0,
    created_at: at(n),
  }));
  const ids = await db.insertInto('users').values(users).returning('id').execute();
  for (const [n, { id }] of ids.entries())
    await db
      .updateTable('workspaces')
      .set({
        plan: (['free', 'executive', 'professional'] as const)[n % 3]!,
        subscription_status: (['active', 'active', 'canceled', 'inactive'] as const)[n % 4]!,
        membership_start: at(n),
        membership_end: new Date(Date.now() + 30 * day),
      })
      .where('id', '=', id)
      .execute();
  const reports = numbers.map((n) => ({
    report_type: ['Bug Report / Site Performance Issue', 'Feature Request', 'General Feedback'][n % 3]!,
    subject: n % 4 === 0 ? `Question ${n}: chapters of the embedded portal are cut off on phones` : `Question ${n}`,
    message: n % 4 === 0 ? 'We have run webinars for eleven years, and this is the first time. '.repeat(6) : 'Short.',
    email: long(n),
    response: n % 3 === 0 ? '' : 'Thank you, this is mended.',
    created_at: at(n),
  }));
  await db.insertInto('reports').values(reports).execute();
  const videos = numbers.map((n) => ({
    id: randomUUID(),
    workspace_id: memberId,
    title: n % 4 === 0 ? `How we moved four hundred customers in a weekend, part ${n}` : `Webinar ${n}`,
    playback_id: randomUUID(),
    asset_id: randomUUID(),
    deleted_at: n % 3 === 0 ? at(n) : null,
    created_at: at(n),
  }));
  await db.insertInto('videos').values(videos).execute();
  const token_operations = numbers.map((n) => ({
    workspace_id: memberId,
    user_id: memberId,
    operation: 'search',
    estimate: 50,
    used: 30,
    engine: 'built in',
    system_prompt: 'You write chapters for executives. '.repeat(8),
    custom_prompt: '',
    result: n % 2 === 0 ? 'A summary of what was said. '.repeat(9) : 'Short.',
    state: 'settled' as const,
    created_at: at(n),
  }));
  await db.insertInto('token_operations').values(token_operations).execute();
  const payments = numbers.map((n) => ({
    workspace_id: memberId,
    user_id: memberId,
    provider_id: randomUUID(),
    price: 4900,
    payment_type: 'subscription' as const,
    product_id: `prod_${randomUUID()}`,
    status: 'succeeded' as const,
    log: n % 2 === 0 ? 'Paid by the card that ends in 4242, after a second try of the bank. '.repeat(3) : '',
    created_at: at(n),
  }));
  await db.insertInto('payments').values(payments).execute();
  const audit_log = numbers.map((n) => ({
    administrator: long(n),
    action: 'changed a user',
    object_kind: 'user' as const,
    object_id: randomUUID(),
    detail: JSON.stringify({ plan: { from: 'free', to: 'professional' }, lastname: { from: 'A', to: 'B' } }),
    created_at: at(n),
  }));
  await db.insertInto('audit_log').values(audit_log).execute();
  const security_events = numbers.map((n) => ({
    kind: 'signed_in' as const,
    account: long(n),
    device: 'Firefox on Windows',
    network: '203.0.113.0/24',
    detail: n % 2 === 0 ? 'For the first time from this device' : '',
    created_at: at(n),
  }));
  await db.insertInto('security_events').values(security_events).execute();
}
