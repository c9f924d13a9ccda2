import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likeliest, pairCaptions } from './pair-captions.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

/** The pairs as 'recording + captions', and what is left. */
function pairsOf(recordings: string[], captions: string[]): { pairs: string[]; left: string[] } {
  const { recordings: pairs, left } = pairCaptions(named(...recordings), named(...captions));
  return {
    pairs: pairs.map((pair) => [pair.file.name, pair.captions?.name].filter(Boolean).join(' + ')),
    left: left.map(({ name }) => name),
  };
}

test('pairs captions with the recording of the same name, ignoring order, extension and case', () => {
  assert.deepEqual(pairsOf(['a.mp4', 'B v1.2.MOV', 'c.m4a'], ['b V1.2.srt', 'A.vtt']), {
    pairs: ['a.mp4 + A.vtt', 'B v1.2.MOV + b V1.2.srt', 'c.m4a'],
    left: [],
  });
});

test('a language, what it is or the ending of the recording may stand between', () => {
  const zoom = 'gmt20260101-100000_recording';
  assert.deepEqual(
    pairsOf(
      ['talk.mp4', 'other.mkv', 'third.webm', `${zoom}_1920x1080.mp4`],
      ['talk.en-GB.vtt', 'other.mkv.srt', 'third.captions.vtt', `${zoom}.transcript.vtt`],
    ),
    {
      pairs: [
        'talk.mp4 + talk.en-GB.vtt',
        'other.mkv + other.mkv.srt',
        'third.webm + third.captions.vtt',
        `${zoom}_1920x1080.mp4 + ${zoom}.transcript.vtt`,
      ],
      left: [],
    },
  );
});

test('leaves captions unpaired, when no recording has their name or it already has captions', () => {
  assert.deepEqual(pairsOf(['part 1.mp4', 'part 10.mp4'], ['part.vtt', 'part 1.vtt', 'part 1.srt']), {
    pairs: ['part 1.mp4 + part 1.vtt', 'part 10.mp4'],
    left: ['part.vtt', 'part 1.srt'],
  });
});

test('a recording alone takes captions of any name, those of its own before others', () => {
  assert.deepEqual(pairsOf(['talk.mp4'], ['captions.vtt']), { pairs: ['talk.mp4 + captions.vtt'], left: [] });
  assert.deepEqual(pairsOf(['talk.mp4'], ['captions.vtt', 'talk.srt']), {
    pairs: ['talk.mp4 + talk.srt'],
    left: ['captions.vtt'],
  });
});

test('picks the recording that alone shares the most words with the captions, when there are several', () => {
  const recordings = named('Replace by fee bug.mp4', 'Fedimint and design (final).mp4', 'Lesson 3.mp4', 'Lesson 4.mp4');
  const free = recordings.map((file) => ({ file }));
  const of = (name: string) => likeliest({ name }, free)?.file.name;
  assert.equal(of('fedimint.vtt'), 'Fedimint and design (final).mp4');
  assert.equal(of('The REPLACE-bug, design of.srt'), undefined, 'as much of one as of another');
  assert.equal(of('lesson_04 4.en.vtt'), 'Lesson 4.mp4');
  assert.equal(of('lesson.vtt'), undefined);
  assert.equal(of('captions and english.vtt'), undefined, 'a short word says nothing');
  assert.equal(likeliest({ name: 'fedimint.vtt' }, []), undefined);
});
