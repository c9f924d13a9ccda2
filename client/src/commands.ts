import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Api, answerOf, ApiError, type Schemas } from './connect.ts';
import { download } from './download.ts';
import type { Progress } from './progress.ts';
import { formatTime, parseTime } from './times.ts';
import { findRecordings, uploadFile } from './upload.ts';

export type Options = {
  json?: boolean | undefined;
  wait?: boolean | undefined;
  limit?: string | undefined;
  recording?: string[] | undefined;
  format?: string | undefined;
  output?: string | undefined;
  'without-recordings'?: boolean | undefined;
};

/** Result of a command: as JSON, and as lines for people. `hasFailed`: a part of it did not succeed. */
export type Told = { json: unknown; lines: readonly string[]; hasFailed?: boolean };

/** A wish that cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type Command = {
  usage: string;
  purpose: string;
  run(api: Api, words: readonly string[], options: Options, progress: Progress): Promise<Told>;
};

/** Milliseconds between two looks at something that is being made. */
const lookEvery = 1_000;

function readOne(words: readonly string[]): string {
  const [word, ...others] = words;
  if (word === undefined || others.length > 0) throw new UsageError('It takes one argument.');
  return word;
}

function readSentence(words: readonly string[]): string {
  if (words.length === 0) throw new UsageError('It takes some words.');
  return words.join(' ');
}

/** Waits until all is made of a recording that somebody waits for, or cannot be. */
async function waitUntilDone(api: Api, id: string, tell: Progress): Promise<Schemas['Recording']> {
  for (;;) {
    const params = { path: { id } };
    const upload = await api.GET('/api/v1/uploads/{id}', { params });
    const call = await api.GET('/api/v1/recordings/{id}', { params });
    // An upload is no recording yet.
    if (call.response.ok || !upload.response.ok) {
      const recording = answerOf(call);
      if (recording.state !== 'processing') return recording;
      tell(`${recording.title}, being made`, recording.progress);
    }
    await delay(lookEvery);
  }
}

const address = /^https?:\/\//i;

type Outcome = { file: string; id?: string; was_there?: boolean; recording?: Schemas['Recording']; problem?: string };

/** The files that an argument names: itself, or the recordings of a folder. */
async function filesOf(what: string): Promise<string[]> {
  if (address.test(what) || !(await stat(what)).isDirectory()) return [what];
  const files = await findRecordings(what);
  if (files.length === 0) throw new UsageError(`There is no recording in ${what}.`);
  return files;
}

async function uploadOne(api: Api, file: string, { wait }: Options, tell: Progress): Promise<Outcome> {
  try {
    const { id, wasThere } = address.test(file)
      ? { ...answerOf(await api.POST('/api/v1/uploads/from-url', { body: { url: file } })), wasThere: false }
      : await uploadFile(api, file, (received, size) => tell(file, received / Math.max(1, size)));
    const made = { file, id, was_there: wasThere };
    return wait ? { ...made, recording: await waitUntilDone(api, id, tell) } : made;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { file, problem: `${error.code}: ${error.message}` };
  }
}

export const commands = {
  upload: {
    usage: 'upload FILE|FOLDER|ADDRESS ... [--wait]',
    purpose: 'uploads recordings, with captions of the same name beside them; goes on where it stopped',
    async run(api, words, options, progress) {
      if (words.length === 0) throw new UsageError('It takes a file, a folder or an address.');
      const data: Outcome[] = [];
      for (const file of (await Promise.all(words.map(filesOf))).flat())
        data.push(await uploadOne(api, file, options, progress));
      const lines = data.map(({ id, file, was_there: wasThere, problem }) =>
        problem === undefined ? `${id}  ${file}${wasThere ? ', which was there already' : ''}` : `${file}: ${problem}`,
      );
      return { json: { data }, lines, hasFailed: data.some(({ problem }) => problem !== undefined) };
    },
  },

  list: {
    usage: 'list [WORDS] [--limit N]',
    purpose: 'the newest recordings, or those in which some words stand',
    async run(api, words, { limit = '20' }) {
      const wanted = Number(limit);
      if (!Number.isInteger(wanted) || wanted < 1) throw new UsageError('--limit is a number from 1.');
      const q = words.join(' ') || undefined;
      const data: Schemas['Recording'][] = [];
      let cursor: string | null | undefined;
      while (cursor !== null && data.length < wanted) {
        const query = {
          limit: Math.min(100, wanted - data.length),
          ...(q ? { q } : {}),
          ...(cursor ? { cursor } : {}),
        };
        const page: { data: Schemas['Recording'][]; next_cursor: string | null } = answerOf(
          await api.GET('/api/v1/recordings', { params: { query } }),
        );
        data.push(...page.data);
        cursor = page.next_cursor;
      }
      const lines = data.map(
        ({ id, created_at: at, duration, title }) => `${id}  ${at.slice(0, 10)}  ${formatTime(duration)}  ${title}`,
      );
      return { json: { data }, lines };
    },
  },

  search: {
    usage: 'search WORDS',
    purpose: 'the places where words are said, written or shown, with links that play them',
    async run(api, words) {
      const found = answerOf(await api.GET('/api/v1/search', { params: { query: { q: readSentence(words) } } }));
      const lines = found.data.flatMap(({ title, places }) => [
        title,
        ...places.map(({ start, text, url }) => `  ${formatTime(start)}  ${text}\n           ${url}`),
      ]);
      return { json: found, lines };
    },
  },

  ask: {
    usage: 'ask QUESTION [--recording ID ...]',
    purpose: 'an answer from the recordings, by words that were said',
    async run(api, words, { recording }) {
      const body = { question: readSentence(words), ...(recording ? { recording_ids: recording } : {}) };
      const answer = answerOf(await api.POST('/api/v1/ask', { body }));
      const numbers = (citations: readonly number[]): string => citations.map((n) => `[${n}]`).join('');
      const lines = [
        ...answer.sentences.map(({ text, citations }) => `${text} ${numbers(citations)}`),
        ...(answer.remark === '' ? [] : [answer.remark]),
        '',
        ...answer.citations.map(
          ({ title, text, start, url }, at) => `[${at + 1}] “${text}”\n    ${title}, ${formatTime(start)}, ${url}`,
        ),
      ];
      return { json: answer, lines };
    },
  },

  chapters: {
    usage: 'chapters ID',
    purpose: 'the chapters of a recording with their quotes, as Markdown',
    async run(api, words) {
      const path = { id: readOne(words) };
      const chapters = answerOf(await api.GET('/api/v1/recordings/{id}/chapters', { params: { path } }));
      const lines = chapters.data.map(({ title, start, summary, quotes }) => {
        const said = quotes.map(({ text, start: at }) => `> “${text}” (${formatTime(at)})\n`);
        return [`## ${formatTime(start)} ${title}\n`, ...(summary === '' ? [] : [`${summary}\n`]), ...said].join('\n');
      });
      return { json: chapters, lines };
    },
  },

  transcript: {
    usage: 'transcript ID [--format txt|vtt|srt]',
    purpose: 'the words of a recording',
    async run(api, words, { json, format = 'txt' }) {
      if (format !== 'txt' && format !== 'vtt' && format !== 'srt')
        throw new UsageError('--format is txt, vtt or srt.');
      const path = { id: readOne(words) };
      const url = '/api/v1/recordings/{id}/transcript';
      if (json) return { json: answerOf(await api.GET(url, { params: { path } })), lines: [] };
      const text = answerOf(await api.GET(url, { params: { path, query: { format } }, parseAs: 'text' }));
      return { json: text, lines: [text.trimEnd()] };
    },
  },

  clip: {
    usage: 'clip ID START END [--output FILE]',
    purpose: 'cuts a part, from and to a time like 1:02:03.5 or seconds, and downloads it',
    async run(api, words, { output }, progress) {
      const [id, from, to, ...others] = words;
      const [start, end] = [parseTime(from), parseTime(to)];
      if (id === undefined || start === undefined || end === undefined || others.length > 0)
        throw new UsageError('It takes the id of a recording and two times.');
      let clip = answerOf(await api.POST('/api/v1/clips', { body: { recording_id: id, start, end } }));
      while (clip.state === 'waiting' || clip.state === 'running') {
        progress('The clip, being cut', undefined);
        await delay(lookEvery);
        clip = answerOf(await api.GET('/api/v1/clips/{id}', { params: { path: { id: clip.id } } }));
      }
      if (!clip.download_url) throw new ApiError('clip_failed', 'The clip could not be cut.');
      const file = await download(clip.download_url, output, `clip-${clip.id}.mp4`, () => undefined);
      return { json: { ...clip, file }, lines: [file] };
    },
  },

  export: {
    usage: 'export [--without-recordings] [--output FILE]',
    purpose: 'downloads all of the workspace as one archive',
    async run(api, words, { output, 'without-recordings': isLean }, progress) {
      if (words.length > 0) throw new UsageError('It takes no arguments.');
      const body = { recordings: isLean ? ('without' as const) : ('with' as const) };
      const { download_url: url } = answerOf(await api.POST('/api/v1/exports', { body }));
      const file = await download(url, output, 'export.zip', (bytes) =>
        progress(`The export, ${Math.floor(bytes / 1e6)} MB`, undefined),
      );
      return { json: { file }, lines: [file] };
    },
  },
} as const satisfies Record<string, Command>;

export const isCommand = (word: string | undefined): word is keyof typeof commands =>
  word !== undefined && Object.hasOwn(commands, word);
