import { Problem } from '@lectern/contract/problem';
import { uploadLimits } from '@lectern/contract/uploads';
import type { Context } from '../../platform/context.ts';
import type { Wire } from '../../platform/serve.ts';
import { saveCaptionFile } from '../transcripts/caption-file.ts';
import { readCaptions } from '../transcripts/formats/read-captions.ts';
import { rerunFrom } from '../videos/pipeline.ts';
import { findVideo } from '../videos/find.ts';
import { uploadOf } from './store.ts';

async function bodyOf({ request }: Wire): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.raw as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= uploadLimits.captions) parts.push(chunk);
  }
  if (size > uploadLimits.captions) throw new Problem('captions_too_large');
  return Buffer.concat(parts);
}

/**
 * Keeps a caption file for a recording, before, during or after its upload. When the recording is there already,
 * its transcript and everything after is made again.
 */
export async function addCaptions(
  ctx: Context<'active'>,
  { passthrough, name }: { passthrough: string; name: string },
  wire: Wire,
): Promise<{ msg: string; cues: number; warnings: number }> {
  const db = ctx.database.kysely;
  const bytes = await bodyOf(wire);
  const video = await findVideo(db, ctx.member.id, passthrough);
  const upload = video ? undefined : await uploadOf(db, ctx.member.id, passthrough);
  if (!video && upload?.state !== 'open') throw new Problem('not_found');
  const { cues, warnings } = readCaptions(bytes, name);
  await ctx.database.transaction(async (tx) => {
    await saveCaptionFile(tx, passthrough, name, bytes);
    if (video) await rerunFrom(ctx, tx, passthrough, 'transcript');
  });
  return { msg: 'Captions added.', cues: cues.length, warnings };
}
