import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { outline } from '@lectern/chaptering/outline';
import { z } from 'zod';
import { startFileServer } from '../../../../test/file-server.ts';
import { makeTinyModel } from '../../../../test/language/tiny-model.ts';
import { eventually } from '../../../../test/member.ts';
import { itInFullRun } from '../../../../test/rare.ts';
import { outlineBy } from '../../../main/cli-chapter.ts';
import { readConfig } from '../../../main/config.ts';
import { runInSubprocess } from '../../../platform/subprocess/in-child.ts';
import { LanguageFailure, type LanguageQuestion, QuestionAbandoned } from '../port.ts';
import type { AnswerOrder } from './answer.child.ts';
import { LocalModelRefused } from './llama.ts';
import { createLocalLanguage, type LocalModelSettings } from './local.ts';
import { offerModel } from './models.ts';

const schema = z.object({
  title: z.string().max(20),
  speaker: z.string().max(5).nullable(),
  chapters: z
    .array(z.object({ line: z.number().int(), kind: z.enum(['talk', 'break']) }))
    .min(1)
    .max(3),
});
const question: LanguageQuestion = {
  system: 'You write titles.',
  prompt: '[1] Roofs are high.',
  schema,
  longest: 400,
  signal: new AbortController().signal,
};
/** An answer that takes minutes, even of the smallest model. */
const endless = {
  ...question,
  schema: z.object({ a: z.array(z.array(z.number()).min(999)).min(999), note: z.string().max(5000) }),
  longest: 30_000,
};

const weights = makeTinyModel();
let folder: string;
let told: string[];
before(async () => void (folder = await mkdtemp(join(tmpdir(), 'lectern-local-model-'))));
after(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => void (told = []));

const open = (more: Partial<LocalModelSettings>) =>
  createLocalLanguage(
    {
      model: 'qwen3-4b',
      modelDir: undefined,
      modelUrl: undefined,
      dataDir: folder,
      context: 32_768,
      memory: 10e9,
      timeout: 120_000,
      // Beside other tests, threads that wait for each other wait long.
      threads: 1,
      ...more,
    },
    { info: (text) => told.push(text), warn: (text) => told.push(`! ${text}`) },
  );

async function failureOf(work: Promise<unknown>, code: string): Promise<LanguageFailure> {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(failure instanceof LanguageFailure, String(failure));
  assert.equal(failure.code, code);
  return failure;
}

const refusal = (message: RegExp) => (error: unknown) =>
  error instanceof LocalModelRefused && message.test(error.message);

const runningAnswers = (): Promise<number[]> =>
  promisify(execFile)('pgrep', ['-P', String(process.pid), '-f', 'answer.child.ts']).then(
    ({ stdout }) => stdout.trim().split('\n').map(Number),
    () => [],
  );

const answering = (): Promise<number[]> =>
  eventually(async () => {
    const pids = await runningAnswers();
    return pids.length > 0 ? pids : undefined;
  }, 'a process that answers');

describe('a language model on this machine', () => {
  let modelDir: string;
  beforeEach(async () => {
    modelDir = await mkdtemp(join(folder, 'own-'));
    await writeFile(join(modelDir, 'tiny.gguf'), weights);
  });
  /** The process has the room that Node needs besides. */
  const small = { context: 8192, memory: 600e6 };

  it('answers with JSON of the schema, when its weights are random', async () => {
    const language = await open({ modelDir, ...small });
    const { value, cut, spent } = await language.ask(question);
    assert.equal(cut, false);
    // The grammar knows no greatest number, so that one may be read as infinite, and counts no characters.
    const said = z.object({
      title: z.string(),
      speaker: z.string().nullable(),
      chapters: z.array(
        z.object({ line: z.custom<number>((line) => typeof line === 'number'), kind: z.enum(['talk', 'break']) }),
      ),
    });
    const { chapters, title } = said.parse(value, { error: () => JSON.stringify(value) });
    assert.ok(chapters.length <= 3 && title.length <= 80, title);
    assert.equal(spent.length, 1);
    assert.ok(spent[0]!.usage!.input > 100 && spent[0]!.usage!.output > 20, JSON.stringify(spent));
    assert.deepEqual(language.state(), { text: 'tiny on this machine has answered', ok: true });
    assert.deepEqual(await runningAnswers(), []);
  });

  it('keeps what was said and asks no more, when the answer ends at its longest', async () => {
    const language = await open({ modelDir, ...small });
    const { value, cut, spent } = await language.ask({ ...endless, longest: 40 });
    assert.deepEqual([cut, spent.length], [true, 1]);
    assert.ok((value as { a: number[][] }).a[0]!.length > 1);
  });

  it('ends its process at once, when the question is abandoned', async () => {
    const language = await open({ modelDir, ...small });
    const { signal, abort } = abortable();
    const asking = language.ask({ ...endless, signal });
    const [pid] = await answering();
    abort();
    await assert.rejects(asking, QuestionAbandoned);
    await eventually(async () => !(await runningAnswers()).includes(pid!) || undefined, 'the process to end');
    assert.ok((await language.ask(question)).value);
  });

  it('lets the second question wait for the first, and leave while it waits', async () => {
    const language = await open({ modelDir, ...small });
    const first = abortable();
    const second = abortable();
    const asking = language.ask({ ...endless, signal: first.signal });
    await answering();
    const waiting = language.ask({ ...question, signal: second.signal });
    second.abort();
    await assert.rejects(waiting, QuestionAbandoned);
    assert.equal((await runningAnswers()).length, 1);
    first.abort();
    await assert.rejects(asking, QuestionAbandoned);
  });

  it('answers by another process, when the first is killed', async () => {
    const language = await open({ modelDir, ...small });
    const asking = language.ask(question);
    const [pid] = await answering();
    process.kill(pid!, 'SIGKILL');
    assert.ok((await asking).value);
  });

  it('says what it needs, when it may take less memory', async () => {
    await writeFile(join(modelDir, 'tiny.gguf'), makeTinyModel(24));
    const language = await open({ modelDir, context: 60_000, memory: 300e6 });
    const { cause } = await failureOf(language.ask(question), 'language_refused');
    assert.match(
      String(cause),
      /it needs 0\.\d GB of memory and may take 0\.3 GB\. Set a smaller LANGUAGE_CONTEXT_TOKENS/,
    );
    assert.equal(language.state().ok, false);
    await assert.rejects(
      open({ memory: 6e9 }),
      refusal(/needs 8\.3 GB of memory .* may take 6\.0 GB\. Set LANGUAGE_CONTEXT_TOKENS=16384,/),
    );
    await assert.rejects(open({ memory: 3e9 }), refusal(/Choose another engine/));
  });

  it('ends alone, when it takes more memory than it was reckoned to', async () => {
    const order: AnswerOrder = {
      file: join(modelDir, 'tiny.gguf'),
      system: '',
      prompt: 'x',
      schema: undefined,
      longest: 10,
      temperature: 0,
      context: 60_000,
      memory: Infinity,
      threads: 1,
    };
    await assert.rejects(runInSubprocess(new URL('./answer.child.ts', import.meta.url), order, { memory: 100e6 }), {
      code: 'reading_stopped',
    });
  });

  it('fails for now, when an answer takes too long', async () => {
    const language = await open({ modelDir, ...small, timeout: 2000 });
    await failureOf(language.ask(endless), 'language_failed');
    assert.deepEqual(await runningAnswers(), []);
  });

  it('refuses a question for good, when it has no room', async () => {
    const language = await open({ modelDir, ...small, context: 512 });
    const { cause } = await failureOf(language.ask({ ...question, prompt: 'x'.repeat(600) }), 'language_refused');
    assert.match(String(cause), /the question has \d+ tokens, and LANGUAGE_CONTEXT_TOKENS is 512/);
  });

  it('refuses weights that are none, and a folder with none or several', async () => {
    await writeFile(join(modelDir, 'tiny.gguf'), makeTinyModel().subarray(0, 50_000));
    await failureOf((await open({ modelDir, ...small })).ask(question), 'language_refused');
    await writeFile(join(modelDir, 'other.gguf'), weights);
    await assert.rejects(open({ modelDir }), refusal(/several models/));
    await rm(modelDir, { recursive: true });
    await assert.rejects(open({ modelDir }), refusal(/no folder/));
    await mkdir(modelDir);
    await assert.rejects(open({ modelDir }), refusal(/no model/));
  });
});

describe('chapters by random weights', () => {
  itInFullRun('come from the built-in engine, when the model answers the product’s own question', async () => {
    const modelDir = await mkdtemp(join(folder, 'own-'));
    await writeFile(join(modelDir, 'tiny.gguf'), weights);
    const cues = Array.from({ length: 24 }, (_, n) => ({
      start: n * 10,
      end: n * 10 + 9,
      text: n < 12 ? `Beekeepers count mites in hive ${n}.` : `Printers buy ink for roller ${n}.`,
    }));
    const config = readConfig({ LANGUAGE_ENGINE: 'local', LANGUAGE_MODEL_DIR: modelDir });
    const made = await outlineBy(config, cues, { duration: 240 });
    assert.deepEqual(
      made.chapters.map(({ start, end }) => [start, end]),
      outline(cues, { duration: 240 }).chapters.map(({ start, end }) => [start, end]),
    );
    const said = cues.map(({ text }) => text).join(' ');
    for (const { quote } of made.chapters.flatMap(({ quotes }) => quotes)) assert.ok(said.includes(quote), quote);
  });
});

it('offers the context a machine has room for, and nothing when it has too little memory', () => {
  const lines = (memory: number) => offerModel(memory).lines.slice(1);
  assert.deepEqual(lines(16e9), ['LANGUAGE_ENGINE=local']);
  assert.deepEqual(lines(8e9), ['LANGUAGE_ENGINE=local', 'LANGUAGE_CONTEXT_TOKENS=16384']);
  assert.deepEqual(offerModel(4e9).lines, []);
  assert.ok(offerModel(8e9).memory <= 6e9 && offerModel(4e9).memory > 4e9);
});

describe('the weights of a language model', () => {
  const sha256 = createHash('sha256').update(weights).digest('hex');
  let dataDir: string;
  let files: Record<string, Buffer>;
  let server: Awaited<ReturnType<typeof startFileServer>>;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(folder, 'data-'));
    files = {
      'tiny.gguf': weights,
      'manifest.json': Buffer.from(JSON.stringify({ files: [{ name: 'tiny.gguf', size: weights.length, sha256 }] })),
    };
    server = await startFileServer(files);
  });
  afterEach(() => server.close());
  const file = (): string => join(dataDir, 'models/qwen3-4b/tiny.gguf');
  const openFetching = () => open({ dataDir, modelUrl: server.url });
  const ranges = () => server.asked.flatMap(({ name, range }) => (name === 'tiny.gguf' ? [range ?? 'all'] : []));

  it('arrive once with progress and licence, when the server drops, errs and ignores ranges', async () => {
    server.faults.push('none', { drop: 100_000 }, { ignoreRange: true }, { flip: 200_000 });
    const language = await openFetching();
    const notes: string[] = [];
    await language.prepare({
      onProgress(share, note) {
        assert.ok(share >= 0 && share <= 1);
        notes.push(note);
      },
    });
    assert.deepEqual(await readFile(file()), weights);
    assert.match(
      notes.at(-1)!,
      /^fetching the language model Qwen3-4B-Instruct-2507 \(Q4_K_M\) \(0 of 0 MB, Apache-2\.0, only the first time\)$/,
    );
    assert.ok(told.length > 1, 'the log tells the progress');
    const count = server.asked.length;
    await (await openFetching()).prepare();
    assert.equal(server.asked.length, count);
  });

  it('continue from where the server was killed', async () => {
    await mkdir(join(dataDir, 'models/qwen3-4b'), { recursive: true });
    await writeFile(`${file()}.part`, weights.subarray(0, 123_456));
    await (await openFetching()).prepare();
    assert.deepEqual(ranges(), ['bytes=123456-']);
    assert.deepEqual(await readFile(file()), weights);
  });

  it('arrive at the next attempt, when they were missing', async () => {
    delete files['tiny.gguf'];
    const language = await openFetching();
    const { cause } = await failureOf(language.ask(question), 'language_refused');
    assert.match(String(cause), /tiny\.gguf: 404/);
    assert.match(language.state().text, /404/);
    files['tiny.gguf'] = weights;
    await language.prepare();
    assert.equal(language.state().ok, true);
  });

  it('keep no question waiting, while they are fetched', async () => {
    const held = Promise.withResolvers<void>();
    server.faults.push('none', { after: held.promise });
    const language = await openFetching();
    const fetching = language.prepare();
    await eventually(async () => ranges().length > 0 || undefined, 'the weights to be asked for');
    const { text } = await failureOf(language.ask(question), 'language_failed');
    assert.match(text, /still being downloaded/);
    held.resolve();
    await fetching;
  });

  it('arrive again, when they are damaged on the disk', async () => {
    await (await openFetching()).prepare();
    await appendFile(file(), 'x');
    const language = await openFetching();
    await failureOf(language.ask(question), 'language_failed');
    await language.prepare();
    assert.deepEqual(await readFile(file()), weights);
    assert.equal(ranges().length, 2);
  });
});

function abortable(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error('nobody waits')) };
}
