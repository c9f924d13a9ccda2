import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { type Api, answerOf, ApiError, type Schemas } from './connect.ts';
import { sendFile } from './send-file.ts';

const recordings = /\.(?:mp4|m4v|mov|mkv|webm|avi|wmv|mpe?g|ts|mp3|m4a|aac|wav|flac|ogg|opus)$/i;
const captionTypes = ['.vtt', '.srt'] as const;

/** The recordings of a folder and of the folders in it, by the alphabet. */
export async function findRecordings(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob('**/*', { cwd: folder })) if (recordings.test(path)) found.push(join(folder, path));
  return found.toSorted();
}

/** A caption file of the same name beside a recording. */
function findCaptions(path: string): string | undefined {
  const stem = path.slice(0, path.length - extname(path).length);
  return captionTypes.map((type) => stem + type).find((beside) => existsSync(beside));
}

/** Why an upload that was begun before cannot go on. */
const lost: ReadonlySet<string> = new Set(['upload_gone', 'not_found', 'request_interrupted', 'size_changed']);
const attempts = 20;

export type Uploaded = { id: string; file: string; wasThere: boolean };

/**
 * Uploads a file. Its path, size and date name the upload: within a day the same file goes on where it stopped, even
 * if this process was killed. Throws `ApiError`.
 */
export async function uploadFile(
  api: Api,
  path: string,
  onProgress: (received: number, size: number) => void,
): Promise<Uploaded> {
  const { size, mtimeMs } = await stat(path);
  for (let attempt = 1; ; attempt += 1) {
    const name = JSON.stringify([resolve(path), size, mtimeMs, attempt]);
    const key = createHash('sha256').update(name).digest('hex');
    try {
      const begun = await begin(api, path, key);
      const sent = await sendFile(begun.upload_url!, path, onProgress);
      return { id: begun.id, file: path, wasThere: sent === 0 };
    } catch (error) {
      if (!(error instanceof ApiError && lost.has(error.code)) || attempt === attempts) throw error;
    }
  }
}

async function begin(api: Api, path: string, key: string): Promise<Schemas['Upload']> {
  const upload = answerOf(
    await api.POST('/api/v1/uploads', {
      body: { file_name: basename(path) },
      params: { header: { 'Idempotency-Key': key } },
    }),
  );
  const captions = findCaptions(path);
  if (captions && (await isOpen(api, upload.id))) await sendCaptions(api, upload.id, captions);
  return upload;
}

/** Whether an upload is not finished, so that captions come before anything is made of it. */
async function isOpen(api: Api, id: string): Promise<boolean> {
  const { response } = await api.GET('/api/v1/uploads/{id}', { params: { path: { id } } });
  return response.ok;
}

async function sendCaptions(api: Api, id: string, path: string): Promise<void> {
  answerOf(
    await api.PUT('/api/v1/recordings/{id}/captions', {
      params: { path: { id }, query: { file_name: basename(path) } },
      body: await readFile(path),
      bodySerializer: (bytes) => bytes,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  );
}
