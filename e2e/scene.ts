import type { Page } from 'playwright-core';
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { billingRoutes } from '@lectern/contract/billing/billing';
import { glossaryRoutes } from '@lectern/contract/transcripts/glossary';
import { highlightRoutes } from '@lectern/contract/editing/highlights';
import { type PortalEvent, portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { rewriteRoutes } from '@lectern/contract/editing/rewrites';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import { formatWebvtt, webvttCues } from '@lectern/contract/rules/webvtt';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { day, hour } from '@lectern/contract/rules/durations';
import { signUp, type TestMember } from '@lectern/server/test/member';
import { fetchAsset, putUploadChunk, uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import { longWebinars, uploadLong } from './long-webinars.ts';
import { openStage, type Stage, changeMember } from './stage.ts';

/** A page of the product in a state worth looking at. The gate looks at the first of each page. */
export type PageState = {
  name: string;
  path: string | ((scene: Scene) => string);
  as?: keyof Scene['people'] | 'administrator';
  /** Replaces answers of the server before the page opens. */
  answer?: (page: Page) => Promise<unknown>;
  /** Brings the page into its state; it is ready when this ends. */
  arrive: (page: Page) => Promise<unknown>;
  /** The status with which the server refuses something here, as it should. */
  refusal?: number;
};

/** Makes the places of somebody, or of nobody. */
export const placesOf =
  (as?: PageState['as']) =>
  (name: string, path: PageState['path'], arrive: PageState['arrive'], more: Partial<PageState> = {}): PageState => ({
    name,
    path,
    arrive,
    ...(as && { as }),
    ...more,
  });

const sample = (name: string): string => join(import.meta.dirname, '../sample', name);

/** The stage with everything on it that `places.ts` shows; it takes longer to set than the stage alone. */
export type Scene = Omit<Stage, 'people'> & {
  people: Stage['people'] & {
    /** Professional, with a portal that is visited, and a webinar that was written again. */
    marketer: TestMember;
    /** Professional since a moment ago. */
    starter: TestMember;
    /** Professional until lately; the portal rests. */
    lapsed: TestMember;
    /** Has a recording without captions, on a server that hears nothing. */
    silent: TestMember;
  };
  portal: {
    /** Tokens of three portals: the marketer's, the one with a lapsed plan, and one without videos. */
    token: string;
    resting: string;
    empty: string;
    /** Names the webinar in the portal's addresses. */
    key: string;
  };
  /** Pages of links to the marketer's webinar: to all of it, to a chapter, behind a password, and taken back. */
  links: Record<'whole' | 'chapter' | 'locked' | 'revoked', string>;
  /** The passthrough of the marketer's webinar whose transcript has a gap and whose chapters were written again. */
  rewritten: string;
  /** The upload of the marketer of which some has arrived. */
  arriving: string;
  /** The look of the marketer's glossary through the library. */
  rewrite: string;
  /** The page on which the newcomer would pay. */
  checkout: string;
};

/** With `long` the libraries hold webinars of 20 to 100 minutes, the member's eight of them, and no shorter sample. */
export async function openScene({ long = false }: { long?: boolean } = {}): Promise<Scene> {
  const stage = await openStage({ long });
  try {
    return await setScene(stage, long);
  } catch (error) {
    await stage.close();
    throw error;
  }
}

/**
 * Sets up the first place of each page in a tenth of the time. One professional member has one webinar; the newcomer
 * stands for members without content.
 */
export async function openSmallScene(how: Parameters<typeof openStage>[0] = {}): Promise<Scene> {
  const stage = await openStage(how);
  try {
    return await setSmallScene(stage);
  } catch (error) {
    await stage.close();
    throw error;
  }
}

async function setSmallScene(stage: Stage): Promise<Scene> {
  const { people, webinar } = stage;
  const marketer = await asProfessional(stage, people.member);
  await withGlossary(marketer, webinar);
  const { token } = (await marketer.call(portalOwnerRoutes.generate, {})).data;
  const { settings } = (await marketer.call(portalOwnerRoutes.own, undefined)).data!;
  const portal = { ...settings, title: 'Talks about careful products', videos: [webinar] };
  await marketer.call(portalOwnerRoutes.change, portal);
  const key = await visited(stage, marketer, token, webinar);
  await highlighted(marketer, webinar);
  const { newcomer } = people;
  return {
    ...stage,
    people: { ...people, member: marketer, marketer, starter: newcomer, lapsed: people.expired, silent: newcomer },
    portal: { token, resting: token, empty: token, key },
    links: await shared(marketer, webinar),
    rewritten: webinar,
    arriving: await begun(marketer),
    rewrite: await looked(marketer),
    checkout: await checkedOut(newcomer),
  };
}

async function asProfessional({ server }: Stage, member: TestMember): Promise<TestMember> {
  await changeMember(server, member, {
    plan: 'professional',
    subscription_status: 'active',
    membership_end: new Date(Date.now() + 30 * day),
  });
  return { ...member, session: { ...member.session, plan: 'professional', subscription_status: 'active' } };
}

async function setScene(stage: Stage, long: boolean): Promise<Scene> {
  const { server, origin } = stage;
  const professional = async (name: string): Promise<TestMember> =>
    asProfessional(stage, await signUp(origin, server.letters, { email: `${name}@example.org` }));
  const tokenOf = async (member: TestMember) => (await member.call(portalOwnerRoutes.generate, {})).data.token;
  const [marketer, starter, lapsed, bare] = [
    await professional('mara'),
    await professional('stella'),
    await professional('lars'),
    await professional('bo'),
  ];

  if (long) await fillLibrary(stage);
  const [webinar, other] = long ? await uploadLong(marketer, longWebinars.slice(0, 2)) : await uploadSamples(marketer);
  await withGlossary(marketer, other!);
  const token = await tokenOf(marketer);
  const { settings } = (await marketer.call(portalOwnerRoutes.own, undefined)).data!;
  await marketer.call(portalOwnerRoutes.change, {
    ...settings,
    title: 'Talks about careful products',
    show_downloads: true,
    videos: [webinar!, other!],
  });
  const rewritten = await uploadRewritten(stage, marketer);
  const key = await visited(stage, marketer, token, webinar!);

  const resting = await tokenOf(lapsed);
  const empty = await tokenOf(bare);
  const ended = new Date(Date.now() - hour);
  await changeMember(server, lapsed, { membership_end: ended });
  const silent = await signUp(origin, server.letters, { email: 'simon@example.org', plan: 'executive' });
  await waitUntilProcessed(silent, await uploadFile(silent, sample('short.mp4')));
  const people = { ...stage.people, marketer, starter, lapsed, silent };
  const links = await shared(marketer, webinar!);
  await highlighted(people.member, stage.webinar);
  const [rewrite, checkout] = [await looked(marketer), await checkedOut(people.newcomer)];
  const arriving = await begun(marketer);
  return { ...stage, people, portal: { token, resting, empty, key }, links, rewritten, arriving, rewrite, checkout };
}

/**
 * Puts seven long webinars beside the one there is: more than the member's plan has room for, which stays as it was.
 */
async function fillLibrary({ server, people }: Stage): Promise<void> {
  await changeMember(server, people.member, { plan: 'professional' });
  await uploadLong(people.member, longWebinars.slice(1));
  await changeMember(server, people.member, { plan: 'executive' });
}

async function uploadSamples(member: TestMember): Promise<string[]> {
  const ids = [
    await uploadFile(member, sample('webinar.mp4'), { captions: sample('webinar.vtt') }),
    await uploadFile(member, sample('short.mp4'), { captions: sample('short.vtt') }),
  ];
  for (const id of ids) await waitUntilProcessed(member, id);
  return ids;
}

/** Highlights two lines, one of them with a note. */
async function highlighted(member: TestMember, passthrough: string): Promise<void> {
  const lines = webvttCues((await fetchAsset(member, passthrough)).vtt);
  for (const n of [5, 7]) {
    const { start, text } = lines[n]!;
    const mark = { passthrough, first: n, last: n, start, words: text };
    const { id } = (await member.call(highlightRoutes.highlight, mark)).data;
    if (n === 5)
      await member.call(highlightRoutes.note, { id, note: 'Ask Tom for the questions of these interviews.' });
  }
}

/** Terms that the library has otherwise, one that replaces nothing, and a correction that recurs. */
async function withGlossary(member: TestMember, passthrough: string): Promise<void> {
  await member.call(glossaryRoutes.addTerm, { term: 'Niche', wrong: ['narrow segment', 'narrow segments'] });
  await member.call(glossaryRoutes.addTerm, { term: 'Tom Reyes', wrong: [] });
  // In the long recordings, as the narrow segments are in the samples.
  await member.call(glossaryRoutes.addTerm, { term: 'follow-up email', wrong: ['follow-up mail'] });
  const lines = webvttCues((await fetchAsset(member, passthrough)).vtt).map((line, n) => ({ ...line, n }));
  // The sample speaks of words, the long recordings speak of changelogs.
  for (const [heard, right] of [
    ['words', 'Wörter'],
    ['changelog', 'change log'],
  ] as const)
    for (const { n, start, text } of lines.filter((line) => line.text.includes(heard)).slice(0, 3))
      await member.call(transcriptRoutes.editCue, {
        passthrough,
        n,
        start,
        before: text,
        text: text.replace(heard, right),
      });
}

async function looked(member: TestMember): Promise<string> {
  return (await member.call(rewriteRoutes.look, {})).data.id;
}

/** Sends as much of a recording as plays for a while. */
async function begun(member: TestMember): Promise<string> {
  const { url, id } = await member.call(uploadRoutes.create, { name: 'Launch rehearsal.mp4' });
  const bytes = await readFile(sample('webinar.mp4'));
  const some = bytes.subarray(0, 1024 ** 2);
  await putUploadChunk(url, some, `bytes 0-${some.length - 1}/${bytes.length}`);
  return id;
}

/** Goes as far as to the page of a payment; gives its path. */
async function checkedOut(member: TestMember): Promise<string> {
  const { plans } = (await member.call(billingRoutes.offers, undefined)).data;
  const { priceId, productId } = plans.find(({ key }) => key === 'professional')!;
  assert.ok(priceId && productId);
  const { url } = await member.call(billingRoutes.checkout, { priceId, productId, userId: member.session.id });
  return new URL(url).pathname;
}

async function shared(member: TestMember, passthrough: string): Promise<Scene['links']> {
  const { chapters } = await fetchAsset(member, passthrough);
  const make = async (wish: { chapter?: string; password?: string }) =>
    (await member.call(shareOwnerRoutes.create, { passthrough, ...wish })).data;
  const pathOf = ({ url }: { url: string }): string => new URL(url).pathname;
  const revoked = await make({});
  await member.call(shareOwnerRoutes.revoke, { id: revoked.id, revoked: true });
  return {
    whole: pathOf(await make({})),
    chapter: pathOf(await make({ chapter: chapters[1]!.id })),
    locked: pathOf(await make({ password: 'careful products' })),
    revoked: pathOf(revoked),
  };
}

/** A webinar whose captions leave out half a minute, with chapters an older engine may have written, and then ours. */
async function uploadRewritten({ server }: Stage, member: TestMember): Promise<string> {
  const { kysely } = server.world.database;
  const folder = await mkdtemp(join(tmpdir(), 'lectern-captions-'));
  try {
    const captions = join(folder, 'some.vtt');
    const all = webvttCues(await readFile(sample('webinar.vtt'), 'utf8'));
    await writeFile(captions, formatWebvtt(all.filter(({ start, end }) => end < 40 || start > 80)));
    const id = await uploadFile(member, sample('webinar.mp4'), { captions, title: 'Half heard' });
    const { chapters } = await waitUntilProcessed(member, id);
    const [last, previous] = [chapters.at(-1)!, chapters.at(-2)!];
    await kysely.deleteFrom('chapters').where('id', '=', last.id).execute();
    await kysely.updateTable('chapters').set({ end_s: last.end_seconds }).where('id', '=', previous.id).execute();
    await kysely.updateTable('chapters').set({ title: 'An older title' }).where('id', '=', chapters[0]!.id).execute();
    await member.call(videoRoutes.regenerateChapters, { passthrough: id });
    await waitUntilProcessed(member, id);
    return id;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lets visitors of a fortnight play, search and share; resolves with what names the webinar in the portal. */
async function visited({ server, origin }: Stage, owner: TestMember, token: string, webinar: string): Promise<string> {
  const { kysely } = server.world.database;
  const videos = await kysely.selectFrom('portal_videos').select(['key', 'video_id']).execute();
  const key = videos.find(({ video_id }) => video_id === webinar)!.key;
  const other = videos.find(({ video_id }) => video_id !== webinar)?.key;
  const { chapters } = await fetchAsset(owner, webinar);
  const plays = (video: string, count: number): PortalEvent[] =>
    Array.from({ length: count }, () => ({ kind: 'play', video }));
  const events: PortalEvent[] = [
    ...plays(key, 11),
    ...(other ? plays(other, 4) : []),
    ...chapters.map(({ id }, n): PortalEvent => ({ kind: 'watched', video: key, chapter: id, share: 1 / (n + 1) })),
    ...Array.from({ length: 12 }, (_, n): PortalEvent => ({
      kind: 'played',
      video: key,
      stretches: [[(n % 4) * 9, 30 + ((n * 37) % 150)]],
    })),
    { kind: 'search', keyword: 'interviews', found: 4 },
    { kind: 'search', keyword: 'pricing of competitors', found: 0 },
    { kind: 'quote', video: key, chapter: chapters[0]!.id, n: 0 },
  ];
  const sent = await fetch(`${origin}/api/portal/${token}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
    body: JSON.stringify({ events }),
  });
  assert.equal(sent.status, 200);
  // Reading them writes what was counted; then the days before become like today, each in its way.
  await owner.call(portalOwnerRoutes.statistics, { days: 1 });
  const today = await kysely.selectFrom('portal_counts').selectAll().execute();
  for (let n = 1; n < 14; n += 1) {
    const date = new Date(Date.now() - n * day).toISOString().slice(0, 10);
    const counts = today.map((row) => ({ ...row, day: date, count: Math.ceil((row.count * ((n * 5) % 7)) / 4) }));
    await kysely.insertInto('portal_counts').values(counts).execute();
  }
  return key;
}
