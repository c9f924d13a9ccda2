// full: recordings longer than the window of a model
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openEmbeddedPlace } from '../../../test/databases.ts';
import {
  assertSound,
  chapter,
  denseCaptions,
  readLineNumbers,
  getChaptersProblem,
  whole,
} from '../../../test/language/model-outlines.ts';
import type { ModelRequest, Reaction } from '../../../test/language/model-server.ts';
import { type ModelStage, openModelStage } from '../../../test/language/model-stage.ts';

describe('a transcript that does not fit the model', () => {
  let stage: ModelStage;

  before(async () => {
    const env = {
      LANGUAGE: 'anthropic',
      LANGUAGE_MODEL: 'claude-of-tests',
      LANGUAGE_API_KEY: 'key-of-tests',
      LANGUAGE_CONTEXT: '8000',
    };
    stage = await openModelStage(openEmbeddedPlace, env, { react: parts, captions: denseCaptions });
  });
  after(() => stage?.close());

  /** One chapter a part; the whole joins the last of them to the one before. */
  function parts(asked: ModelRequest): Reaction {
    const lines = readLineNumbers(asked);
    if (asked.prompt.startsWith('A long recording')) return { answer: { ...whole, joined: [lines.at(-1)] } };
    return { answer: { chapters: [chapter(lines[0]!, `Subject from Line ${lines[0]} on`, [[lines[1], lines[1]]])] } };
  }
  const partsAsked = () => stage.model.asked.filter(({ prompt }) => prompt.startsWith('This is part'));

  it('reads a long transcript in parts that fit and hold every line once, then joins them', async () => {
    const asked = partsAsked();
    assert.ok(asked.length >= 2, `${asked.length} parts`);
    const lines = asked.flatMap(readLineNumbers);
    assert.deepEqual(
      lines,
      lines.map((_, n) => n + 1),
    );
    for (const { system, prompt } of asked) assert.ok((system.length + prompt.length) / 4 < 8000);
    const { video } = stage;
    assertSound(video);
    assert.equal(video.title, whole.title);
    assert.deepEqual(
      video.chapters.map(({ title }) => title),
      asked.slice(0, -1).map((each) => `Subject from Line ${readLineNumbers(each)[0]} on`),
      'the last chapter was joined to the one before',
    );
    assert.equal(getChaptersProblem(video), null);
  });

  it('fills in chapters of the built-in engine and says so, when one part fails', async () => {
    const video = await stage.again((asked) =>
      asked.prompt.startsWith('This is part 2') ? { answer: 'No.' } : parts(asked),
    );
    assertSound(video);
    assert.equal(video.chapters[0]!.title, 'Subject from Line 1 on');
    assert.match(
      getChaptersProblem(video)!,
      /^The built-in engine wrote some of it because the language model gave an answer/,
    );
  });
});
