import { clipRoutes } from '@lectern/contract/playback/clips';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { promptRoutes } from '@lectern/contract/editing/prompts';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import { type LoadActor, aVideo, aWrittenVideo, type Action } from './actor.ts';
import { type ChaosMember } from './member.ts';

const atSecond = (second: number): string => `00:00:${String(second).padStart(2, '0')}`;

async function clip({ member, random, oracle, ...rest }: LoadActor): Promise<void> {
  const video = aVideo({ member, random, oracle, ...rest });
  if (!video) return;
  const from = random.below(9);
  const times = { timeIn: atSecond(from), timeOut: atSecond(from + 1 + random.below(11 - from - 1)) };
  const cut = await member.call('cut a clip', clipRoutes.cut, { passthrough: video.id, ...times });
  if (cut.is === 'done') video.clips.set(`${times.timeIn}-${times.timeOut}`, times);
  if (cut.is === 'done') await rest.wire.raw('is the clip there', cut.value.data.data, { method: 'HEAD' });
}

async function screenshot(actor: LoadActor): Promise<void> {
  const video = aVideo(actor);
  if (!video) return;
  const time = atSecond(actor.random.below(11));
  const taken = await actor.member.call('a screenshot', clipRoutes.screenshot, { passthrough: video.id, time });
  if (taken.is === 'done') await actor.wire.raw('the file of a screenshot', taken.value.data.url);
}

async function watch(actor: LoadActor): Promise<void> {
  const video = aVideo(actor);
  if (!video) return;
  const asset = await actor.member.call('a video', videoRoutes.asset, { uploadId: video.id });
  if (asset.is !== 'done' || !asset.value.data.playable) return;
  const { playback_id: id } = asset.value.data;
  for (const address of [
    mediaPaths.stream(id),
    `/media/${id}/video.m3u8`,
    `/media/${id}/segment-0.m4s`,
    mediaPaths.thumbnail(id, actor.random.below(11)),
  ])
    await actor.wire.raw('playback', address);
}

async function ask(actor: LoadActor): Promise<void> {
  const { member, random } = actor;
  const video = aWrittenVideo(actor);
  if (!video) return;
  await member.call('ask a video', promptRoutes.search, {
    passthrough: video.id,
    prompt: random.pick(['Which segment should one pick?', 'How does one find the right words?']),
  });
  await member.call('settings of prompts', promptRoutes.saveQuotePrompt, {
    userId: member.id,
    customPrompt: 'Choose quotes about words.',
    quoteCt: 1 + random.below(3),
  });
}

export const mediaDeeds: readonly Action[] = [
  { name: 'clip', weight: 3, run: clip },
  { name: 'screenshot', weight: 1.5, run: screenshot },
  { name: 'watch', weight: 3, run: watch },
  { name: 'ask', weight: 1, run: ask },
];

/** The public pages of members. */
const pages = new WeakMap<ChaosMember, { token: string; keys: string[] }>();

async function arrange({ member, random, oracle }: LoadActor): Promise<void> {
  if (!pages.has(member)) {
    const made = await member.call('make a portal', portalOwnerRoutes.generate, {});
    if (made.is === 'done') pages.set(member, { token: made.value.data.token, keys: [] });
    return;
  }
  const own = await member.call('the own portal', portalOwnerRoutes.own, {});
  if (own.is !== 'done' || !own.value.data) return;
  const { settings, library, token } = own.value.data;
  pages.set(member, { token, keys: [] });
  const there = new Set([...oracle.videos.values()].filter(({ state }) => state === 'present').map(({ id }) => id));
  const videos = library.map(({ id }) => id).filter((id) => there.has(id));
  await member.call('change the portal', portalOwnerRoutes.change, {
    ...settings,
    title: `Webinars ${random.below(100)}`,
    videos: videos.slice(0, 5),
  });
}

async function visit({ member, wire, random }: LoadActor): Promise<void> {
  const page = pages.get(member);
  if (!page) return;
  const overview = await wire.raw('visit', `/portal/${page.token}`);
  if (overview?.status === 200) {
    const html = await overview.text();
    page.keys = [
      ...new Set(
        [...html.matchAll(new RegExp(`/portal/${page.token}/([\\w-]{6,40})["?/]`, 'g'))].map(([, key]) => key!),
      ),
    ];
  }
  await wire.raw('visit', `/api/portal/${page.token}/search?q=messaging`);
  if (page.keys.length === 0) return;
  const key = random.pick(page.keys);
  for (const address of [`/portal/${page.token}/${key}`, `/portal/${page.token}/${key}/thumbnail.jpg`])
    await wire.raw('visit', address);
  await wire.raw('visit', `/api/portal/${page.token}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events: [{ kind: 'play', video: key }] }),
  });
}

export const visitDeeds: readonly Action[] = [
  { name: 'portal', weight: 0.5, run: arrange },
  { name: 'visit', weight: 1.5, run: visit },
];
