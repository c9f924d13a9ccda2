import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** 'title of chapter 3': where in the input, in the words of the contract; entries of lists count from 1. */
function placeOf(path: readonly PropertyKey[], otherwise: string): string {
  const parts: string[] = [];
  for (const part of path) {
    const list = parts.at(-1);
    if (typeof part !== 'number') parts.push(String(part).replaceAll('_', ' '));
    else parts.splice(-1, 1, `${list?.replace(/s$/, '') ?? 'entry'} ${part + 1}`);
  }
  return parts.toReversed().join(' of ') || otherwise;
}

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries', file: 'bytes' };

const verb = (origin: string): string => (units[origin] ? 'have' : 'be');

/** A limit in words: 'at least 3 characters', 'at most 100'. */
const bound = (which: 'at least' | 'at most', limit: number | bigint, origin: string): string =>
  `${which} ${limit.toLocaleString('en-US')}${units[origin] ? ` ${units[origin]}` : ''}`;

/** Describes the expected text of each format. */
const formats: Readonly<Record<string, string>> = {
  date: 'a day such as 2026-12-31',
  datetime: 'a time such as 2026-12-31T18:00:00Z',
  uuid: 'an id',
};

function fault(issue: Issue, isMissing: boolean): string {
  if (isMissing) return 'it is missing';
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'it must not be empty'
        : `it must ${verb(issue.origin)} ${bound('at least', issue.minimum, issue.origin)}`;
    case 'too_big':
      return `it may ${verb(issue.origin)} ${bound('at most', issue.maximum, issue.origin)}`;
    case 'invalid_value':
      return `it must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union': {
      // For a union of text and object, explains a text by the error of its text schema.
      const near = issue.errors.map((issues) => issues[0]).find((each) => each && each.code !== 'invalid_type');
      return near ? fault(near, false) : 'it is not as expected';
    }
    case 'invalid_format':
      return formats[issue.format] ? `it must be ${formats[issue.format]}` : 'it is not as expected';
    case 'unrecognized_keys':
      return `there is nothing called ${issue.keys.map((key) => key.slice(0, 100)).join(', ')}`;
    case 'custom':
      return issue.message;
    default:
      return 'it is not as expected';
  }
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inside, part) => (inside as Record<PropertyKey, unknown> | null | undefined)?.[part], value);

/** Input of a call that its schema refuses. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  readonly part: 'params' | 'query' | 'body';
  readonly issues: readonly { path: readonly PropertyKey[]; detail: string }[];

  constructor(error: z.ZodError, value: unknown, part: InvalidInput['part']) {
    super(error.message, { cause: error });
    this.part = part;
    this.issues = error.issues.map((issue) => ({
      path: issue.path,
      detail: fault(issue, at(value, issue.path) === undefined),
    }));
  }
}

/**
 * Explains an invalid input in a sentence for the user, as the schema library's messages are for programmers. `part`
 * names the input when no field is at fault.
 */
export function describeInvalidInput(error: z.ZodError, value: unknown, part: string): string {
  const [issue] = error.issues;
  if (!issue) return `Please check the ${part}.`;
  return `Please check ${placeOf(issue.path, `the ${part}`)}: ${fault(issue, at(value, issue.path) === undefined)}.`;
}

/** The database refuses to compare anything else with an id, and a stranger may write anything in its place. */
export const isId = (text: string | undefined): text is string =>
  text !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
