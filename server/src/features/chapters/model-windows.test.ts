import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { videoRoutes } from '@lectern/contract/videos';
import { openEmbeddedPlace, type Place } from '../../../test/databases.ts';
import { type Asked, type ModelServer, openModelServer, type Reaction } from '../../../test/language/model-server.ts';
import { signUp, type TestMember } from '../../../test/member.ts';
import { assetOf, uploadFile, whenSettled } from '../../../test/upload.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';

import {
  assertSound,
  chapter,
  denseCaptions,
  linesOf,
  noteOf,
  sample,
  whole,
} from '../../../test/language/model-outlines.ts';
describe('a transcript that does not fit the model', () => {
  let place: Place;
  let model: ModelServer;
  let server: TestWorld;
  let member: TestMember;
  let id: string;

  before(async () => {
    model = await openModelServer(parts);
    place = await openEmbeddedPlace();
    server = await openTestWorld({
      ...place,
      env: {
        LANGUAGE: 'anthropic',
        LANGUAGE_MODEL: 'claude-of-tests',
        LANGUAGE_API_KEY: 'key-of-tests',
        LANGUAGE_BASE_URL: model.url,
        LANGUAGE_CONTEXT: '8000',
      },
    });
    member = await signUp(server.origin, server.letters);
    id = await uploadFile(member, sample('webinar.mp4'), { captions: await denseCaptions(place) });
    await whenSettled(member, id);
  });
  after(async () => {
    await server?.close();
    await place?.close();
    await model?.close();
  });

  /** One chapter a part; the whole joins the last of them to the one before. */
  function parts(asked: Asked): Reaction {
    const lines = linesOf(asked);
    if (asked.prompt.startsWith('A long recording')) return { answer: { ...whole, joined: [lines.at(-1)] } };
    return { answer: { chapters: [chapter(lines[0]!, `Subject from Line ${lines[0]} on`, [[lines[1], lines[1]]])] } };
  }
  const partsAsked = () => model.asked.filter(({ prompt }) => prompt.startsWith('This is part'));

  it('is read in parts that hold every line once and fit, and put together', async () => {
    const asked = partsAsked();
    assert.ok(asked.length >= 2, `${asked.length} parts`);
    const lines = asked.flatMap(linesOf);
    assert.deepEqual(
      lines,
      lines.map((_, n) => n + 1),
    );
    for (const { system, prompt } of asked) assert.ok((system.length + prompt.length) / 4 < 8000);
    const video = await assetOf(member, id);
    assertSound(video);
    assert.equal(video.title, whole.title);
    assert.deepEqual(
      video.chapters.map(({ title }) => title),
      asked.slice(0, -1).map((each) => `Subject from Line ${linesOf(each)[0]} on`),
      'the last chapter was joined to the one before',
    );
    assert.equal(noteOf(video), null);
  });

  it('has the built-in engine’s chapters where a part failed, and says so', async () => {
    model.asked.length = 0;
    model.react = (asked) => (asked.prompt.startsWith('This is part 2') ? { answer: 'No.' } : parts(asked));
    await member.call(videoRoutes.regenerateChapters, { passthrough: id });
    const video = await whenSettled(member, id);
    assertSound(video);
    assert.equal(video.chapters[0]!.title, 'Subject from Line 1 on');
    assert.match(
      noteOf(video)!,
      /^Parts of it were written by the built-in engine because the language model gave an answer/,
    );
  });
});
