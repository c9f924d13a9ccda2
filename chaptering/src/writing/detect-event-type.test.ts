import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTranscript } from '../transcript.ts';
import { meetingKindOf, detectShowOrMeeting } from './detect-event-type.ts';

const occasion = (text: string) => detectShowOrMeeting(readTranscript([{ start: 0, end: 5, text }], 5).sentences);

test('the show that a recording is an episode of, and the body that meets, are named', () => {
  assert.deepEqual(occasion('Welcome back to the Flour Mill Podcast.'), {
    kind: 'episode',
    of: 'the Flour Mill Podcast',
  });
  assert.deepEqual(occasion('Welcome to the third meeting of the Bread, Flour and Ovens Committee.'), {
    kind: 'meeting',
    of: 'the Bread, Flour and Ovens Committee',
  });
  assert.deepEqual(occasion('Welcome to meeting number 4 of the Special Committee on Rye.'), {
    kind: 'meeting',
    of: 'the Special Committee on Rye',
  });
});

test('neither is made up', () => {
  assert.equal(occasion('Welcome to our bakery.'), undefined);
  assert.equal(occasion('This is the third meeting of conceptual design.'), undefined);
});

test('a kind of meeting is what people call it', () => {
  const kind = (text: string) => meetingKindOf(readTranscript([{ start: 0, end: 5, text }], 5).sentences);
  assert.equal(kind('Welcome to our um detailed design meeting.'), 'detailed design meeting');
  assert.equal(kind('This is the third meeting of conceptual design.'), 'conceptual design meeting');
  assert.equal(kind('Today, functional design phase.'), 'functional design meeting');
  assert.equal(kind('We meet in the design of the meeting room.'), undefined);
});
