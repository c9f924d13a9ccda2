import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import type { Access, Route } from '@lectern/contract/route';
import { Right, rightsOf, type Role } from '@lectern/contract/rules/rights';
import { narrowRights, Scope } from '@lectern/contract/rules/scopes';
import { grantAccess, notingRefusals } from './access.ts';
import type { AccountPrincipal, Administrator, Member, Principal, Workspace } from './context.ts';

const credential = { kind: 'session', sessionHash: Buffer.from('hash') } as const;
const leaves = { billingByAdmins: false, viewersAsk: true, viewersDownload: true };
type Special = { role?: Role; hasLeft?: boolean; isDue?: boolean };
const member = (expired: boolean, { role = 'owner', hasLeft = false, isDue = false }: Special = {}) =>
  ({
    kind: 'member',
    member: { id: 'ada' } as Member,
    workspace: { id: 'ada', expired, role, rights: rightsOf(role, leaves) } as Workspace,
    hasLeft,
    isDue,
    credential,
  }) satisfies AccountPrincipal;
const administrator = (requiredSetup?: Administrator['requiredSetup']): AccountPrincipal => ({
  kind: 'administrator',
  administrator: { id: 'root', email: 'root@example.org', requiredSetup },
  credential,
});

const callers = {
  nobody: undefined,
  guest: { kind: 'guest', shareId: 'share' },
  member: member(false),
  'expired member': member(true),
  viewer: member(true, { role: 'viewer' }),
  'has left': member(true, { hasLeft: true }),
  administrator: administrator(),
  'owes a password': administrator('password'),
  'owes a factor': administrator('second_factor'),
} as const satisfies Record<string, Principal | undefined>;

type Row = Record<keyof typeof callers, string>;

const everybody = (granted: string): Row =>
  Object.fromEntries(Object.keys(callers).map((name) => [name, granted])) as Row;
const strangers = { nobody: 'unauthorized', guest: 'unauthorized' };
const onlyPersons: Row = {
  ...everybody('forbidden'),
  ...strangers,
  member: 'principal member workspace',
  'expired member': 'principal member workspace',
  viewer: 'principal member workspace',
  'has left': 'principal member workspace',
};
/** The same, when the route asks for the right to edit. */
const onlyMembers: Row = { ...onlyPersons, viewer: 'role_too_low', 'has left': 'workspace_left' };
const onlyAdministrators: Row = {
  ...everybody('principal administrator'),
  ...strangers,
  member: 'forbidden',
  'expired member': 'forbidden',
  viewer: 'forbidden',
  'has left': 'forbidden',
};

/** The fields a caller gets at each level, or the problem. */
const table: Record<Access | 'admin before set-up', Row> = {
  anyone: everybody(''),
  capability: everybody(''),
  session: { ...everybody('principal'), ...strangers },
  person: onlyPersons,
  member: onlyMembers,
  active: { ...onlyMembers, 'expired member': 'membership_expired' },
  admin: {
    ...onlyAdministrators,
    'owes a password': 'password_change_needed',
    'owes a factor': 'second_factor_required',
  },
  'admin before set-up': onlyAdministrators,
};

function grant(level: string, principal: Principal | undefined): string {
  const setUp = level === 'admin before set-up' ? ({ access: 'admin', allowedBeforeSetup: true } as const) : undefined;
  try {
    const right = level === 'member' || level === 'active' ? { right: 'edit' as const } : {};
    const fields = grantAccess(setUp ?? ({ access: level, ...right } as Parameters<typeof grantAccess>[0]), principal);
    if ('principal' in fields) assert.equal(fields.principal, principal);
    return Object.keys(fields).join(' ');
  } catch (error) {
    assert.ok(error instanceof Problem);
    return error.code;
  }
}

describe('access', () => {
  for (const [level, row] of Object.entries(table))
    it(`gives each caller its fields or its problem, when a route asks for: ${level}`, () => {
      const given = Object.entries(callers).map(([name, principal]) => [name, grant(level, principal)]);
      assert.deepEqual(Object.fromEntries(given), row);
    });

  it('refuses all but what says otherwise, when the company has to confirm the person', () => {
    const due = member(false, { isDue: true });
    for (const access of ['session', 'person', 'member', 'active', 'admin'] as const)
      assert.throws(() => grantAccess({ access, right: 'watch' } as Route, due), { code: 'sign_in_due' });
    assert.ok(grantAccess({ access: 'person', allowedWhenDue: true }, due));
  });

  /** The rights that each scope leaves to a key of each role; of others, those of an owner. */
  const ofKeys: Record<Scope, Partial<Record<Role, string>> & { owner: string }> = {
    read: { owner: 'watch download' },
    write: { owner: 'mark edit', viewer: 'mark' },
    delete: { owner: 'delete', viewer: '' },
    ask: { owner: 'ask' },
    publish: { owner: 'publish curate', editor: 'publish', viewer: '' },
    manage: { owner: 'curate manage', editor: '', viewer: '' },
  };

  it('leaves a key what its scopes and the role of its person have in common, when a route asks for it', () => {
    for (const scope of Scope.options)
      for (const role of ['owner', 'admin', 'editor', 'viewer'] as const) {
        const person = member(false, { role });
        const workspace = { ...person.workspace, rights: narrowRights(person.workspace.rights, [scope]) };
        const key = { kind: 'key', keyId: 'key', scopes: [scope], expiresAt: null } as const;
        const outcome = (route: Pick<Route, 'right' | 'scope'>): string => {
          try {
            grantAccess({ access: 'member', ...route } as Route, { ...person, workspace, credential: key });
            return 'granted';
          } catch (error) {
            return (error as Problem).code;
          }
        };
        const granted = Right.options.filter((right) => outcome({ right, scope }) === 'granted');
        assert.equal(granted.join(' '), ofKeys[scope][role] ?? ofKeys[scope].owner, `${scope} of ${role}`);
        for (const right of Right.options) {
          assert.equal(outcome({ right }), 'key_refused');
          for (const other of Scope.options.filter((each) => each !== scope))
            assert.equal(outcome({ right, scope: other }), 'scope_missing');
        }
      }
  });

  it('notes forbidden calls of accounts and wrong keys of others, when a call fails', async () => {
    const failures = [
      [callers.member, 'admin', '', 'forbidden', true],
      [callers.member, 'member', '', 'not_found', false],
      [undefined, 'member', '', 'unauthorized', false],
      [undefined, 'member', 'Bearer dead', 'unauthorized', true],
      [undefined, 'capability', '', 'share_unknown', true],
      [undefined, 'capability', '', 'share_locked', false],
      [undefined, 'anyone', '', 'not_found', false],
    ] as const;
    for (const [principal, access, authorization, code, isNoted] of failures) {
      const noted: unknown[] = [];
      const route = { access, method: 'GET', path: '/own/:id' } as const;
      const request = { ip: '10.0.0.1', headers: { authorization, 'user-agent': 'Browser' } };
      const fail = () => Promise.reject(new Problem(code));
      const failed = notingRefusals((refusal) => noted.push(refusal), { route, request, principal }, fail);
      await assert.rejects(failed, { code });
      const refusal = { principal, route: 'GET /own/:id', ip: '10.0.0.1', userAgent: 'Browser' };
      assert.deepEqual(noted, isNoted ? [refusal] : [], `${code} at ${access}`);
    }
  });
});
