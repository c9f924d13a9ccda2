import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from '../transcript.ts';
import { buildLexicon } from '../segmentation/lexicon.ts';
import { extractStatements, toThirdPerson } from './claims.ts';
import { buildSpeechProfile } from './speech.ts';

const TRUE = 'The oven keeps the heat of the fire for two days and needs no other fuel.';

/** Claims found in a recording about an oven that contains the sentence and `TRUE`. */
function claimedBy(sentence: string, isNamed = false): string[] {
  const said = [sentence, TRUE, 'The oven of the bakery is old.', 'Bakers heat the oven with beech from the hills.'];
  const cues = said.map((text, i) => ({ start: i * 10, end: i * 10 + 10, text }));
  const transcript = readTranscript(cues, cues.length * 10);
  const speech = buildSpeechProfile(transcript.sentences, 'en');
  const lexicon = buildLexicon(transcript.sentences);
  return extractStatements(transcript, lexicon, speech, [0, transcript.sentences.length], ['oven'], isNamed).map(
    ({ text }) => text,
  );
}

for (const [what, sentence] of Object.entries({
  'what has no verb of its own': 'For the oven, continued research on better ways to choose the best wood and stone.',
  'what compares with something that is not told':
    'Similar ovens have been built in the past to save the fuel of bakers.',
  'what is clipped': 'Particular set of ovens has driven the bakers of the town to save fuel.',
  'what is thought aloud': 'Bakers have like four ovens that keep the heat of the fire for days.',
  'what begins again in the middle': 'The oven is going, is standing further along and keeps the heat of the fire.',
  'what is said twice': 'The oven came along and the stone of the hills came along to keep the heat.',
}))
  test(`${what} is no claim`, () => {
    const claims = claimedBy(sentence);
    assert.ok(claims.includes(TRUE), claims.join(' '));
    assert.ok(!claims.includes(sentence), claims.join(' '));
  });

test('accepts claims in the first person only when the speaker is named', () => {
  const ours = 'We heat the oven with beech because beech gives more heat than fir.';
  assert.ok(!claimedBy(ours).includes(ours));
  assert.ok(claimedBy(ours, true).includes(ours));
  assert.equal(
    toThirdPerson('We heat our oven, and we’ve done so when others did not.'),
    'They heat their oven, and they’ve done so when others did not.',
  );
});

test('rejects announcements of what comes next as claims', () => {
  const next = 'We will talk about the oven that keeps the heat longer than others.';
  assert.ok(!claimedBy(next, true).includes(next));
});

test('names the thing pointed at, when the recording speaks of it throughout', () => {
  assert.ok(
    claimedBy('The stone of this oven is better than iron because it keeps the heat of the fire.').includes(
      'The stone of the oven is better than iron because it keeps the heat of the fire.',
    ),
  );
  const found = 'Bakers have found that oven is the wrong word for the stone of the fire.';
  assert.ok(!claimedBy(found).some((claim) => claim.includes('the oven is the wrong word')));
});
