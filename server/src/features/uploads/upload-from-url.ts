import { textLimits } from '@lectern/contract/rules/longest';
import { titleFromName } from '@lectern/contract/rules/title-from-name';
import { visibleText } from '@lectern/contract/rules/visible-text';
import type { Context } from '../../platform/http/context.ts';
import { consumeAttempt, type RateLimit } from '../../platform/limits/rate-limit.ts';
import { acceptOutboundUrl } from '../../platform/outbound/guarded-request.ts';
import { truncateText } from '../../platform/text/truncate-text.ts';
import { beginUpload } from './begin-upload.ts';
import { fetchKey, insertSource } from './source-store.ts';

/** Keeps a workspace from having us ask other servers again and again. */
const fetchesOfWorkspace: RateLimit = { name: 'upload-from-url/workspace', tries: 120, minutes: 60 };

/** The name of the file in a URL: the last part of its path. */
function fileNameOf({ pathname }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return visibleText(decodeURIComponent(last));
  } catch {
    return visibleText(last);
  }
}

/** Begins an upload that a job fetches. */
export async function uploadFromUrl(
  ctx: Context<'active'>,
  { url: text, title }: { url: string; title?: string | undefined },
): Promise<{ id: string }> {
  const url = await acceptOutboundUrl(text, ctx.outbound);
  const { id: member } = ctx.workspace;
  await consumeAttempt(ctx.database.kysely, fetchesOfWorkspace, member, ctx.now());
  const name = truncateText(fileNameOf(url), textLimits.file_name);
  const names = { title: title ?? titleFromName(name), file_name: name || null };
  const { id } = await beginUpload(ctx, names, async (tx, { id: uploadId }) => {
    await insertSource(tx, uploadId, url.href);
    await ctx.jobs.enqueue('fetch-upload', { uploadId }, { tx, key: fetchKey(uploadId), member });
  });
  return { id };
}
