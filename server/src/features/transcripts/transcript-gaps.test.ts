import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { formatWebvtt, webvttCues } from '@lectern/contract/rules/webvtt';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { oneDatabase, type TestPlace } from '../../../test/databases.ts';
import type { TestMember } from '../../../test/member.ts';
import { openRecordedWorld } from '../../../test/recorded.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { waitUntilProcessed } from '../../../test/upload.ts';
import type { TestWorld } from '../../../test/world.ts';
import { replaceGaps } from './transcript-gaps.ts';

oneDatabase((database, open) => {
  describe(`words that are missing, on ${database}`, () => {
    let place: TestPlace;
    let server: TestWorld;
    let member: TestMember;
    let id: string;

    before(async () => {
      let webinar: VideoDetail;
      ({ place, server, member, webinar } = await openRecordedWorld(open, ['webinar']));
      id = webinar.id;
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    it('shows missing words where speech was heard and hides them, when they have arrived', async () => {
      const whole = await readFile(getSamplePath('webinar.vtt'), 'utf8');
      const some = webvttCues(whole).filter(({ start, end }) => end < 40 || start > 80);
      const send = (captions: string) =>
        member.call(uploadRoutes.captions, { passthrough: id, name: 'captions.vtt' }, { body: Buffer.from(captions) });
      await send(formatWebvtt(some));
      const { transcript_gaps: gaps } = await waitUntilProcessed(member, id);
      assert.equal(gaps.length, 1, JSON.stringify(gaps));
      const [{ start, end, speech }] = gaps as [(typeof gaps)[number]];
      const before = some.findLast((cue) => cue.end < 40)!.end;
      const next = some.find((cue) => cue.start > 80)!.start;
      assert.ok(start >= before && start < before + 2, `from ${start}, words end at ${before}`);
      assert.ok(end <= next && end > next - 2, `to ${end}, words begin at ${next}`);
      assert.equal(speech, false, 'heard by its loudness alone');

      await send(whole);
      assert.deepEqual((await waitUntilProcessed(member, id)).transcript_gaps, []);

      const kept = [
        { start: 1, end: 10.5, speech: true },
        { start: 50, end: 60, speech: false },
      ];
      await server.world.database.transaction((tx) => replaceGaps(tx, id, kept));
      assert.deepEqual((await waitUntilProcessed(member, id)).transcript_gaps, kept);
    });
  });
});
