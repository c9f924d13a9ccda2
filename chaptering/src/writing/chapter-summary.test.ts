import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline } from '../outline.ts';

const said: readonly [speaker: string, text: string][] = [
  ['Ann Miller', 'I first want to say hello to our listeners.'],
  ['Ann Miller', 'Sourdough needs twelve hours because wild yeast grows slowly in cold flour.'],
  ['Ann Miller', 'The starter keeps its strength when bakers feed it with rye flour every evening.'],
  ['Ben Okafor', 'I forgot my notes again.'],
  ['Ben Okafor', 'We bake the sourdough in closed iron pots because the steam keeps the crust soft.'],
  ['Ben Okafor', 'Rye flour holds more water than wheat flour does.'],
  ['Ann Miller', 'The crust of a sourdough turns brown at two hundred degrees.'],
];
const cues = said.map(([speaker, text], i) => ({ start: i * 8, end: i * 8 + 8, text, speaker }));

test('names each speaker once per run of claims and drops talk about the talk in a chapter summary', () => {
  const [chapter] = outline(cues, { duration: 56 }).chapters;
  const { summary, quotes } = chapter!;
  assert.match(summary, /\b(?:Ann Miller|Ben Okafor) (?:says|explains) that /);
  assert.doesNotMatch(summary, /\b(?:I|me|my|We|our|listeners|notes)\b/);
  for (const name of ['Ann Miller', 'Ben Okafor'])
    assert.doesNotMatch(summary, new RegExp(`${name} \\w+ that [^.]*\\. ${name} `), 'named once where they go on');
  for (const { quote } of quotes) assert.ok(!summary.includes(quote), quote);
});

test('states claims without attribution, when the speaker has no name', () => {
  const [chapter] = outline(
    cues.map(({ start, end, text }) => ({ start, end, text })),
    { duration: 56 },
  ).chapters;
  assert.doesNotMatch(chapter!.summary, /\b(?:says|explains) that\b|\bI\b|\bWe\b/);
});

test('attributes a claim to another speaker, when an unnamed speaker follows a named one', () => {
  const called: Readonly<Record<string, string>> = { 'Ann Miller': 'Speaker 2' };
  const labelled = cues.map((cue) => ({ ...cue, speaker: called[cue.speaker] ?? cue.speaker }));
  const { summary } = outline(labelled, { duration: 56 }).chapters[0]!;
  assert.match(summary, /Ben Okafor (?:says|explains) that .* Another speaker (?:says|explains) that the crust /);
});
