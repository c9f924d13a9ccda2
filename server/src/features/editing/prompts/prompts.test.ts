import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { isVerbatim } from '@lectern/chaptering/verbatim';
import { extractSubjectStems } from '@lectern/chaptering/terms';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { promptRoutes } from '@lectern/contract/editing/prompts';
import { defaultQuotePrompt, defaultSearchPrompt } from '@lectern/contract/rules/prompts';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { makeGreyRecording } from '../../../../test/grey-recording.ts';
import { itInFullRun } from '../../../../test/rare.ts';
import { refuses } from '../../../../test/refusals.ts';
import { getSamplePath } from '../../../../test/sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../../test/upload.ts';
import { describeRecordings } from '../../../../test/describe-server.ts';
import { extractSubjectTerms } from '../../outline/passages.ts';

it('takes what a prompt is about from what it asks to do', () => {
  assert.deepEqual(extractSubjectTerms('Please find the best quotes about pricing and customers'), [
    'pric',
    'customer',
  ]);
  assert.deepEqual(extractSubjectTerms('Choose the most important insights'), []);
});

/** Words that are said in a sentence of some length and in no quote. */
function unquotedWords(chapters: VideoDetail['chapters'], cues: ReturnType<typeof webvttCues>): string[] {
  const quoted = chapters.flatMap(({ quote }) => quote.map((each) => each.quote.toLowerCase())).join(' ');
  const long = cues.filter(({ text }) => text.split(' ').length > 12).map(({ text }) => text.toLowerCase());
  const words = long.flatMap((text) => text.match(/\b[a-z]{7,}(?=[ ,])/g) ?? []);
  return [...new Set(words)].filter((word) => !quoted.includes(word) && extractSubjectStems(word).length > 0);
}

describeRecordings('prompts and answers', ['webinar'], {}, (suite) => {
  let said: string;
  before(async () => {
    said = webvttCues(suite.webinar.vtt)
      .map(({ text }) => text.replace(/\s+/g, ' '))
      .join(' ');
  });

  const userId = () => suite.member.session.id;
  const used = async () => (await suite.member.call(dashboardRoutes.dashboard, {})).data.token_used;
  const operations = (operation: string) =>
    suite.db
      .selectFrom('token_operations')
      .selectAll()
      .where('operation', '=', operation)
      .orderBy('created_at', 'desc')
      .execute();

  it('begins with the standard prompts, and keeps what is written instead', async () => {
    assert.deepEqual(await suite.member.call(promptRoutes.settings, { userId: userId() }), {
      custom_prompt: defaultQuotePrompt,
      quote_ct: 3,
      base_search_prompt: defaultSearchPrompt,
    });
    const quotes = { userId: userId(), customPrompt: 'Only numbers.', quoteCt: 2 };
    assert.equal(
      (await suite.member.call(promptRoutes.saveQuotePrompt, quotes)).msg,
      'Updated custom prompt successfully',
    );
    const search = { userId: userId(), customPrompt: 'Answer in verse.' };
    assert.equal(
      (await suite.member.call(promptRoutes.saveSearchPrompt, search)).msg,
      'Updated search base prompt successfully',
    );
    assert.deepEqual(await suite.member.call(promptRoutes.settings, { userId: userId() }), {
      custom_prompt: 'Only numbers.',
      quote_ct: 2,
      base_search_prompt: 'Answer in verse.',
    });
    await suite.member.call(promptRoutes.saveQuotePrompt, { userId: userId(), customPrompt: 'Only numbers, please.' });
    const { custom_prompt, quote_ct } = await suite.member.call(promptRoutes.settings, { userId: userId() });
    assert.deepEqual([custom_prompt, quote_ct], ['Only numbers, please.', 2], 'what is not sent stays');
    await assert.rejects(suite.member.call(promptRoutes.saveQuotePrompt, { ...quotes, customPrompt: 'abc' }), {
      status: 400,
    });
    await assert.rejects(suite.member.call(promptRoutes.saveQuotePrompt, { ...quotes, quoteCt: 4 }), { status: 400 });
  });

  it('chooses quotes of a chapter by a prompt, verbatim, and charges for them', async () => {
    const before = await used();
    const index = suite.webinar.chapters.length - 1;
    const chapter = suite.webinar.chapters[index]!;
    const word = /\b[a-z]{6,}\b/.exec(chapter.quote[0]!.quote)![0];
    const wish = {
      passthrough: suite.webinar.id,
      start: chapter.start,
      end: '10:00:00',
      selIndex: index,
      newQuotePrompt: `Quotes about ${word}`,
    };
    const answer = (await suite.member.call(promptRoutes.updateQuote, wish)).data.data;
    const quotes = answer.chapters[index]!.quote;
    assert.ok(quotes.length >= 1 && quotes.length <= 2, `${quotes.length} quotes`);
    for (const { quote, start } of quotes) {
      assert.ok(isVerbatim(quote, said), quote);
      assert.match(quote.toLowerCase(), new RegExp(word.slice(0, 5)));
      assert.ok(start! >= chapter.start_seconds - 0.1 && start! < chapter.end_seconds);
    }
    assert.deepEqual(
      answer.chapters.map(({ title }) => title),
      suite.webinar.chapters.map(({ title }) => title),
    );
    const [operation] = await operations('update-quote');
    assert.deepEqual(
      [operation!.state, operation!.custom_prompt, operation!.result],
      ['settled', wish.newQuotePrompt, quotes.map(({ quote }) => quote).join('\n')],
    );
    assert.equal((await used()) - before, operation!.used);

    await refuses(
      suite.member.call(promptRoutes.updateQuote, { ...wish, newQuotePrompt: 'Zanzibar elephants' }),
      'no_passages',
    );
    assert.equal((await used()) - before, operation!.used, 'nothing is charged for nothing');
    await assert.rejects(suite.member.call(promptRoutes.updateQuote, { ...wish, start: '00:59:59' }), { status: 404 });
    await assert.rejects(suite.member.call(promptRoutes.updateQuote, { ...wish, selIndex: 99 }), { status: 404 });
  });

  it('keeps a quote that a person has edited', async () => {
    const { chapters } = await fetchAsset(suite.member, suite.webinar.id);
    const edits = chapters.map(({ title, start, summary, quote }, n) => ({
      title,
      start,
      summary,
      quote: n === 0 ? quote.map((each, m) => (m === 0 ? { ...each, quote: 'In my own words.' } : each)) : quote,
    }));
    await suite.member.call(videoRoutes.save, { passthrough: suite.webinar.id, chapters: edits });
    const wish = {
      passthrough: suite.webinar.id,
      start: chapters[0]!.start,
      selIndex: 0,
      newQuotePrompt: 'The best insights',
    };
    const answer = (await suite.member.call(promptRoutes.updateQuote, wish)).data.data;
    assert.ok(answer.chapters[0]!.quote.some(({ quote }) => quote === 'In my own words.'));
  });

  it('answers from the recording with the moments it rests on, and says that it only quotes', async () => {
    const word = /\b[a-z]{6,}\b/.exec(suite.webinar.chapters.at(-1)!.quote[0]!.quote)![0];
    const { data } = await suite.member.call(promptRoutes.search, {
      passthrough: suite.webinar.id,
      prompt: `What about ${word}?`,
    });
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
      const nothing = await suite.member.call(promptRoutes.search, { passthrough: suite.webinar.id, prompt });
      assert.match(nothing.data.answer, /^Found no passage with these words in this recording\./, prompt);
      assert.deepEqual(nothing.data.citations, []);
    }
  });

  it('answers from one chapter, which keeps the answer', async () => {
    const chapter = suite.webinar.chapters[1]!;
    const question = { passthrough: suite.webinar.id, prompt: 'The main insights', start: chapter.start };
    const { data } = await suite.member.call(promptRoutes.search, question);
    assert.ok(data.citations.length >= 1);
    for (const { start } of data.citations)
      assert.ok(start >= chapter.start_seconds - 0.1 && start < chapter.end_seconds, `${start}`);
    assert.equal((await fetchAsset(suite.member, suite.webinar.id)).chapters[1]!.search, data.answer);
  });

  it('answers from a stretch between two times', async () => {
    const question = { passthrough: suite.webinar.id, prompt: 'The main insights', start: '00:00:20', end: '00:01:00' };
    const { data } = await suite.member.call(promptRoutes.search, question);
    assert.match(data.remark, /this recording from 00:00:20 to 00:01:00/);
    assert.ok(data.citations.length >= 1);
    for (const { start } of data.citations) assert.ok(start >= 19.9 && start < 60, `${start}`);
    const refused = (times: { start?: string; end?: string }) =>
      suite.member.call(promptRoutes.search, { passthrough: suite.webinar.id, prompt: 'The main insights', ...times });
    await assert.rejects(refused({ start: '00:01:00', end: '00:00:20' }), { status: 400 });
    await assert.rejects(refused({ start: 'now', end: '00:00:20' }), { status: 400 });
    await assert.rejects(refused({ start: '00:00:21' }), { status: 404 });
  });

  it('chooses no quotes, and charges nothing, where the person’s own leave no room', async () => {
    const { chapters } = await fetchAsset(suite.member, suite.webinar.id);
    const edits = chapters.map(({ title, start, summary, quote }, n) => ({
      title,
      start,
      summary,
      quote: n === 1 ? ['My own first words.', 'My own second words.'] : quote,
    }));
    await suite.member.call(videoRoutes.save, { passthrough: suite.webinar.id, chapters: edits });
    const before = [await used(), (await operations('update-quote')).length];
    const wish = {
      passthrough: suite.webinar.id,
      start: chapters[1]!.start,
      selIndex: 1,
      newQuotePrompt: 'The best insights',
    };
    await refuses(suite.member.call(promptRoutes.updateQuote, wish), 'quotes_kept');
    assert.deepEqual([await used(), (await operations('update-quote')).length], before);
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

  itInFullRun('prefers quotes with the words of the member’s prompt, in chapters that have them', async () => {
    const other = await suite.signUp();
    const id = await uploadFile(other, getSamplePath('webinar.mp4'), { captions: getSamplePath('webinar.vtt') });
    const { chapters, vtt } = await waitUntilProcessed(other, id);
    const words = unquotedWords(chapters, webvttCues(vtt));
    assert.ok(words.length >= 3, String(words));
    let isFound = false;
    for (const word of words.slice(0, 6)) {
      const prompt = { userId: other.session.id, customPrompt: `Quotes about ${word}`, quoteCt: 1 };
      await other.call(promptRoutes.saveQuotePrompt, prompt);
      await other.call(videoRoutes.regenerateChapters, { passthrough: id });
      const again = await waitUntilProcessed(other, id);
      isFound = again.chapters.some(({ quote }) => quote[0]!.quote.toLowerCase().includes(word));
      if (isFound) break;
    }
    // A word that is said in a good sentence moves it to the front; a poor sentence is no quote for its word.
    assert.ok(isFound, `none of ${words.join(', ')}`);
  });

  it('stops when the tokens are used up, and gives back what a failure took', async () => {
    const { database } = suite.world;
    const poor = await suite.signUp();
    const id = await uploadFile(poor, getSamplePath('short.mp4'));
    await waitUntilProcessed(poor, id);
    await refuses(poor.call(promptRoutes.search, { passthrough: id, prompt: 'What is it?' }), 'no_transcript');
    await database.kysely
      .insertInto('token_entries')
      .values({ user_id: suite.member.session.id, pool: 'monthly', kind: 'adjustment', tokens: -49_900 })
      .execute();
    const question = { passthrough: suite.webinar.id, prompt: 'What is it about?' };
    await refuses(suite.member.call(promptRoutes.search, question), 'tokens_used_up');
  });
});
