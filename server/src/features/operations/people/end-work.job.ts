import { z } from 'zod';
import type { World } from '../../../platform/http/context.ts';
import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import { findMember } from '../../accounts/workspaces/members.ts';
import { endWorkOf } from './end-membership.ts';

type Membership = { workspaceId: string; userId: string };

/** Ends what a person still sends to a workspace whose membership the company has ended, unless they are back in it. */
export const endWorkJob: JobDefinition<World, Membership> = {
  name: 'end-work',
  payload: z.object({ workspaceId: z.uuid(), userId: z.uuid() }),
  retries: 300,
  timeout: 120,
  run: (world, membership) =>
    world.database.transaction(async (tx) => {
      if (!(await findMember(tx, membership))) await endWorkOf(world, tx, membership);
    }),
};
