import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { exportRoutes } from '@lectern/contract/exports/downloads';
import { glossaryRoutes } from '@lectern/contract/transcripts/glossary';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import { sql } from 'kysely';
import { signUp } from '../../../test/member.ts';
import { itInFullRun } from '../../../test/rare.ts';
import { whenImported } from '../../../test/when-imported.ts';
import { tablesOfVideos } from '../../platform/database/rows-of-videos.ts';
import { describeRecordings } from '../../../test/describe-server.ts';
import { readArchive } from './read-archive.ts';

/** Where in an export each table of what is a member's goes, or, in brackets, why it does not. */
const tables: Readonly<Record<string, string>> = {
  users: 'profile.json',
  token_operations: 'tokens/operations.jsonl',
  token_entries: 'tokens/entries.jsonl',
  payments: 'payments.json',
  glossary_terms: 'glossary.json',
  shares: 'links.json',
  reports: 'reports.json',
  portals: 'portal/portal.json',
  portal_videos: 'portal/portal.json',
  portal_logos: 'portal/logo.png',
  portal_counts: 'statistics/portal.jsonl',
  watch_buckets: 'statistics/watched.jsonl',
  videos: 'video.json',
  chapters: 'video.json',
  clips: 'video.json',
  highlights: 'video.json',
  speaker_turns: 'video.json',
  cues: 'transcript.vtt',
  caption_files: 'captions.',
  billing_accounts: '(the provider’s names of an account; what was paid is in payments.json)',
  concerns: '(what the operator was told)',
  surplus_subscriptions: '(what is being given back)',
  chapter_boundaries: '(found again from the transcript)',
  clip_removals: '(what is being removed)',
  customer_attempts: '(numbers of an account at the payment provider)',
  corrections: '(what offers terms; they become terms of the glossary)',
  delivered_seconds: '(what the media provider bills the operator for)',
  dismissed_suggestions: '(terms that were refused)',
  events: '(what others are told of, and a week more)',
  exports: '(about exports)',
  former_customers: '(the provider’s names of an account; what was paid is in payments.json)',
  imports: '(about imports)',
  known_devices: '(opens the account)',
  mail_tokens: '(opens the account)',
  media_moves: '(where the operator keeps recordings)',
  outline_history: '(what an undo goes back to, for a while)',
  recording_letters: '(which mail is due)',
  rewrite_occurrences: '(what an undo goes back to, for a while)',
  rewrites: '(what an undo goes back to, for a while)',
  second_factors: '(opens the account)',
  security_events: '(shown on the account page, and ends by itself)',
  sessions: '(opens the account)',
  slides: '(read again from the recording)',
  speaker_parts: '(numbers of an engine)',
  speech_answers: '(numbers of an engine)',
  speech_runs: '(numbers of an engine)',
  speech_segments: '(numbers of an engine)',
  steps: '(how far a recording is)',
  transcript_gaps: '(found again from the recording)',
  trial_emails: '(which mail was sent)',
  uploads: '(what is on its way, or became a video)',
  voices: '(numbers of an engine, which know a voice; they leave with nobody)',
};

describeRecordings('an export', ['short'], {}, (suite) => {
  it('knows of every table with something of a member', async () => {
    const { rows } = await sql<{ table_name: string }>`
        select distinct table_name from information_schema.columns
        where table_schema = 'public' and column_name in ('user_id', 'video_id')`.execute(suite.db);
    const own = new Set([...rows.map((row) => row.table_name), ...tablesOfVideos, 'users', 'videos']);
    assert.deepEqual(
      [...own].filter((table) => !(table in tables)),
      [],
      'tables that no export knows: bring them out, or say why not',
    );
  });

  it('holds everything that is not a video', async () => {
    const { server, member, short, place } = suite;
    const { kysely } = server.world.database;
    const userId = member.session.id;
    await kysely.updateTable('users').set({ plan: 'professional' }).where('id', '=', userId).execute();
    await member.call(glossaryRoutes.addTerm, { term: 'Lectern', wrong: ['lectors'] });
    await member.call(portalOwnerRoutes.generate, {});
    const { settings } = (await member.call(portalOwnerRoutes.own, undefined)).data!;
    await member.call(portalOwnerRoutes.change, { ...settings, title: 'Talks of ours', videos: [short.id] });
    await member.call(shareOwnerRoutes.create, { passthrough: short.id, password: 'only for friends' });
    await kysely
      .insertInto('portal_logos')
      .values({ user_id: userId, hash: 'h', png: Buffer.from('a picture'), width: 1, height: 1 })
      .execute();
    await kysely
      .insertInto('payments')
      .values({
        user_id: userId,
        provider_id: 'pi_of_theirs',
        price: 500,
        payment_type: 'tokens',
        product_id: 'tokens_50k',
        status: 'succeeded',
      })
      .execute();
    await kysely
      .insertInto('reports')
      .values({ user_id: userId, report_type: 'Bug', subject: 'A subject of theirs', email: member.email })
      .execute();
    await kysely
      .insertInto('portal_counts')
      .values({ user_id: userId, day: '2026-11-01', kind: 'search', video_id: null, detail: 'pricing', count: 3 })
      .execute();
    await kysely
      .insertInto('watch_buckets')
      .values({ video_id: short.id, day: '2026-11-01', place: 'portal', seconds: Array(100).fill(1) as number[] })
      .execute();
    const { url } = await member.call(exportRoutes.exportLink, { recordings: 'without' });
    const answer = await fetch(new URL(url, server.origin));
    const file = join(place.dataDir, 'export.zip');
    await writeFile(file, Buffer.from(await answer.arrayBuffer()));
    const archive = await readArchive(file);
    const holds = async (path: string, ...texts: string[]): Promise<void> => {
      const text = await archive.text(path);
      for (const each of texts) assert.ok(text?.includes(each), `${each} in ${path}: ${text}`);
    };
    await holds('glossary.json', '"Lectern"', '"lectors"');
    await holds('portal/portal.json', 'Talks of ours', short.title);
    await holds('portal/logo.png', 'a picture');
    await holds('links.json', short.title, '"has_password": true');
    await holds('payments.json', 'pi_of_theirs', '500');
    await holds('reports.json', 'A subject of theirs');
    await holds('statistics/portal.jsonl', 'pricing');
    await holds('statistics/watched.jsonl', short.id, '2026-11-01');
    for (const { path } of archive.manifest.files)
      assert.doesNotMatch((await archive.text(path)) ?? '', /argon2|password_hash/, path);
    const paths = archive.manifest.files.map(({ path }) => path);
    const named = [...new Set(Object.values(tables))].filter((name) => !name.startsWith('(') && name !== 'captions.');
    for (const name of named)
      assert.ok(
        paths.some((path) => path.endsWith(name)),
        `${name} in ${paths.join()}`,
      );
    archive.close();
  });

  itInFullRun('reports contents beside videos, when an export is imported', async () => {
    const { server, member } = suite;
    const userId = member.session.id;
    const { kysely } = server.world.database;
    const told = async (): Promise<string | null> => {
      const { url } = await member.call(exportRoutes.exportLink, { recordings: 'with' });
      const bytes = new Uint8Array(await (await fetch(new URL(url, server.origin))).arrayBuffer());
      const stranger = await signUp(server.origin, server.letters);
      await stranger.call(exportRoutes.import, { repeats: 'skip' }, { body: bytes });
      return (await whenImported(stranger)).problem;
    };
    const only = (names: string): string =>
      `Only videos are imported. What else the export has (${names}) can be set up by hand.`;
    assert.equal(await told(), only('the portal, the glossary, and the links'));
    await kysely.deleteFrom('portals').where('user_id', '=', userId).execute();
    await kysely.deleteFrom('glossary_terms').where('user_id', '=', userId).execute();
    assert.equal(await told(), only('the links'));
  });
});
