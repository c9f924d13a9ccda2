import { workspaceHeader } from '@lectern/contract/route';
import type { FastifyRequest } from 'fastify';
import { isId } from './invalid-input.ts';

/** The workspace that a call is about: that of a recording or upload with this id, else the one with this id. */
export type WantedWorkspace = { recordingId?: string; workspaceId?: string };

/** The recording a call is about, where it names one. */
export function videoIn(input: object): string | undefined {
  const { passthrough, videoId, uploadId } = input as Record<string, unknown>;
  const id = passthrough ?? videoId ?? uploadId;
  return typeof id === 'string' ? id : undefined;
}

/** No workspace has it: a header that is no id names one that is not open. */
const noWorkspace = '00000000-0000-0000-0000-000000000000';

/** Reads which workspace a call names, before its input is parsed. */
export function readWantedWorkspace({ headers, body, query, params }: FastifyRequest): WantedWorkspace {
  const input = { ...Object(body), ...Object(query), ...Object(params) } as Record<string, unknown>;
  const recording = videoIn(input) ?? input['id'];
  const header = headers[workspaceHeader];
  return {
    ...(typeof recording === 'string' && isId(recording) ? { recordingId: recording } : {}),
    ...(header === undefined
      ? {}
      : { workspaceId: typeof header === 'string' && isId(header) ? header.toLowerCase() : noWorkspace }),
  };
}
