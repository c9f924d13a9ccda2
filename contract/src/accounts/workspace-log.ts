import { z } from 'zod';
import { routes } from '../route.ts';
import { logActionNames } from '../rules/log-actions.ts';
import { sentText } from '../text.ts';

const Id = z.uuid();
const When = z.iso.datetime();
const Moment = When.max(40);

/** Entries of one page. */
export const logPage = 100;

const Filter = z.object({
  person: Id.optional(),
  action: z.enum(logActionNames).optional(),
  /** From this moment on, and before that one. */
  from: Moment.optional(),
  to: Moment.optional(),
});
export type LogFilter = z.infer<typeof Filter>;

export const LogEntry = z.object({
  id: z.number(),
  at: When,
  action: z.enum(logActionNames),
  /** Name and address then; empty for who was forgotten, and for what no person did. */
  actor: sentText,
  /** Null for what no person did. */
  person: Id.nullable(),
  via: z.enum(['session', 'key', 'provider', 'administrator']),
  object: z.object({ kind: sentText, id: sentText }),
  detail: z.record(sentText, z.union([sentText, z.number(), z.boolean()])),
  network: sentText.nullable(),
});
export type LogEntry = z.infer<typeof LogEntry>;

/** Acts in a workspace with who did them, newest first. */
export const workspaceLogRoutes = routes({
  log: {
    method: 'GET',
    path: '/workspace/log',
    access: 'member',
    right: 'manage',
    /** `before`: the cursor of the page before. */
    query: Filter.extend({ before: z.coerce.number().int().positive().optional() }),
    reply: z.object({
      data: z.array(LogEntry),
      next: z.number().nullable(),
      /** Everybody the log names, also who is gone. */
      people: z.array(z.object({ id: Id, name: sentText })),
    }),
  },
  /** `complete`: whether all entries are in the file, which has the newest 50,000. */
  file: {
    method: 'GET',
    path: '/workspace/log.csv',
    access: 'member',
    right: 'manage',
    query: Filter,
    reply: z.object({ name: sentText, csv: sentText, complete: z.boolean() }),
  },
});
