import { adminRoutes } from '@lectern/contract/operations/admin';
import { feature } from '../../../platform/http/serve.ts';
import { signInAdministrator } from '../../accounts/administrator.ts';
import { endSession } from '../../accounts/sessions.ts';
import { listAudit } from './audit.ts';
import { deleteUser } from './delete-user.ts';
import { endUserSessions } from './end-user-sessions.ts';
import { find } from './find.ts';
import { health } from './health.ts';
import { listPayments, listTokens } from './histories.ts';
import { cancelJob, listJobs, retryJob } from './jobs.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { listSecurity } from './security.ts';
import { savePrompt } from './save-prompt.ts';
import { answerReport, deleteReport, listReports } from './reports.ts';
import { listSetAside, putBack, removeSetAside } from './set-aside.ts';
import { saveUser } from './save-user.ts';
import { selectPresentUsers, listUsers, oneUser } from './users.ts';
import { listVideos } from './videos.ts';

export const admin = feature(adminRoutes, {
  login: signInAdministrator,
  check: ({ administrator: { id, email } }) => ({ id, email }),
  logout: async ({ database, principal }) => {
    await endSession(database.kysely, principal.credential.sessionHash);
    return { msg: 'You are signed out.' };
  },
  dashboard: async ({ database: { kysely: db } }) => {
    const [users, videos] = await Promise.all([
      selectPresentUsers(db)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('videos')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('deleted_at', 'is', null)
        .where('is_sample', '=', false)
        .executeTakeFirstOrThrow(),
    ]);
    return { data: { users: users.n, videos: videos.n } };
  },
  users: listUsers,
  user: oneUser,
  saveUser,
  deleteUser,
  resetSecondFactor,
  endUserSessions,
  savePrompt,
  videos: listVideos,
  allTokens: listTokens,
  tokens: listTokens,
  allPayments: listPayments,
  payments: listPayments,
  reports: listReports,
  answerReport,
  deleteReport,
  audit: listAudit,
  security: listSecurity,
  jobs: listJobs,
  retryJob,
  cancelJob,
  setAside: listSetAside,
  putBack,
  removeSetAside,
  health,
  find,
});
