import type { Example } from './change.ts';

/** A route that answers a column of its own: how many words are said in a video, null until they are counted. */
export const routeExample: Example = {
  heading: 'Add a route',
  changes: [
    {
      path: 'contract/src/videos.ts',
      after: 'export const videoRoutes = routes({\n',
      add: `  /** How many words are said; null until they are counted. */
  spokenWords: {
    method: 'GET',
    path: '/muxvideos/spoken-words/:passthrough',
    access: 'member',
    params: z.object({ passthrough: z.uuid() }),
    reply: z.object({ words: z.number().int().nullable() }),
  },
`,
    },
    {
      path: 'server/src/features/library/videos.ts',
      after: 'export const videos = feature(videoRoutes, {\n',
      add: `  async spokenWords(ctx, { passthrough }) {
    const video = await ownVideo(ctx.database.kysely, ctx.member.id, passthrough);
    return { words: await spokenWordsOf(ctx.database.kysely, video.id) };
  },

`,
    },
    {
      path: 'server/src/features/library/videos.ts',
      after: "import { feature } from '../../platform/serve.ts';\n",
      add: "import { spokenWordsOf } from '../videos/spoken-words.ts';\n",
    },
    {
      path: 'server/src/features/videos/spoken-words.ts',
      text: `import type { Queryable } from '../../platform/database/database.ts';

export async function spokenWordsOf(db: Queryable, id: string): Promise<number | null> {
  const row = await db.selectFrom('videos').select('spoken_words').where('id', '=', id).executeTakeFirst();
  return row?.spoken_words ?? null;
}

export const saveSpokenWords = (tx: Queryable, id: string, words: number): Promise<unknown> =>
  tx.updateTable('videos').set({ spoken_words: words }).where('id', '=', id).execute();
`,
    },
    {
      path: 'server/migrations/9999-spoken-words.sql',
      text: `-- How many words are said in a video; null until they are counted.
alter table videos add column spoken_words integer;
`,
    },
    {
      path: 'server/src/platform/database/tables/videos.ts',
      after: '    transcript_language: Maybe<string>;\n',
      add: '    spoken_words: Maybe<number>;\n',
    },
    {
      path: 'server/src/features/videos/spoken-words.test.ts',
      text: `import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { videoRoutes } from '@lectern/contract/videos';
import { eachDatabase, type Place } from '../../../test/databases.ts';
import { signUp, type TestMember } from '../../../test/member.ts';
import { refusalOf } from '../../../test/refusals.ts';
import { sample } from '../../../test/sample.ts';
import { uploadFile } from '../../../test/upload.ts';
import { openTestWorld, type TestWorld } from '../../../test/world.ts';

eachDatabase((database, open) => {
  describe('the words that are said, on ' + database, () => {
    let place: Place;
    let server: TestWorld;
    let member: TestMember;
    let passthrough: string;

    before(async () => {
      place = await open();
      server = await openTestWorld(place);
      member = await signUp(server.origin, server.letters);
      passthrough = await uploadFile(member, sample('short.mp4'));
    });
    after(async () => {
      await server?.close();
      await place?.close();
    });

    it('are unknown until they are counted, and nobody else is told', async () => {
      assert.deepEqual(await member.call(videoRoutes.spokenWords, { passthrough }), { words: null });
      await server.world.database.kysely.updateTable('videos').set({ spoken_words: 12 }).execute();
      assert.deepEqual(await member.call(videoRoutes.spokenWords, { passthrough }), { words: 12 });
      const stranger = await signUp(server.origin, server.letters);
      assert.equal((await refusalOf(stranger.call(videoRoutes.spokenWords, { passthrough }))).code, 'not_found');
    });
  });
});
`,
    },
  ],
};
