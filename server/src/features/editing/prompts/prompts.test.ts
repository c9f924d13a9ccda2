import assert from 'node:assert/strict';
import { before, it, describe } from 'node:test';
import { isVerbatim } from '@lectern/chaptering/verbatim';
import type { Input } from '@lectern/contract/route';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { promptRoutes } from '@lectern/contract/editing/prompts';
import { defaultQuotePrompt, defaultSearchPrompt } from '@lectern/contract/rules/prompts';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { type Quote, type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { assertEvery } from '../../../../test/assert-every.ts';
import { makeGreyRecording } from '../../../../test/grey-recording.ts';
import { refuses } from '../../../../test/refusals.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';
import { manyCalls } from '../../../../test/world.ts';
import type { PromptLine } from '../../outline/language/transcript-text.ts';
import { relevantLines } from './relevant-lines.ts';
import { Problem } from '@lectern/contract/problem';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Context } from '../../../platform/http/context.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { prompts } from './prompts.ts';

describeRecordings('prompts and answers', ['webinar'], { limits: manyCalls }, (suite) => {
  let said: string;
  before(async () => {
    said = webvttCues(suite.webinar.vtt)
      .map(({ text }) => text.replace(/\s+/g, ' '))
      .join(' ');
  });

  const userId = () => suite.member.session.id;
  const settings = () => suite.member.call(promptRoutes.settings, { userId: userId() });
  const ask = async (question: Omit<Input<typeof promptRoutes.search>, 'passthrough'>) =>
    (await suite.member.call(promptRoutes.search, { passthrough: suite.webinar.id, ...question })).data;
  const updateQuote = async (wish: Omit<Input<typeof promptRoutes.updateQuote>, 'passthrough'>) =>
    (await suite.member.call(promptRoutes.updateQuote, { passthrough: suite.webinar.id, ...wish })).data.data;
  async function saveQuotes(index: number, write: (quotes: Quote[]) => (string | Quote)[]): Promise<void> {
    const { chapters } = await fetchAsset(suite.member, suite.webinar.id);
    const edits = chapters.map(({ title, start, summary, quote }, n) => ({
      title,
      start,
      summary,
      quote: n === index ? write(quote) : quote,
    }));
    await suite.member.call(videoRoutes.save, { passthrough: suite.webinar.id, chapters: edits });
  }
  const used = async () => (await suite.member.call(dashboardRoutes.dashboard, {})).data.token_used;
  const operations = (operation: string) =>
    suite.db
      .selectFrom('token_operations')
      .selectAll()
      .where('operation', '=', operation)
      .orderBy('created_at', 'desc')
      .execute();

  it('begins with the standard prompts, and keeps what is written instead', async () => {
    assert.deepEqual(await settings(), {
      custom_prompt: defaultQuotePrompt,
      quote_ct: 3,
      base_search_prompt: defaultSearchPrompt,
    });
    const quotes = { userId: userId(), customPrompt: 'Only numbers.', quoteCt: 2 };
    assert.deepEqual(await suite.member.call(promptRoutes.saveQuotePrompt, quotes), {
      msg: 'Updated custom prompt successfully',
    });
    const search = { userId: userId(), customPrompt: 'Answer in verse.' };
    assert.deepEqual(await suite.member.call(promptRoutes.saveSearchPrompt, search), {
      msg: 'Updated search base prompt successfully',
    });
    const saved = { custom_prompt: 'Only numbers.', quote_ct: 2, base_search_prompt: 'Answer in verse.' };
    assert.deepEqual(await settings(), saved);
    const customPrompt = 'Only numbers, please.';
    await suite.member.call(promptRoutes.saveQuotePrompt, { userId: userId(), customPrompt });
    assert.deepEqual(await settings(), { ...saved, custom_prompt: customPrompt }, 'what is not sent stays');
    for (const wrong of [{ customPrompt: 'abc' }, { quoteCt: 4 }])
      await assert.rejects(suite.member.call(promptRoutes.saveQuotePrompt, { ...quotes, ...wrong }), { status: 400 });
  });

  it('chooses quotes of a chapter by a prompt, verbatim, and charges for them', async () => {
    const before = await used();
    const index = suite.webinar.chapters.length - 1;
    const chapter = suite.webinar.chapters[index]!;
    const word = /\b[a-z]{6,}\b/.exec(chapter.quote[0]!.quote)![0];
    const newQuotePrompt = `Quotes about ${word}`;
    const wish = { start: chapter.start, end: '10:00:00', selIndex: index, newQuotePrompt };
    const answer = await updateQuote(wish);
    const quotes = answer.chapters[index]!.quote;
    assert.ok(quotes.length >= 1 && quotes.length <= 2, `${quotes.length} quotes`);
    for (const { quote, start } of quotes) {
      assert.ok(isVerbatim(quote, said), quote);
      assert.match(quote.toLowerCase(), new RegExp(word.slice(0, 5)));
      assert.ok(start! >= chapter.start_seconds - 0.1 && start! < chapter.end_seconds);
    }
    const titles = answer.chapters.map(({ title }) => title);
    assert.deepEqual(
      titles,
      suite.webinar.chapters.map(({ title }) => title),
    );
    const [operation] = await operations('update-quote');
    assert.deepEqual(
      [operation!.state, operation!.custom_prompt, operation!.result],
      ['settled', wish.newQuotePrompt, quotes.map(({ quote }) => quote).join('\n')],
    );
    assert.equal((await used()) - before, operation!.used);

    await refuses(updateQuote({ ...wish, newQuotePrompt: 'Zanzibar elephants' }), 'no_passages');
    assert.equal((await used()) - before, operation!.used, 'nothing is charged for nothing');
    for (const wrong of [{ start: '00:59:59' }, { selIndex: 99 }])
      await assert.rejects(updateQuote({ ...wish, ...wrong }), { status: 404 });
  });

  it('keeps a quote that a person has edited', async () => {
    const own = 'In my own words.';
    await saveQuotes(0, ([first, ...others]) => [{ ...first!, quote: own }, ...others]);
    const { start } = suite.webinar.chapters[0]!;
    const { chapters } = await updateQuote({ start, selIndex: 0, newQuotePrompt: 'The best insights' });
    assert.ok(chapters[0]!.quote.some(({ quote }) => quote === own));
  });

  it('answers from the recording with the moments it rests on, and says that it only quotes', async () => {
    const word = /\b[a-z]{6,}\b/.exec(suite.webinar.chapters.at(-1)!.quote[0]!.quote)![0];
    const data = await ask({ prompt: `What about ${word}?` });
    assert.match(data.remark, /quotes passages .*does not write its own answers/);
    assert.equal(data.extractive, true);
    assert.deepEqual(
      [data.message, data.system_message, data.user_message],
      [`Answer in verse.\n\nWhat about ${word}?`, 'Answer in verse.', `What about ${word}?`],
    );
    assert.ok(data.citations.length >= 1);
    for (const { start, text } of data.citations) {
      assert.ok(said.includes(text), text);
      assert.ok(start >= 0 && start <= suite.webinar.duration);
      assert.ok(data.answer.includes(text));
    }
    for (const prompt of ['Zanzibar elephants', '💥💥💥', '\u200B'.repeat(10), '\u3164'.repeat(10), '?!?!']) {
      const nothing = await ask({ prompt });
      assert.match(nothing.answer, /^Found no passage with these words in this recording\./, prompt);
      assert.deepEqual(nothing.citations, []);
    }
  });

  it('answers from one chapter, which keeps the answer, or from a stretch between two times', async () => {
    const prompt = 'The main insights';
    const { start, start_seconds, end_seconds } = suite.webinar.chapters[1]!;
    const ofChapter = await ask({ prompt, start });
    const ofStretch = await ask({ prompt, start: '00:00:20', end: '00:01:00' });
    for (const [{ citations }, from, to] of [
      [ofChapter, start_seconds - 0.1, end_seconds],
      [ofStretch, 19.9, 60],
    ] as const)
      assertEvery(citations, (cited) => cited.start >= from && cited.start < to);
    assert.equal((await fetchAsset(suite.member, suite.webinar.id)).chapters[1]!.search, ofChapter.answer);
    assert.match(ofStretch.remark, /this recording from 00:00:20 to 00:01:00/);
    await assert.rejects(ask({ prompt, start: '00:01:00', end: '00:00:20' }), { status: 400 });
    await assert.rejects(ask({ prompt, start: 'now', end: '00:00:20' }), { status: 400 });
    await assert.rejects(ask({ prompt, start: '00:00:21' }), { status: 404 });
  });

  it('chooses no quotes, and charges nothing, where the person’s own leave no room', async () => {
    await saveQuotes(1, () => ['My own first words.', 'My own second words.']);
    const count = async () => [await used(), (await operations('update-quote')).length];
    const before = await count();
    const { start } = suite.webinar.chapters[1]!;
    await refuses(updateQuote({ start, selIndex: 1, newQuotePrompt: 'The best insights' }), 'quotes_kept');
    assert.deepEqual(await count(), before);
  });

  it('gives every chapter as many quotes as the member wants, from the start and again', async () => {
    const other = await suite.signUp();
    const settings = { userId: other.session.id, customPrompt: 'The best insights.' };
    await other.call(promptRoutes.saveQuotePrompt, { ...settings, quoteCt: 1 });
    const recording = await makeGreyRecording(suite.place.dataDir);
    const id = await uploadFile(other, recording, { captions: getSamplePath('webinar.vtt') });
    const counts = ({ chapters }: VideoDetail): number[] => chapters.map(({ quote }) => quote.length);
    const first = counts(await waitUntilProcessed(other, id));
    assert.deepEqual(
      first,
      first.map(() => 1),
    );
    await other.call(promptRoutes.saveQuotePrompt, { ...settings, quoteCt: 2 });
    await other.call(videoRoutes.regenerateChapters, { passthrough: id });
    const second = await waitUntilProcessed(other, id);
    assert.ok(Math.max(...counts(second)) <= 2);
  });

  it('refuses a question without a transcript, and any once the tokens are used up', async () => {
    const poor = await suite.signUp();
    const id = await uploadFile(poor, getSamplePath('short.mp4'));
    await waitUntilProcessed(poor, id);
    await refuses(poor.call(promptRoutes.search, { passthrough: id, prompt: 'What is it?' }), 'no_transcript');
    await suite.db
      .insertInto('token_entries')
      .values({ workspace_id: suite.member.session.id, pool: 'monthly', kind: 'adjustment', tokens: -49_900 })
      .execute();
    await refuses(ask({ prompt: 'What is it about?' }), 'tokens_used_up');
  });
});

/** A hundred lines of ten tokens; some speak of roofs. */
const linesWith = (...roofs: readonly number[]): PromptLine[] =>
  Array.from({ length: 100 }, (_, i) => ({
    number: i + 1,
    text: `[${i + 1}] ${roofs.includes(i + 1) ? 'The roof of the house is leaking.' : 'Invoices are paid in time.'}`,
    tokens: 10,
    start: i * 4,
  }));
const numbers = (lines: readonly PromptLine[]): number[] => lines.map(({ number }) => number);

describe('the lines that go along with a question', () => {
  it('sends all cues with a question, when they fit', () => {
    assert.equal(relevantLines(linesWith(), 'roofs', 1000).length, 100);
  });

  it('sends cues about the question with their neighbours, in order and within the token limit', () => {
    const found = numbers(relevantLines(linesWith(20, 80), 'What about the roof?', 300));
    assert.ok(found.includes(20) && found.includes(80));
    assert.ok(found.includes(14) && found.includes(27), 'what was said before and after');
    assert.deepEqual(
      found,
      found.toSorted((a, b) => a - b),
    );
    assert.ok(found.length <= 30);
  });

  it('spreads the sent cues over the recording below the limit, when no cue fits the question', () => {
    const found = numbers(relevantLines(linesWith(), 'Zanzibar elephants', 600));
    assert.ok(found.length >= 18 && found.length <= 26, `${found.length}`);
    assert.ok(found[0]! < 20 && found.at(-1)! > 80, String(found));
  });

  it('hold the lines of quotes rather than none', () => {
    assert.ok(numbers(relevantLines(linesWith(), 'Zanzibar elephants', 120, [50])).includes(50));
  });
});

/** A database, a fake, in which nothing stands, and which answers nobody before its gate is open. */
function gatedDatabase() {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [
      {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          asked += 1;
          await gate.promise;
          return result;
        },
      },
    ],
  });
  return { kysely, open: gate.resolve, asked: () => asked };
}

const passthrough = '00000000-0000-4000-8000-000000000000';
const wishes = {
  search: { passthrough, prompt: 'The main insights' },
  updateQuote: { passthrough, start: '00:00:00', selIndex: 0, newQuotePrompt: 'The main insights' },
} as const;

describe('the questions of a member', () => {
  for (const route of ['search', 'updateQuote'] as const)
    for (const engine of ['a language model', 'the built-in engine'])
      it(`prepares one question per member at a time, when ${engine} answers (${route})`, async () => {
        const { kysely, open, asked } = gatedDatabase();
        const signal = new AbortController().signal;
        const ask = (id: string): Promise<unknown> => {
          const language = engine === 'a language model' ? {} : undefined;
          const ctx = { database: { kysely }, language, workspace: { id }, signal } as unknown as Context<'active'>;
          return Promise.resolve(
            (prompts.handlers[route] as (ctx: unknown, wish: unknown) => unknown)(ctx, wishes[route]),
          );
        };
        const all = Promise.allSettled(['many', 'many', 'many', 'many', 'one'].map(ask));
        // Any further question would have begun soon after those two.
        while (asked() < 2) await new Promise(setImmediate);
        for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate);
        assert.equal(asked(), 2);
        open();
        const codes = (await all)
          .map((each) => (each as { reason?: unknown }).reason)
          .map((reason) => reason instanceof Problem && reason.code);
        assert.deepEqual(codes, Array(5).fill('not_found'));
        assert.equal(asked(), 5);
      });
});
