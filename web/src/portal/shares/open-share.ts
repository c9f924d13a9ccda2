import type { SharedVideo } from '@lectern/contract/publishing/shares';

/** Why a link does not open: what the server says to people, or that it cannot be reached. */
export class NotOpened extends Error {
  /** A code of `contract/src/problem.ts`; none where no answer came. */
  readonly code: string | undefined;

  constructor(code?: string, text = 'The server cannot be reached. Please try again in a moment.') {
    super(text);
    this.code = code;
  }
}

/** Loads the content of a share link, with its password if it has one. Throws `NotOpened`. */
export async function loadSharedVideo(key: string, password: string | undefined): Promise<SharedVideo> {
  const response = await fetch(`/api/s/${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(password === undefined ? {} : { password }),
  }).catch(() => {
    throw new NotOpened();
  });
  const answer = (await response.json().catch(() => ({}))) as { data?: SharedVideo; code?: string; msg?: string };
  if (!response.ok || !answer.data) throw new NotOpened(answer.code, answer.msg);
  return answer.data;
}
