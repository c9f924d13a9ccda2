import type { SignedPlaybackId } from '@lectern/contract/playback/playback';
import { Problem } from '@lectern/contract/problem';
import { week } from '@lectern/contract/rules/durations';
import type { Context, World } from '../../platform/http/context.ts';
import { type MemberCall, sealValue, unsealValue } from '../../platform/http/signing.ts';
import { type VideoRow, videoForAdministrator, videoForMember, videoForProvider } from './find-video.ts';

type Signing = Pick<World, 'signingKey' | 'now'>;

/** Makes a signed playback id, which stands where playlists' relative addresses carry it on. */
export const sealPlaybackId = (world: Signing, value: string, expires: Date): SignedPlaybackId =>
  sealValue(world, value, expires) as SignedPlaybackId;

/** Signs for whole weeks, since browsers keep media by address: one is given for a week and opens for another. */
const signForWeeks = (world: Signing, value: string): SignedPlaybackId =>
  sealPlaybackId(world, value, new Date((Math.floor(world.now().getTime() / week) + 2) * week));

export const signForMember = (call: MemberCall, playbackId: string): SignedPlaybackId =>
  signForWeeks(call, `m.${playbackId}.${call.member.id}`);

export const signForAdministrator = (
  call: Signing & Pick<Context<'admin'>, 'administrator'>,
  playbackId: string,
): SignedPlaybackId => signForWeeks(call, `a.${playbackId}.${call.administrator.id}`);

/** For the media provider, which fetches captions. */
export const signForProvider = (world: Signing, playbackId: string): SignedPlaybackId =>
  signForWeeks(world, `p.${playbackId}`);

/** Whether a playback id was signed by one of the above; those of portals begin with their video's key. */
export const isSignedForViewer = (playbackId: string): boolean => /^[amp]\./.test(playbackId);

function unseal(world: Signing, signed: string) {
  const [mark, playbackId = '', viewer = ''] = unsealValue(world, signed, world.now())?.split('.') ?? [];
  return { mark, playbackId, viewer };
}

/** The playback id and its member; undefined where it was signed for somebody else, or has ended. */
export function unsealForMember(world: Signing, signed: string): { playbackId: string; userId: string } | undefined {
  const { mark, playbackId, viewer } = unseal(world, signed);
  return mark === 'm' ? { playbackId, userId: viewer } : undefined;
}

/** The video that one of these opens now. Throws `not_found`. */
export async function videoOfViewer(world: Signing & Pick<World, 'database'>, signed: string): Promise<VideoRow> {
  const { mark, playbackId, viewer } = unseal(world, signed);
  const db = world.database.kysely;
  const find = (): Promise<VideoRow | undefined> => {
    if (mark === 'm') return videoForMember(db, 'playback_id', playbackId, viewer);
    return mark === 'a' ? videoForAdministrator(db, playbackId, viewer) : videoForProvider(db, playbackId);
  };
  const video = mark === undefined ? undefined : await find();
  if (!video) throw new Problem('not_found');
  return video;
}

/** The video's own playback id where a whole signed one is looked for; any other text as it is. */
export const asOwnPlaybackId = (text: string): string =>
  /^m\.([\w-]+)\.[\da-f-]{36}\.\d+\.[\w-]{43}$/.exec(text.trim())?.[1] ?? text;
