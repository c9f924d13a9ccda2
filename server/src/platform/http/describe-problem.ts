import type { Problem } from '@lectern/contract/problem';
import type { FastifyRequest } from 'fastify';
import { InvalidInput } from './invalid-input.ts';

/** State of something now, for whoever wanted to change an earlier one. */
export class PresentState {
  readonly state: object;
  constructor(state: object) {
    this.state = state;
  }
}

/** Fragment of the reference that explains a code. */
const typeOf = (code: string): string => `/docs/api#problem-${code}`;

const titleOf = (code: string): string => {
  const words = code.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** A JSON Pointer as a fragment (RFC 6901). */
const pointerTo = (path: readonly PropertyKey[]): string =>
  `#${path.map((part) => `/${encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1').toWellFormed())}`).join('')}`;

function errorsOf({ cause }: Problem): object[] {
  if (!(cause instanceof InvalidInput)) return [];
  return cause.issues.map(({ path, detail }) => ({
    detail,
    ...(cause.part === 'body' ? { pointer: pointerTo(path) } : { parameter: String(path[0] ?? '') }),
  }));
}

/** A failure as programs read it (RFC 9457), but for its status. */
export function describeProblem(problem: Problem, { id }: Pick<FastifyRequest, 'id'>): object {
  const { code, text, by, cause } = problem;
  const errors = errorsOf(problem);
  return {
    type: typeOf(code),
    title: titleOf(code),
    detail: text,
    code,
    instance: `urn:uuid:${id}`,
    ...(errors.length > 0 ? { errors } : {}),
    ...(by ? { by } : {}),
    ...(cause instanceof PresentState ? { present: cause.state } : {}),
  };
}
