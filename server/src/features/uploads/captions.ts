import type { CodePage } from '@lectern/contract/code-pages';
import { Problem } from '@lectern/contract/problem';
import { type EncodingPreview, uploadLimits } from '@lectern/contract/uploads/uploads';
import type { Context, HttpExchange } from '../../platform/http/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readBody } from '../../platform/http/read-body.ts';
import { createSemaphore } from '../../platform/limits/semaphore.ts';
import { saveCaptionFile, countCaptions } from '../transcripts/caption-file.ts';
import type { ReadEncoding } from '../transcripts/formats/read-captions.ts';
import { lockVideoIfThere } from '../videos/lock-video.ts';
import { rerunFrom } from '../videos/pipeline.ts';
import { saveWantedTracks } from '../videos/update-video.ts';
import { findVideo, ownVideo } from '../videos/find-video.ts';
import { lockUpload, findUpload } from './store.ts';

/** Caption files that are received and read: each is held in memory, and those that wait are not read yet. */
const places = createSemaphore({ maxConcurrent: 16, maxQueued: 200, maxPerOwner: 4 });

async function bodyOf({ request }: HttpExchange): Promise<Buffer> {
  const body = await readBody(request, uploadLimits.captions);
  if (!body) throw new Problem('captions_too_large');
  return body;
}

const leftOut = (cues: number): string => {
  if (cues === 0) return '';
  return cues === 1 ? ' One line of the file could not be kept.' : ` ${cues} lines of the file could not be kept.`;
};

const letters = (replaced: number): string => {
  if (replaced === 0) return '';
  const them = replaced === 1 ? 'One letter of it is' : `${replaced} letters of it are`;
  return ` ${them} damaged and shown as \uFFFD.`;
};

/** How the bytes became letters, where that is not as a matter of course. */
function readAs({ encoding, replaced, twice, choice }: ReadEncoding): string {
  if (twice) return ` Its letters had been encoded twice (UTF-8 as ${twice}); this was mended.${letters(replaced)}`;
  const taken = encoding === 'utf-8' ? '' : ` It was read as ${encoding}.`;
  return `${taken}${letters(replaced)}${choice ? ' Please look whether its letters are right.' : ''}`;
}

type Wish = { passthrough: string; name: string; encoding?: CodePage | undefined };
type Added = {
  msg: string;
  cues: number;
  warnings: number;
  encoding: string;
  choice?: [EncodingPreview, EncodingPreview];
};

/**
 * Keeps a caption file for a recording, before, during or after its upload. When the recording is there already,
 * its transcript and everything after is made again.
 */
export const addCaptions = (ctx: Context<'active'>, wish: Wish, wire: HttpExchange): Promise<Added> =>
  places(() => add(ctx, wish, wire), { owner: ctx.workspace.id });

/** Returns the kind of recording a caption file would belong to: a video or an open upload. */
async function takesCaptions(
  { workspace }: Context<'active'>,
  db: Queryable,
  passthrough: string,
): Promise<'video' | 'upload' | undefined> {
  if (await findVideo(db, workspace.id, passthrough)) return 'video';
  return (await findUpload(db, workspace.id, passthrough))?.state === 'open' ? 'upload' : undefined;
}

async function add(ctx: Context<'active'>, { passthrough, name, encoding }: Wish, wire: HttpExchange): Promise<Added> {
  const db = ctx.database.kysely;
  const bytes = await bodyOf(wire);
  const place = await takesCaptions(ctx, db, passthrough);
  if (!place) throw new Problem('not_found');
  const known = await findVideo(db, ctx.workspace.id, passthrough);
  const { cues, warnings, read } = await countCaptions(bytes, name, {
    owner: ctx.workspace.id,
    encoding,
    language: known?.transcript_language ?? undefined,
    duration: known?.duration,
  });
  const facts = { cues, warnings, encoding: read.encoding };
  // All that is written from a transcript would be written twice. With an upload nothing is written yet.
  if (read.choice && place === 'video')
    return { msg: 'It can be read in two ways: please say which is right.', ...facts, choice: read.choice };
  await ctx.database.transaction(async (tx) => {
    // Reading takes its time. An upload that has become a video meanwhile is one now; one that is open stays so until this is stored.
    await lockUpload(tx, passthrough);
    await lockVideoIfThere(tx, passthrough);
    const found = await takesCaptions(ctx, tx, passthrough);
    if (!found) throw new Problem('not_found');
    await saveCaptionFile(tx, passthrough, { name, bytes, encoding: read.encoding });
    if (found !== 'video') return;
    const {
      captions: _,
      again: __,
      ...wanted
    } = (await ownVideo(tx, ctx.workspace.id, passthrough)).wanted_tracks ?? {};
    await saveWantedTracks(tx, passthrough, wanted);
    await rerunFrom(ctx, tx, passthrough, 'transcript');
  });
  return {
    msg: `Captions added.${readAs(read)}${leftOut(warnings - read.replaced)}`,
    ...facts,
    ...(read.choice ? { choice: read.choice } : {}),
  };
}
