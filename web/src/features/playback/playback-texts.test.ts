import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countChanges } from './count-changes.ts';
import type { RecordingTrack, RecordingTracks } from '@lectern/contract/transcripts/transcripts';
import { captionChoices, hasChoice, describeCurrentTracks, trackFacts, trackName } from './track-texts.ts';
import { newsletterText, postText } from './summary-texts.ts';

const plain = { title: 'A', start: '00:00:00', summary: '', quotes: [] };

test('changes are told in one line', () => {
  const added = { before: null, after: plain, fields: [] };
  const removed = { before: plain, after: null, fields: [] };
  const changed = { before: plain, after: plain, fields: ['title' as const] };
  const title = { field: 'title' as const, before: 'A', after: 'B' };
  assert.equal(countChanges({ texts: [], chapters: [] }), 'Nothing: every text is the same as before.');
  assert.equal(
    countChanges({ texts: [title, { ...title, field: 'summary' }], chapters: [] }),
    'Of the video: title, summary.',
  );
  assert.equal(countChanges({ texts: [], chapters: [added, changed, added] }), 'Chapters: 2 added, 1 changed.');
  assert.equal(countChanges({ texts: [title], chapters: [removed] }), 'Chapters: 1 removed. Of the video: title.');
});

const track = (facts: Partial<RecordingTrack> = {}): RecordingTrack => ({
  track: 1,
  language: null,
  title: null,
  is_default: false,
  is_forced: false,
  readable: true,
  share: null,
  ...facts,
});
const tracks = (facts: Partial<RecordingTracks> = {}): RecordingTracks => ({
  sounds: [],
  sound: null,
  words_of: null,
  captions: [],
  file: null,
  recognises: false,
  taken: null,
  corrected: 0,
  ...facts,
});

test('a track has the name of its language and title, when the file gives them, and else its place', () => {
  assert.equal(trackName(track({ language: 'ger', title: 'Interpreter' }), 0), 'German, Interpreter');
  assert.equal(trackName(track({ language: 'eng' }), 0), 'English');
  assert.equal(trackName(track({ language: 'no language' }), 0), 'no language');
  assert.equal(trackName(track(), 2), 'Track 3');
});

test('a track says what it covers, when that is not all of the sound', () => {
  assert.equal(trackFacts(track({ share: 1, is_default: true }), 'sounds'), 'Default of the file');
  assert.equal(trackFacts(track({ share: 0.4 }), 'sounds'), 'Lasts for 40% of the recording');
  assert.equal(
    trackFacts(track({ share: 1, is_forced: true }), 'words'),
    'Only signs and foreign words · Has words in 100% of the recording',
  );
});

test('a person has no choice, when there is one track of each kind', () => {
  const one = tracks({ sounds: [track()], sound: 1, captions: [track({ track: 2 })], taken: 2 });
  assert.equal(hasChoice(one), false);
  assert.equal(hasChoice({ ...one, captions: [...one.captions, track({ track: 3, readable: false })] }), false);
  assert.equal(hasChoice({ ...one, file: 'mine.vtt' }), true);
  assert.equal(hasChoice({ ...one, sounds: [track(), track({ track: 4 })] }), true);
});

test('caption choices include recognised speech, when speech can be or was recognised', () => {
  const values = (facts: Partial<RecordingTracks>) =>
    captionChoices(tracks(facts)).map(({ value, disabled }) => [value, disabled]);
  assert.deepEqual(values({ captions: [track()], recognises: true }), [
    [1, false],
    ['speech', false],
  ]);
  assert.deepEqual(values({ captions: [track()], taken: 'speech' }), [
    [1, false],
    ['speech', true],
  ]);
});

test('the line names what is heard only, when there are several sounds', () => {
  const english = track({ language: 'eng' });
  const both = tracks({
    sounds: [english, track({ track: 2, language: 'ger' })],
    sound: 2,
    file: 'mine.vtt',
    taken: 'file',
  });
  assert.equal(describeCurrentTracks(both), 'Sound: German (2 of 2). Transcript: Your file mine.vtt.');
  assert.equal(describeCurrentTracks({ ...both, sounds: [english] }), 'Transcript: Your file mine.vtt.');
});

test('the line names the sound whose words were recognised, when another is heard', () => {
  const sounds = [track({ language: 'eng' }), track({ track: 2, language: 'ger' })];
  const spoken = tracks({ sounds, sound: 2, words_of: 1, taken: 'speech', recognises: true });
  const german = 'Sound: German (2 of 2). Transcript: What is recognised in the sound.';
  assert.equal(describeCurrentTracks(spoken), `${german} Its words are those of English.`);
  assert.equal(describeCurrentTracks({ ...spoken, words_of: 2 }), german);
});

const link = 'https://lectern.example/s/abc';
const chapter = (title: string, summary: string, start_seconds: number, end_seconds: number) => ({
  title,
  summary,
  start_seconds,
  end_seconds,
});
const video = {
  title: 'Oracles for everyone',
  duration: 400,
  summary: 'Oracles answer (0:42). They cost little. Nobody asks twice (6:10).',
  chapters: [
    chapter('Welcome', 'Ann says hello.', 0, 10),
    chapter('Prices', 'Prices fell by half. They rise again.', 10, 100),
    chapter('Delphi', '', 100, 180),
    chapter('Questions?', 'Bob asks about 3.5 percent. Ann knows.', 180, 400),
  ],
};

test('a title, the longest three chapters in their order and the link, when it is for a newsletter', () => {
  assert.equal(
    newsletterText(video, link),
    `Oracles for everyone

• Prices: Prices fell by half.
• Delphi
• Questions? Bob asks about 3.5 percent.

Watch the recording: ${link}`,
  );
});

test('sentences of the summary, when there are fewer chapters than points', () => {
  const { chapters, ...rest } = video;
  assert.match(
    newsletterText({ ...rest, chapters: chapters.slice(0, 2) }, link),
    /\n\n• Oracles answer\.\n• They cost little\.\n• Nobody asks twice\.\n\n/,
  );
});

test('text for a post begins with the subject of the recording and ends with the link', () => {
  const text = postText(video, link);
  assert.match(text, /^Oracles answer\. They cost little\.\n\n→ Prices: Prices fell by half\.\n/);
  assert.ok(text.endsWith(`▶ Oracles for everyone\n${link}`));
});

test('the whole link, when the rest is longer than a post may be', () => {
  const text = postText({ ...video, summary: 'word '.repeat(2_000) }, link);
  assert.ok(text.length <= 3_000, `${text.length}`);
  assert.ok(text.endsWith(link));
});

test('no sentence twice and no time that leads nowhere, when a post is about a recording of few chapters', () => {
  const { chapters, ...rest } = video;
  assert.equal(
    postText({ ...rest, chapters: chapters.slice(0, 2) }, link),
    `Oracles answer. They cost little.\n\n→ Nobody asks twice.\n\n▶ Oracles for everyone\n${link}`,
  );
});
