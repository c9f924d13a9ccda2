import { isIP } from 'node:net';
import {
  type DomainRole,
  type WorkspaceDomain,
  workspaceDomainRoutes,
} from '@lectern/contract/accounts/workspace-domains';
import { Problem } from '@lectern/contract/problem';
import { day } from '@lectern/contract/rules/durations';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Context, World } from '../../../platform/http/context.ts';
import { feature } from '../../../platform/http/serve.ts';
import { consumeAttempt, type RateLimit } from '../../../platform/limits/rate-limit.ts';
import { normaliseEmail } from '../names.ts';
import { newToken } from '../secret-tokens.ts';
import { lockAs } from './change-role.ts';
import {
  changeDomain,
  deleteDomain,
  domainOf,
  type DomainRow,
  domainsCheckedBefore,
  domainsOf,
  insertDomain,
} from './domain-rows.ts';
import { isPublicMail } from './public-mail-domains.ts';
import { callerInLog, writeLog } from './workspace-log.ts';

/** Domains of one workspace. */
const most = 20;

/** Limits questions to name servers that people choose. */
const checksOfWorkspace: RateLimit = { name: 'domains/checks', tries: 60, minutes: 60 };

/** Milliseconds after which a proof is looked for again, and for which its name servers may be silent. */
const times = { checked: day, silent: 3 * day };

const recordOf = ({ proof }: Pick<DomainRow, 'proof'>): string => `lectern=${proof}`;

const show = (row: DomainRow): WorkspaceDomain => ({
  id: row.id,
  domain: row.domain,
  state: row.verified_at ? 'verified' : row.lost_at ? 'lost' : 'waiting',
  record: recordOf(row),
  role: row.default_role,
});

/** A domain as addresses have it. Throws `bad_domain` and `domain_public`. */
function readDomain(typed: string): string {
  const domain = normaliseEmail(`a@${typed.trim()}`)?.slice(2);
  if (domain === undefined || isIP(domain) !== 0) throw new Problem('bad_domain');
  if (isPublicMail(domain)) throw new Problem('domain_public');
  return domain;
}

/** Throws `not_found`. */
async function requireDomain(db: Queryable, workspaceId: string, id: string): Promise<DomainRow> {
  const row = await domainOf(db, workspaceId, id);
  if (!row) throw new Problem('not_found');
  return row;
}

const logDomain = (
  { now }: Pick<World, 'now'>,
  tx: Queryable,
  { id, domain, workspace_id }: DomainRow,
  by: Parameters<typeof writeLog>[1]['action'],
  caller?: ReturnType<typeof callerInLog>,
): Promise<void> =>
  writeLog(tx, {
    ...(caller ?? { workspaceId: workspace_id, via: 'provider', now: now() }),
    action: by,
    object: { kind: 'domain', id },
    detail: { domain },
  });

/** Whether the name servers show the proof of a domain. Throws `domain_unanswered`. */
const isProved = async ({ nameServers }: World, row: DomainRow): Promise<boolean> =>
  (await nameServers.textsOf(row.domain)).some((text) => text.trim() === recordOf(row));

async function add(
  ctx: Context<'active'>,
  { domain: typed, role }: { domain: string; role: DomainRole },
): Promise<{ id: string }> {
  const domain = readDomain(typed);
  const workspaceId = ctx.workspace.id;
  const id = await ctx.database.transaction(async (tx) => {
    await lockAs(ctx, tx, 'manage');
    const rows = await domainsOf(tx, workspaceId);
    if (rows.some((row) => row.domain === domain)) throw new Problem('domain_listed');
    if (rows.length >= most) throw new Problem('domains_too_many');
    const created = { workspace_id: workspaceId, domain, proof: newToken(), default_role: role, created_at: ctx.now() };
    const added = await insertDomain(tx, created);
    await logDomain(ctx, tx, await requireDomain(tx, workspaceId, added), 'domain.added', callerInLog(ctx));
    return added;
  });
  return { id };
}

async function verify(ctx: Context<'active'>, { id }: { id: string }): Promise<{ msg: string }> {
  const workspaceId = ctx.workspace.id;
  const now = ctx.now();
  await consumeAttempt(ctx.database.kysely, checksOfWorkspace, workspaceId, now);
  const asked = await requireDomain(ctx.database.kysely, workspaceId, id);
  if (!(await isProved(ctx, asked))) throw new Problem('domain_unproved');
  await ctx.database.transaction(async (tx) => {
    await lockAs(ctx, tx, 'manage');
    const row = await requireDomain(tx, workspaceId, id);
    if (!(await changeDomain(tx, id, { verified_at: now, lost_at: null, checked_at: now })))
      throw new Problem('domain_taken');
    if (!row.verified_at) await logDomain(ctx, tx, row, 'domain.verified', callerInLog(ctx));
  });
  return { msg: `${asked.domain} is proved. People with such an address now join when they first sign in.` };
}

async function change(
  ctx: Context<'member'>,
  { id, role }: { id: string; role: DomainRole },
): Promise<{ msg: string }> {
  const { domain } = await ctx.database.transaction(async (tx) => {
    await lockAs(ctx, tx, 'manage');
    const row = await requireDomain(tx, ctx.workspace.id, id);
    await changeDomain(tx, id, { default_role: role });
    return row;
  });
  return { msg: `People of ${domain} now join as ${role}.` };
}

async function remove(ctx: Context<'member'>, { id }: { id: string }): Promise<{ msg: string }> {
  const { domain } = await ctx.database.transaction(async (tx) => {
    await lockAs(ctx, tx, 'manage');
    const row = await requireDomain(tx, ctx.workspace.id, id);
    await deleteDomain(tx, id);
    await logDomain(ctx, tx, row, 'domain.removed', callerInLog(ctx));
    return row;
  });
  return { msg: `Nobody joins by an address of ${domain} any more. Whoever has joined stays.` };
}

/** Tells whom the company brings into a workspace. */
function whomCompanyBrings({ singleSignOn, workspace }: Context<'member'>): 'everybody' | 'groups' | 'nobody' {
  const company = singleSignOn?.workspace;
  if (company?.id !== workspace.id) return 'nobody';
  return company.roles ? 'groups' : 'everybody';
}

export const workspaceDomains = feature(workspaceDomainRoutes, {
  domains: async (ctx) => {
    const rows = await domainsOf(ctx.database.kysely, ctx.workspace.id);
    return { data: { domains: rows.map(show), company: whomCompanyBrings(ctx) } };
  },
  addDomain: add,
  verifyDomain: verify,
  changeDomain: change,
  removeDomain: remove,
});

/** Looks once a day for the proof of each domain. Without it nobody joins any more; whoever has joined stays. */
export async function sweepDomains(world: World): Promise<void> {
  const { database, now: clock } = world;
  for (const row of await domainsCheckedBefore(database.kysely, new Date(clock().getTime() - times.checked))) {
    const now = clock();
    const isSilent = now.getTime() - row.verified_at!.getTime() > times.silent;
    const isKept = await isProved(world, row).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      return isSilent ? false : undefined;
    });
    if (isKept === undefined) continue;
    await database.transaction(async (tx) => {
      await changeDomain(
        tx,
        row.id,
        isKept ? { verified_at: now, checked_at: now } : { verified_at: null, lost_at: now, checked_at: now },
      );
      if (!isKept) await logDomain(world, tx, row, 'domain.lost');
    });
  }
}
