import { portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import type { ChaosMember } from '../member.ts';
import type { LoadActor, Action } from './actor.ts';

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
