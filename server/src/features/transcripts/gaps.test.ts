import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { formatWebvtt, webvttCues } from '@lectern/contract/rules/webvtt';
import { uploadRoutes } from '@lectern/contract/uploads';
import { oneDatabase, type Place } from '../../../test/databases.ts';
import { signUp, type TestMember } from '../../../test/member.ts';
import { sample } from '../../../test/sample.ts';
import { uploadFile, whenSettled } from '../../../test/upload.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';
import { replaceGaps } from './gaps.ts';

oneDatabase((database, open) => {
  describe(`words that are missing, on ${database}`, () => {
    let place: Place;
    let server: TestWorld;
    let member: TestMember;

    before(async () => {
      place = await open();
      server = await openTestWorld(place);
      member = await signUp(server.origin, server.letters);
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    it('are shown where they were heard, and no more when they have come', async () => {
      const whole = await readFile(sample('webinar.vtt'), 'utf8');
      const captions = join(place.dataDir, 'some.vtt');
      const some = webvttCues(whole).filter(({ start, end }) => end < 40 || start > 80);
      await writeFile(captions, formatWebvtt(some));
      const id = await uploadFile(member, sample('webinar.mp4'), { captions });
      const { transcript_gaps: gaps } = await whenSettled(member, id);
      assert.equal(gaps.length, 1, JSON.stringify(gaps));
      const [{ start, end, speech }] = gaps as [(typeof gaps)[number]];
      const before = some.findLast((cue) => cue.end < 40)!.end;
      const next = some.find((cue) => cue.start > 80)!.start;
      assert.ok(start >= before && start < before + 2, `from ${start}, words end at ${before}`);
      assert.ok(end <= next && end > next - 2, `to ${end}, words begin at ${next}`);
      assert.equal(speech, false, 'heard by its loudness alone');

      await member.call(uploadRoutes.captions, { passthrough: id, name: 'all.vtt' }, { body: Buffer.from(whole) });
      assert.deepEqual((await whenSettled(member, id)).transcript_gaps, []);

      const kept = [
        { start: 1, end: 10.5, speech: true },
        { start: 50, end: 60, speech: false },
      ];
      await server.world.database.transaction((tx) => replaceGaps(tx, id, kept));
      assert.deepEqual((await whenSettled(member, id)).transcript_gaps, kept);
    });
  });
});
