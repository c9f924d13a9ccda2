import type { z } from 'zod';
import type { Right } from './rules/rights.ts';
import type { Scope } from './rules/scopes.ts';

/**
 * Permitted callers. `person`: subscriber's session; `member`: with a right; `active`: with an unexpired membership too,
 * else 402; `admin`: administrator's; `session`: either; `capability`: unguessable or signed key.
 */
export type Access = 'anyone' | 'person' | 'member' | 'active' | 'admin' | 'session' | 'capability';

/** Header by which a call names the workspace it is for; else it is the one the person used last. */
export const workspaceHeader = 'lectern-workspace';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

/**
 * Cost class that limits callers without a session (`server/src/platform/limits/admission.ts`). `page`: reads,
 * draws or searches texts; `picture`: decodes or draws an unkept picture; `media`: sends megabytes.
 */
export type BoundedWork = 'page' | 'picture' | 'media';

/**
 * `cheap`: a few rows, or a file sent as stored. `limited`: bounded elsewhere, by a rate limit, one-at-a-time work, or
 * a URL recently signed for a member.
 */
export type RouteWork = BoundedWork | 'cheap' | 'limited';

/**
 * Every route without a session declares its cost, as untrusted work. All others run within the calling account's
 * limits (`server/src/platform/limits/admission.ts`). API keys open only those that state a `scope`.
 */
type Caller =
  | { access: 'anyone' | 'capability'; work: RouteWork; right?: never; scope?: never }
  | { access: 'member' | 'active'; right: Right; scope?: Scope; work?: never }
  | { access: 'person'; scope?: 'any'; right?: never; work?: never }
  | { access: 'admin' | 'session'; right?: never; scope?: never; work?: never };

/** Part of a route by which programs call it: `/api/v1`, where failures are those of RFC 9457. */
export type ApiCall = {
  /** Its purpose, in a sentence for whoever reads the reference. */
  summary: string;
  /** Status of success, where it is not 200. */
  status?: 201 | 202;
  /** Replaces what somebody has read: it asks for `If-Match` with the version that they saw. */
  edits?: true;
  /** Other types in which the answer may be asked for. */
  texts?: readonly string[];
};

/**
 * Contract of one call between client and server. JSON paths are under `/api`; a route with reply `stream` writes its
 * own bytes and lives outside it.
 */
export type Route = Caller & {
  method: Method;
  path: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** `bytes`: a file as it is, whatever the request calls its type; the handler reads it as it comes. */
  body?: z.ZodType | 'bytes';
  /** Permits long bodies without a session; otherwise such bodies have at most 64 kB. */
  longBody?: true;
  reply: z.ZodType | 'stream';
  /** The failure text stands also under `error` (specification sections 7 and 8). */
  errorField?: true;
  /** A model writes the answer: it may take minutes. */
  asksModel?: true;
  api?: ApiCall;
  /** Takes tokens of OAuth: a caller without one is told where to ask, and for which scopes. */
  oauthScopes?: readonly Scope[];
  /** Open to an administrator who must set a password or a second factor first. */
  allowedBeforeSetup?: true;
  /** Open to a person whom the company has to confirm first. */
  allowedWhenDue?: true;
};

/** Keeps the literal types of a feature's route table. */
export const routes = <const R extends Record<string, Route>>(table: R): R => table;

type Part<T> = T extends z.ZodType ? z.output<T> : unknown;
type SentPart<T> = T extends z.ZodType ? z.input<T> : unknown;

/** Parsed input of a verb: path parameters, query and body in one object. */
export type Input<R extends Route> = Part<R['params']> & Part<R['query']> & Part<R['body']>;
/** Input as the client sends it, before parsing. */
export type RequestInput<R extends Route> = SentPart<R['params']> & SentPart<R['query']> & SentPart<R['body']>;
/** Answer of a verb, before the reply schema strips it. */
export type HandlerReply<R extends Route> = R['reply'] extends z.ZodType ? z.input<R['reply']> : unknown;
/** Reply as the client receives it. */
export type Reply<R extends Route> = R['reply'] extends z.ZodType ? z.output<R['reply']> : unknown;
