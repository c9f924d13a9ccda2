import { apiRecordingRoutes } from '@lectern/contract/v1/recordings';
import { apiTranscriptRoutes } from '@lectern/contract/v1/transcripts';

/** A failure of a call of programs, as all other calls tell it. */
export function asElsewhere(problem: unknown): unknown {
  const { code, detail: msg } = problem as { code: string; detail: string };
  return code === 'unauthorized' || code === 'forbidden' ? msg : { code, msg };
}

type Inputs = Record<string, Record<string, unknown>>;

/** Inputs of calls of programs that name somebody's objects, by the names of the calls. */
export const inputsOfApi = (ids: Record<'recording' | 'highlight' | 'upload' | 'clip' | 'share', string>): Inputs => ({
  ...Object.fromEntries(
    [...Object.values(apiRecordingRoutes), ...Object.values(apiTranscriptRoutes)]
      .filter(({ path }) => path.includes(':id'))
      .map(({ method, path }) => [`${method} ${path}`, { id: ids.recording }]),
  ),
  'GET /v1/recordings/:id/shares': { id: ids.recording },
  'PUT /v1/recordings/:id/chapters': { id: ids.recording, chapters: [{ title: 'Mine now', start: 0 }] },
  'POST /v1/recordings/:id/chapters/resize': { id: ids.recording, count: 2 },
  'POST /v1/recordings/:id/outlines/restore': { id: ids.recording, at: new Date(0).toISOString() },
  'GET /v1/recordings/:id/files/:kind': { id: ids.recording, kind: 'transcript.vtt' },
  'PATCH /v1/recordings/:id/transcript/cues/:number': { id: ids.recording, number: 0, text: 'Mine now' },
  'PATCH /v1/recordings/:id/transcript/speakers': { id: ids.recording, from: 'Grace', to: 'Mine now' },
  'PATCH /v1/highlights/:id': { id: ids.highlight, note: 'Mine now' },
  'DELETE /v1/highlights/:id': { id: ids.highlight },
  'GET /v1/uploads/:id': { id: ids.upload },
  'DELETE /v1/uploads/:id': { id: ids.upload },
  'GET /v1/clips/:id': { id: ids.clip },
  'PATCH /v1/shares/:id': { id: ids.share, is_revoked: true },
});

/** The same, of those about the workspace itself. */
export const inputsOfWorkspaceApi = (
  ids: Record<'person' | 'term' | 'invitation' | 'webhook' | 'key', string>,
): Inputs => ({
  'PATCH /v1/glossary/:id': { id: ids.term, term: 'Mine now' },
  'DELETE /v1/glossary/:id': { id: ids.term },
  'PATCH /v1/people/:id': { id: ids.person, role: 'editor' },
  'DELETE /v1/people/:id': { id: ids.person },
  'POST /v1/invitations/:id/resend': { id: ids.invitation },
  'DELETE /v1/invitations/:id': { id: ids.invitation },
  'PATCH /v1/webhooks/:id': { id: ids.webhook, kinds: ['clip.ready'] },
  'DELETE /v1/webhooks/:id': { id: ids.webhook },
  'POST /v1/webhooks/:id/secret': { id: ids.webhook },
  'POST /v1/webhooks/:id/test': { id: ids.webhook },
  'POST /v1/webhooks/:id/resend': { id: ids.webhook, since: new Date(0).toISOString() },
  'GET /v1/webhooks/:id/deliveries': { id: ids.webhook },
  'DELETE /v1/keys/:id': { id: ids.key },
});
