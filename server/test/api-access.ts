import { apiRecordingRoutes } from '@lectern/contract/v1/recordings';

/** A failure of a call of programs, as all other calls tell it. */
export function asElsewhere(problem: unknown): unknown {
  const { code, detail: msg } = problem as { code: string; detail: string };
  return code === 'unauthorized' || code === 'forbidden' ? msg : { code, msg };
}

type Inputs = Record<string, Record<string, unknown>>;

/** Inputs of calls of programs that name somebody's objects, by the names of the calls. */
export const inputsOfApi = (ids: Record<'recording' | 'highlight' | 'upload' | 'clip' | 'share', string>): Inputs => ({
  ...Object.fromEntries(
    Object.values(apiRecordingRoutes)
      .filter(({ path }) => path.includes(':id'))
      .map(({ method, path }) => [`${method} ${path}`, { id: ids.recording }]),
  ),
  'GET /v1/recordings/:id/shares': { id: ids.recording },
  'PUT /v1/recordings/:id/chapters': { id: ids.recording, chapters: [{ title: 'Mine now', start: 0 }] },
  'PATCH /v1/highlights/:id': { id: ids.highlight, note: 'Mine now' },
  'DELETE /v1/highlights/:id': { id: ids.highlight },
  'GET /v1/uploads/:id': { id: ids.upload },
  'DELETE /v1/uploads/:id': { id: ids.upload },
  'GET /v1/clips/:id': { id: ids.clip },
  'PATCH /v1/shares/:id': { id: ids.share, is_revoked: true },
});

/** The same, of those about the workspace itself. */
export const inputsOfWorkspaceApi = (ids: Record<'person' | 'invitation' | 'webhook' | 'key', string>): Inputs => ({
  'PATCH /v1/people/:id': { id: ids.person, role: 'editor' },
  'DELETE /v1/people/:id': { id: ids.person },
  'DELETE /v1/invitations/:id': { id: ids.invitation },
  'PATCH /v1/webhooks/:id': { id: ids.webhook, kinds: ['clip.ready'] },
  'DELETE /v1/webhooks/:id': { id: ids.webhook },
  'GET /v1/webhooks/:id/deliveries': { id: ids.webhook },
  'DELETE /v1/keys/:id': { id: ids.key },
});
