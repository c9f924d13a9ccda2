import { clipRoutes } from '@lectern/contract/playback/clips';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { promptRoutes } from '@lectern/contract/editing/prompts';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { type LoadActor, aVideo, aWrittenVideo, type Action } from './actor.ts';

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
