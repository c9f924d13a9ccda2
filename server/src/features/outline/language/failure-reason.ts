import type { Problem } from '@lectern/contract/problem';

/** Why a model did not do it, within a sentence: "because the language model did not answer". */
export function reasonOf(error: Problem): string {
  const [first = ''] = error.text.split(/\.(?:\s|$)/);
  return first.charAt(0).toLowerCase() + first.slice(1);
}

/** Told in the histories in the place of a result, when nobody waited for the end. */
export const abandoned = 'It was stopped before the language model had answered.';
