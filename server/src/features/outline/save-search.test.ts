import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { textLimits } from '@lectern/contract/rules/longest';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import { signUp } from '../../../test/member.ts';
import { storeTexts } from '../../../test/stored-texts.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { chaptersOf, replaceChapters, saveSearch } from './chapters-of.ts';

oneDatabase((database, open) => {
  describe(`the answer of a chapter's search, on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    before(async () => {
      place = await open();
      server = await openTestWorld(place);
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    it('shortens the answer of a chapter search to fit, when other chapters nearly fill the limit', async () => {
      const member = await signUp(server.origin, server.letters);
      const id = await storeTexts(server.world, member, {});
      const words = (letters: number): string => 'word '.repeat(letters / 5).trimEnd();
      const full = Math.floor(textLimits.chapters / textLimits.answer) - 1;
      const chapters = Array.from({ length: full + 1 }, (_, n) => ({
        start: n,
        end: n + 1,
        title: 'A chapter',
        summary: '',
        quotes: [],
        search: n < full ? words(textLimits.answer) : '',
        edited: [],
      }));
      await server.world.database.transaction((tx) => replaceChapters(tx, id, chapters));
      const last = async () => (await chaptersOf(server.world.database.kysely, id)).at(-1)!;
      const given = words(textLimits.answer);
      const { id: chapterId } = await last();
      await server.world.database.transaction((tx) => saveSearch(tx, chapterId, given));
      const { search } = await last();
      assert.ok(given.startsWith(search), search.slice(-20));
      assert.ok(search.length > textLimits.answer / 2 && search.length < given.length, String(search.length));
      await server.world.database.transaction((tx) => saveSearch(tx, crypto.randomUUID(), 'Gone.'));
    });
  });
});
