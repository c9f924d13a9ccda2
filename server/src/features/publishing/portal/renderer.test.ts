import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SignedPlaybackId } from '@lectern/contract/playback/playback';
import type { PortalPage } from '@lectern/contract/publishing/portal';
import { loadRenderer } from './renderer.ts';

const webRoot = join(import.meta.dirname, '../../../../../web/dist');

/** As many lines as a caption file may have. */
const lines = 86_400;

test('a page with the longest transcript is drawn while others are answered, once for two who ask', async () => {
  const look = { brand: 'Lectern', theme: 'light', layout: 'grid', font: 'serif', logo: null } as const;
  const times = { start_seconds: 0, end_seconds: lines };
  const title = { key: 'talk', title: 'A long day', description: '', kind: 'video', created_at: 0 } as const;
  const media = { duration: lines, thumbnail: null, captionsTrackId: null, storyboard: null };
  const playback_id = 'playback' as SignedPlaybackId;
  const page: PortalPage = {
    portal: {
      token: 'portal',
      title: 'Talks',
      ...look,
      show_quotes: true,
      show_downloads: false,
      answers_questions: false,
      ai_line: 'off',
      cards: [],
    },
    video: {
      ...title,
      ...media,
      playback_id,
      aiGenerated: true,
      reviewedAt: null,
      summary: '',
      chapters: [{ id: randomUUID(), title: 'All of it', ...times, summary: '', quotes: [], thumbnail: null }],
      cues: Array.from({ length: lines }, (_, n) => ({ start: n, end: n + 1, text: `What is said in line ${n}.` })),
      downloads: [],
    },
  };
  const { portal } = await loadRenderer(webRoot);
  const drawing = Promise.all([portal.render(page), portal.render(page)]);
  // This thread has done its share and only waits from here.
  let turns = 0;
  const looking = setInterval(() => (turns += 1), 5);
  const [first, second] = await drawing;
  clearInterval(looking);
  assert.ok(first.includes(`What is said in line ${lines - 1}.`));
  assert.equal(first, second);
  assert.ok(turns > 10, `others had ${turns} turns meanwhile`);
});
