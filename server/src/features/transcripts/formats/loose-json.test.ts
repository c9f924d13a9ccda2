import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertEvery } from '../../../../test/assert-every.ts';
import { each, read, srt, talk } from './test-talk.ts';

const json = JSON.stringify;
const plain = talk.map(({ start, end, text }) => `{'start': ${start}, 'end': ${end}, 'text': '${text}'`);
const vtt = `WEBVTT\n\n${srt(' --> ', '.')}`;
const wordsOf = ({ start, end, text }: (typeof talk)[number]) =>
  text.split(' ').map((word, n, all) => ({
    word,
    from: start + ((end - start) * n) / all.length,
    to: start + ((end - start) * (n + 1)) / all.length,
  }));

const forms: Readonly<Record<string, string>> = {
  'Python shows it': `[${plain.map((fields) => `${fields}}`).join(', ')}]`,
  'Python shows it with what it calls nothing and true': `{'segments': [${plain.map((fields) => `${fields}, 'speaker': None, 'ok': True}`).join(', ')}]}`,
  'Python shows things': `[${talk.map(({ start, end, text }, n) => `Segment(id=${n}, start=${start}, end=${end}, text=' ${text}', tokens=[1, 2])`).join(', ')}]`,
  'it has remarks': `// made by hand\n${json(talk)} // the end`,
  'it stands in a script': `window.captions = ${json(talk)};`,
  'it is guarded against scripts': `)]}'\n${json(talk)}`,
  'words follow': `${json(talk)}\n\nDone.`,
  'it is a text within JSON': json(json({ segments: talk })),
  'several values follow each other in many lines': talk.map((cue) => JSON.stringify(cue, null, 2)).join('\n'),
  'each line has an event around it': each((cue) => json({ type: 'final', segment: cue })),
  'things are numbered': json(Object.fromEntries(talk.entries())),
  'each is a list': json(talk.map(({ start, end, text }) => [start, end, text])),
  'each is a longer list': json(talk.map(({ start, end, text }, n) => [n, 0, start, end, text, [1, 2], -0.3])),
  'each thing has a list': json({
    start: talk.map(({ start }) => start),
    end: talk.map(({ end }) => end),
    text: talk.map(({ text }) => text),
  }),
  'times are called in and out': json({ cues: talk.map(({ start, end, text }) => ({ in: start, out: end, text })) }),
  'names end in units': json(
    talk.map(({ start, end, text }) => ({ startTimeInMs: start * 1000, endTimeInMs: end * 1000, text })),
  ),
  'it has WebVTT in a field': json({ language: 'en', vtt }),
  'it is SubRip as a text': json(srt(' --> ')),
  'it is of Video Indexer': json({
    videos: [
      {
        insights: {
          transcript: talk.map(({ start, end, text }, n) => ({
            id: n,
            text,
            instances: [{ start: `0:00:${start}`, end: `0:00:${end}` }],
          })),
        },
      },
    ],
  }),
  'durations have minutes': json({
    phrases: talk.map(({ start, end, text }) => ({
      offset: `PT0M${start}S`,
      duration: `PT0M${(end - start).toFixed(1)}S`,
      display: text,
    })),
  }),
  'it is of Watson': json({
    results: talk.map((cue) => ({
      alternatives: [{ transcript: cue.text, timestamps: wordsOf(cue).map(({ word, from, to }) => [word, from, to]) }],
    })),
  }),
  'words have seconds in the shape of AssemblyAI': json({
    language_code: 'eng',
    words: talk.flatMap(wordsOf).map(({ word, from, to }) => ({ text: word, start: from, end: to })),
  }),
};

suite('JSON is read', () => {
  for (const [when, text] of Object.entries(forms))
    test(`when ${when}`, () => {
      const { cues, warnings, untimed } = read(text);
      assert.deepEqual([cues.map((cue) => cue.text), warnings, untimed], [talk.map((cue) => cue.text), 0, undefined]);
      assertEvery(cues, ({ start, end }, n) => Math.abs(start - talk[n]!.start) + Math.abs(end - talk[n]!.end) < 0.02);
    });
  test('up to where it was cut, which is counted, when it ends early', () => {
    const { cues, warnings } = read(json({ segments: talk }).slice(0, -20));
    assert.deepEqual([cues.slice(0, 3), warnings], [talk.slice(0, 3), 1]);
  });
  test('starts each JSON cue at the end of the one before, when only end times are given', () => {
    const results = talk.map(({ end, text }) => ({ alternatives: [{ transcript: text }], resultEndTime: `${end}s` }));
    assert.deepEqual(
      read(json({ results })).cues.map(({ start, end }) => [start, end]),
      [
        [0, 4],
        [4, 8],
        [8, 12],
        [12, 16],
      ],
    );
  });
});

test('its names and signs are never spoken words, when JSON holds no transcript', () => {
  const settings = { title: 'Settings of this place', values: talk.map(({ text }) => [text, { note: text }]) };
  for (const text of [
    json([[json(settings)], settings]),
    `settings = ${json(settings)};`,
    JSON.stringify([settings], null, 2),
  ])
    assert.throws(() => read(text), { code: 'captions_unreadable' });
});
