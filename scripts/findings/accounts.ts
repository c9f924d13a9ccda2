import { accountRoutes } from '@lectern/contract/accounts';
import { adminRoutes } from '@lectern/contract/admin';
import { createClient } from '@lectern/contract/client';

import { eventually } from '../../server/test/member.ts';
import { settingsOf } from '../../server/test/process.ts';
import { sample } from '../../server/test/sample.ts';
import { uploadFile, whenSettled } from '../../server/test/upload.ts';
import { findings, verdict } from './finding.ts';
import { median, statusOf, tallied } from './http.ts';
import type { Server } from './lab.ts';

const ada = { firstname: 'Ada', lastname: 'Lovelace' };

const lettersTo = (server: Server, email: string, count: number) =>
  eventually(async () => {
    const found = (await server.letters()).filter(({ to }) => to === email);
    return found.length >= count ? found : undefined;
  }, `${count} mails to ${email}`);

/** Who comes in, how often and for how long. */
export const accountFindings = findings(
  {
    letter: 'M2',
    holds: 'the session of an administrator ends after twelve hours, however it is used',
    async look(lab) {
      const databaseUrl = await lab.database();
      const server = await lab.serveOn(await settingsOf({ dataDir: await lab.emptyFolder(), databaseUrl }));
      const administrator = await lab.administrator(server);
      await lab.query(databaseUrl, `update sessions set last_used_at = last_used_at - interval '6 minutes'`);
      await administrator.call(adminRoutes.check, undefined);
      const [session] = await lab.query(
        databaseUrl,
        'select extract(epoch from expires_at - created_at) / 3600 as hours from sessions',
      );
      const hours = Math.round(Number(session!.hours));
      return verdict(hours <= 12, `after a use six minutes later it lives ${hours} h`);
    },
  },
  {
    letter: 'M10',
    holds: 'at LOG_LEVEL=info the log tells of a failed sign-in',
    async look(lab) {
      const server = await lab.serve({ LOG_LEVEL: 'info' });
      const anyone = createClient({ origin: server.origin });
      const began = server.lines.length;
      await statusOf(anyone(accountRoutes.login, { email: 'nobody@example.org', password: 'a wrong password' }));
      await new Promise((resolve) => setTimeout(resolve, 500));
      const told = server.lines.slice(began).filter((line) => /login/.test(line) && /401|bad_credentials/.test(line));
      return verdict(told.length > 0, `${told.length} lines tell of a wrong password`);
    },
  },
  {
    letter: 'M11',
    holds: 'a second registration of an address leaves the link, plan and password of the first alone',
    async look(lab) {
      const server = await lab.serve();
      const anyone = createClient({ origin: server.origin });
      const email = 'twice@example.org';
      await anyone(accountRoutes.register, { ...ada, email, password: 'of the owner', plan: 'executive' });
      await lettersTo(server, email, 1);
      await anyone(accountRoutes.register, { ...ada, email, password: 'of a stranger' });
      const [first] = await lettersTo(server, email, 2);
      const token = first!.link?.searchParams.get('token') ?? '';
      const opened = await statusOf(anyone(accountRoutes.verify, { token }));
      const signedIn = await statusOf(anyone(accountRoutes.login, { email, password: 'of the owner' }));
      return verdict(
        opened === 200 && signedIn === 200,
        `the first link answers ${opened}, then the first password ${signedIn}`,
      );
    },
  },
  {
    letter: 'L5',
    holds: 'a password reset takes as long for an unknown address as for a known one',
    async look(lab) {
      const server = await lab.serve();
      const anyone = createClient({ origin: server.origin });
      const known = await Promise.all(Array.from({ length: 25 }, () => lab.member(server)));
      await new Promise((resolve) => setTimeout(resolve, 2000));
      const time = async (email: string): Promise<number> => {
        const began = performance.now();
        await anyone(accountRoutes.requestReset, { email });
        const took = performance.now() - began;
        await new Promise((resolve) => setTimeout(resolve, 250));
        return took;
      };
      const times = { known: [] as number[], unknown: [] as number[] };
      for (const [n, { email }] of known.entries()) {
        times.known.push(await time(email));
        times.unknown.push(await time(`nobody-${n}@example.org`));
      }
      const [yes, no] = [median(times.known), median(times.unknown)];
      // Single calls vary by more than the halves of a finding; 25 of each do not.
      return verdict(yes / no < 1.4 && no / yes < 1.4, `known ${yes.toFixed(1)} ms, unknown ${no.toFixed(1)} ms`);
    },
  },
  {
    letter: 'L6',
    holds: 'ten wrong passwords of others do not keep out an owner in a browser that was there before',
    async look(lab) {
      const server = await lab.serve();
      const { email, password, session } = await lab.member(server);
      const anyone = createClient({ origin: server.origin });
      for (let n = 0; n < 11; n += 1) await statusOf(anyone(accountRoutes.login, { email, password: 'a wrong one' }));
      const device = 'device' in session ? String(session.device) : undefined;
      const status = await statusOf(anyone(accountRoutes.login, { email, password, device }));
      return verdict(status === 200, `the owner's right password answers ${status}`);
    },
  },
  {
    letter: 'L7',
    holds: 'nobody keeps an answer of a call',
    async look(lab) {
      const server = await lab.serve();
      const { session } = await lab.member(server);
      const { headers } = await fetch(`${server.origin}/api/muxvideos?userId=${session.id}`, {
        headers: { authorization: `Bearer ${session.token}` },
      });
      const kept = headers.get('cache-control');
      return verdict(/no-store/.test(kept ?? ''), `Cache-Control: ${kept ?? 'none'}`);
    },
  },
  {
    letter: 'P7',
    holds: 'right passwords use nothing up: 120 sign-ins from one address',
    async look(lab) {
      const server = await lab.serve();
      const { email, password } = await lab.member(server);
      const anyone = createClient({ origin: server.origin });
      const statuses: number[] = [];
      for (let n = 0; n < 120; n += 1) statuses.push(await statusOf(anyone(accountRoutes.login, { email, password })));
      return verdict(
        statuses.every((status) => status === 200),
        tallied(statuses),
      );
    },
  },
  {
    letter: 'L15',
    holds: 'of a deleted account no job tells, and no mail lies in the outbox',
    async look(lab) {
      const databaseUrl = await lab.database();
      const server = await lab.serveOn(await settingsOf({ dataDir: await lab.emptyFolder(), databaseUrl }));
      const gone = await lab.member(server);
      const administrator = await lab.administrator(server);
      const passthrough = await uploadFile(gone, sample('short.mp4'), { captions: sample('short.vtt') });
      await whenSettled(gone, passthrough);
      await administrator.call(adminRoutes.deleteUser, { id: gone.session.id });
      await new Promise((resolve) => setTimeout(resolve, 5000));
      const jobs = await lab.query(
        databaseUrl,
        `select name from pgboss.job where job::text like '%' || $1 || '%' or job::text like '%' || $2 || '%'`,
        [gone.session.id, passthrough],
      );
      const mails = (await server.letters()).filter(({ to }) => to === gone.email);
      return verdict(jobs.length + mails.length === 0, `${jobs.length} jobs with its ids, ${mails.length} mails`);
    },
  },
);
