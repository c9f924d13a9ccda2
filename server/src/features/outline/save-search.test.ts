import assert from 'node:assert/strict';
import { it } from 'node:test';
import { textLimits } from '@lectern/contract/rules/longest';
import { storeTexts } from '../../../test/stored-texts.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { chaptersOf, replaceChapters, saveSearch } from './chapters-of.ts';

describeServer("the answer of a chapter's search", {}, (suite) => {
  it('shortens the answer of a chapter search to fit, when other chapters nearly fill the limit', async () => {
    const member = await suite.signUp();
    const id = await storeTexts(suite.world, member, {});
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
    await suite.world.database.transaction((tx) => replaceChapters(tx, id, chapters));
    const last = async () => (await chaptersOf(suite.db, id)).at(-1)!;
    const given = words(textLimits.answer);
    const { id: chapterId } = await last();
    await suite.world.database.transaction((tx) => saveSearch(tx, chapterId, given));
    const { search } = await last();
    assert.ok(given.startsWith(search), search.slice(-20));
    assert.ok(search.length > textLimits.answer / 2 && search.length < given.length, String(search.length));
    await suite.world.database.transaction((tx) => saveSearch(tx, crypto.randomUUID(), 'Gone.'));
  });
});
