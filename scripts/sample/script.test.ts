import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { parseScript } from './script.ts';

const read = (name: string) => readFileSync(new URL(`../../sample/${name}`, import.meta.url), 'utf8');

test('the committed sample is the one of its script', () => {
  const script = parseScript(read('script.md'));
  const cues = webvttCues(read('webinar.vtt')).map(({ speaker, text }) => ({ speaker, text }));
  const sentences = script.chapters.flatMap((chapter) => chapter.sentences);
  assert.deepEqual(
    cues,
    sentences.map(({ speaker, text }) => ({ speaker, text })),
  );
  const { title, chapters } = JSON.parse(read('chapters.json')) as { title: string; chapters: { title: string }[] };
  assert.equal(title, script.title);
  assert.deepEqual(
    chapters.map((chapter) => chapter.title),
    script.chapters.map((chapter) => chapter.title),
  );
});

test('names the line in the error, when its speaker is unknown', () => {
  assert.throws(() => parseScript('# T\n\n- Ann, host, voice slt\n\n## One\n\nBob: Hi.\n'), /Bob: Hi\./);
});
