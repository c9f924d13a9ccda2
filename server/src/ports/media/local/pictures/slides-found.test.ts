import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { pictureTime } from '@lectern/contract/outline/slides';
import { compareChanges, decks, makeDeck } from '../../../../../test/decks.ts';
import { openTestMedia } from '../../../../../test/media.ts';
import { itInFullRun } from '../../../../../test/rare.ts';
import '../../../../../test/system-ffmpeg.ts';

/** Every run has those that are quickly made. */
const usual = new Set(['template', 'few words', 'compression pulse']);

describe('slides that are found', async () => {
  const { folder, media, close } = await openTestMedia();
  after(close);

  for (const deck of decks)
    (usual.has(deck.name) ? it : itInFullRun)(
      `finds every slide and nothing else, when the recording is: ${deck.name}`,
      async () => {
        const { file, starts, duration } = await makeDeck(deck, folder, { slides: 7, shortest: 8 });
        const own = { rendition: `${file}.rendition.mp4`, index: `${file}.json` };
        const played = await media.prepare(file, await media.inspect(file), own);
        const { slides } = (await media.storyboard(played, `${file}.sheets`))!;
        const { missed, wrong } = compareChanges(slides, starts);
        // Between two keyframes, the last line of a slide may be taken for the next slide.
        const most = deck.builtEach === undefined ? 0 : 1;
        const all = `${slides.join(' ')} for ${starts.join(' ')}`;
        assert.ok(missed.length <= most && wrong.length <= most, all);
        for (const [n, start] of [0, ...slides].entries()) {
          const time = pictureTime({ start, end: slides[n] ?? duration });
          const isWhole = time >= (starts[n - 1] ?? 0) && time < (starts[n] ?? duration) - (deck.fade ?? 0);
          assert.ok(isWhole, `slide ${n} is photographed at ${time}`);
        }
      },
    );
});
