import type { z } from 'zod';

/**
 * Who may call a route.
 * - `anyone`: no session needed
 * - `member`: a subscriber's live session
 * - `active`: a member whose membership has not expired (402 otherwise)
 * - `admin`: an administrator's live session
 * - `session`: any live session, of a subscriber or an administrator
 * - `capability`: the address itself holds an unguessable or signed key (upload, playback, download)
 */
export type Access = 'anyone' | 'member' | 'active' | 'admin' | 'session' | 'capability';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

/**
 * What a call costs the server, in bounds that nobody who has not signed in can get past
 * (`server/src/platform/limits/admission-control.ts`).
 * - `page`: texts are read, drawn or searched
 * - `picture`: a picture is decoded or drawn, unless it is kept
 * - `media`: megabytes of a recording are read and sent
 */
export type BoundedWork = 'page' | 'picture' | 'media';

/**
 * - `cheap`: a few rows, or a file sent as it lies
 * - `limited`: bounded where it is done: by a limit on tries, by taking one at a time, by an address that we signed for
 *   a member a moment ago
 */
export type Work = BoundedWork | 'cheap' | 'limited';

/**
 * A call without a session is untrusted work: every such route says what it costs. All others run within the bounds of the
 * account that calls (`server/src/platform/limits/member-work.ts`), and cannot say otherwise.
 */
type Caller =
  | { access: 'anyone' | 'capability'; work: Work }
  | { access: 'member' | 'active' | 'admin' | 'session'; work?: never };

/**
 * One call of the product: everything both sides must agree on. Paths are under `/api`
 * for JSON calls; a route whose reply is `stream` writes its own bytes and lives outside it.
 */
export type Route = Caller & {
  method: Method;
  path: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** `bytes`: a file as it is, whatever the request calls its type; the handler reads it as it comes. */
  body?: z.ZodType | 'bytes';
  /** What comes without a session may be long; such a body has at most 64 kB otherwise. */
  longBody?: true;
  reply: z.ZodType | 'stream';
  /** The failure text stands also under `error` (specification sections 7 and 8). */
  errorField?: true;
  /** A model writes the answer: it may take minutes. */
  asksModel?: true;
  /** Open to an administrator who must set a password or a second factor first. */
  allowedBeforeSetup?: true;
};

/** Keeps the literal types of a feature's route table. */
export const routes = <const R extends Record<string, Route>>(table: R): R => table;

type Part<T> = T extends z.ZodType ? z.output<T> : unknown;
type SentPart<T> = T extends z.ZodType ? z.input<T> : unknown;

/** What a verb receives: path parameters, query and body in one object, parsed. */
export type Input<R extends Route> = Part<R['params']> & Part<R['query']> & Part<R['body']>;
/** What a client sends. */
export type RequestInput<R extends Route> = SentPart<R['params']> & SentPart<R['query']> & SentPart<R['body']>;
/** What a verb answers, before the reply schema strips it. */
export type Answer<R extends Route> = R['reply'] extends z.ZodType ? z.input<R['reply']> : unknown;
/** What a client gets. */
export type Reply<R extends Route> = R['reply'] extends z.ZodType ? z.output<R['reply']> : unknown;
