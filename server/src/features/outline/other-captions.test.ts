import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { isVerbatim } from '@lectern/chaptering/verbatim';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { type Quote, type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { eventually, type TestMember } from '../../../test/member.ts';
import { openRecordedWorld } from '../../../test/recorded.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { untilAborted } from '../../../test/until-aborted.ts';
import { fetchAsset, waitUntilProcessed } from '../../../test/upload.ts';
import type { TestWorld } from '../../../test/world.ts';
import type { LanguageEngine, LanguageQuestion } from '../../ports/language/port.ts';
import { earlierOutline } from './outline-history.ts';

/** A model that has not answered by the time it is looked at. */
const slow: LanguageEngine = {
  identity: 'slow',
  label: 'Slow',
  context: 100_000,
  ask: ({ signal }: LanguageQuestion) => untilAborted(signal),
};

const quotesOf = ({ chapters }: Pick<VideoDetail, 'chapters'>): Quote[] => chapters.flatMap(({ quote }) => quote);

oneDatabase((database, open) => {
  describe(`the quotes of chapters that wait for being written from other captions, on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let member: TestMember;
    let id: string;
    let written: VideoDetail;
    const own = 'What a person wrote as a quote.';

    before(async () => {
      const recorded = await openRecordedWorld(open, ['webinar']);
      ({ place, server, member } = recorded);
      id = recorded.webinar.id;
      await member.call(videoRoutes.regenerateChapters, { passthrough: id });
      written = await waitUntilProcessed(member, id);
      const chapters = written.chapters.map(({ id: chapter, title, start, quote }, n) => ({
        id: chapter,
        title,
        start,
        quote: n === 0 ? [...quote, own] : quote,
      }));
      await member.call(videoRoutes.save, { passthrough: id, chapters });
      Object.assign(server.world, { language: slow });
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    /** The video as it is shown when other captions are there, and chapters are not yet. */
    async function given(captions: string, beginning: string): Promise<VideoDetail> {
      await member.call(uploadRoutes.captions, { passthrough: id, name: 'other.vtt' }, { body: Buffer.from(captions) });
      const shown = await eventually(async () => {
        const each = await fetchAsset(member, id);
        return webvttCues(each.vtt)[0]?.text.startsWith(beginning) ? each : undefined;
      }, 'the transcript');
      const { state } = shown.steps.find(({ step }) => step === 'chapters')!;
      assert.ok(state === 'waiting' || state === 'running', state);
      return shown;
    }

    const areSaid = (quotes: readonly Quote[], { vtt }: VideoDetail): void => {
      const cues = webvttCues(vtt);
      for (const { quote, cues: [first, last] = [0, cues.length] } of quotes)
        assert.ok(
          quote === own ||
            isVerbatim(
              quote,
              cues
                .slice(first, last + 1)
                .map(({ text }) => text.replace(/\s+/g, ' '))
                .join(' '),
            ),
          quote,
        );
    };

    it('finds quotes at their new time and drops missing ones, when captions are replaced', async () => {
      const captions = await readFile(getSamplePath('webinar.vtt'), 'utf8');
      const longer = captions.replace(
        'WEBVTT',
        'WEBVTT\n\n00:00.000 --> 00:00.100\nWelcome.\n\n00:00.100 --> 00:00.200\nAll.',
      );
      const shown = await given(longer, 'Welcome');
      const words = (quotes: readonly Quote[]) => quotes.map(({ quote }) => quote);
      assert.deepEqual(
        words(quotesOf(shown)).filter((quote) => quote !== own),
        words(quotesOf(written)),
      );
      areSaid(quotesOf(shown), shown);

      const other = await given(
        longer.replace(/\b(the|we|you|to|and)\b/gi, 'zeppelin').replace('Welcome', 'Hello'),
        'Hello',
      );
      areSaid(quotesOf(other), other);
      assert.ok(quotesOf(other).length < quotesOf(shown).length);
      assert.ok(
        quotesOf(other).some(({ quote }) => quote === own),
        'nothing of a person’s goes',
      );
      const earlier = await earlierOutline(server.world.database.kysely, id);
      areSaid(
        earlier!.outline.chapters.flatMap(({ quotes }) => quotes),
        other,
      );
    });
  });
});
