import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { CallError } from '@lectern/contract/client';
import { runnableSteps } from '@lectern/contract/rules/pipeline';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { eventually, type TestMember } from './member.ts';

export type PutAnswer = { status: number; range: string | null; msg: string | undefined };

/** One PUT of the upload protocol. */
export async function putUploadChunk(
  url: string,
  body: Uint8Array | undefined,
  contentRange?: string,
  { signal, isPacked }: { signal?: AbortSignal; isPacked?: boolean } = {},
): Promise<PutAnswer> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: {
      ...(contentRange === undefined ? {} : { 'content-range': contentRange }),
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    },
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
    redirect: 'manual',
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  return {
    status: response.status,
    range: response.headers.get('range'),
    msg: text === '' ? undefined : (JSON.parse(text) as { msg?: string }).msg,
  };
}

/** Sends the beginning of a chunk and leaves the rest open until `breakOff`, or until `end` brings it. */
export function beginChunk(url: string, contentRange: string, length: number, beginning: Uint8Array) {
  const headers = { 'content-range': contentRange, 'content-length': length };
  const sending = request(url, { method: 'PUT', headers, agent: false });
  sending.on('error', () => undefined);
  sending.write(beginning);
  return {
    breakOff: () => sending.destroy(),
    /** Resolves with the status of the answer. */
    async end(rest: Uint8Array): Promise<number | undefined> {
      sending.end(rest);
      const [answer] = (await once(sending, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    },
  };
}

/** Uploads a whole file in chunks and resolves with its passthrough. */
export async function uploadFile(
  member: TestMember,
  file: string | Uint8Array,
  { captions, chunk = 256 * 1024, title }: { captions?: string | undefined; chunk?: number; title?: string } = {},
): Promise<string> {
  const bytes = typeof file === 'string' ? await readFile(file) : file;
  const { url, id } = await member.call(uploadRoutes.create, {});
  if (title) await member.call(videoRoutes.save, { passthrough: id, userId: member.session.id, title });
  if (captions)
    await member.call(
      uploadRoutes.captions,
      { passthrough: id, name: 'captions.vtt' },
      { body: Buffer.from(await readFile(captions)) },
    );
  for (let from = 0; from < bytes.length; from += chunk) {
    const to = Math.min(from + chunk, bytes.length);
    const answer = await putUploadChunk(url, bytes.subarray(from, to), `bytes ${from}-${to - 1}/${bytes.length}`);
    if (answer.status !== (to === bytes.length ? 200 : 308)) throw new CallError(answer.status, { msg: answer.msg });
  }
  return id;
}

export const fetchAsset = async (member: TestMember, uploadId: string): Promise<VideoDetail> =>
  (await member.call(videoRoutes.asset, { uploadId })).data;

/** Waits until every step is settled one way or another. */
export const waitUntilProcessed = (member: TestMember, uploadId: string, seconds = 240): Promise<VideoDetail> =>
  eventually(
    async () => {
      const asset = await fetchAsset(member, uploadId);
      const moving = asset.steps.some(({ state }) => state === 'running') || runnableSteps(asset.steps).length > 0;
      const held = asset.steps.some(({ state }) => state === 'failed' || state === 'blocked');
      const done = asset.steps.every(({ state }) => state === 'done' || state === 'skipped');
      return done || (held && !moving) ? asset : undefined;
    },
    `the pipeline of ${uploadId}`,
    seconds,
  );

/** Has an owner keep the key sentences of chapters without strong quotes, so that visitors see them. */
export async function keepKeySentences(
  member: TestMember,
  { id, chapters, chapters_version }: VideoDetail,
): Promise<void> {
  const kept = chapters.map(({ quote, ...chapter }) => ({
    ...chapter,
    quote: quote.map((each) => ({ ...each, key: false })),
  }));
  await member.call(videoRoutes.save, { passthrough: id, chapters: kept, chapters_version });
}
