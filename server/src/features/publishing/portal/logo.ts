import { createHash } from 'node:crypto';
import { logoBox, type PortalLogo } from '@lectern/contract/publishing/portal';
import { Problem } from '@lectern/contract/problem';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { runInSubprocess } from '../../../platform/subprocess/in-child.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { LogoRow } from './store.ts';

/** Where a logo is, and the CSS pixels it is shown in: half of its own, for screens of double density. */
export const buildPortalLogo = (token: string, logo: LogoRow | null | undefined): PortalLogo | null =>
  logo ? { url: portalPaths.logo(token, logo.hash), width: logo.width / 2, height: logo.height / 2 } : null;

export type LogoDrawing = { png: Uint8Array; width: number; height: number };

const module = new URL('./logo.child.ts', import.meta.url);
const megabyte = 1024 ** 2;

/**
 * Redraws a stranger's PNG as a logo, passing on nothing of the file. Throws `logo_unread`, and `reading_stopped` when
 * it takes more than an honest file needs.
 */
export const drawLogo = (png: Buffer, owner: string): Promise<LogoDrawing> =>
  runInSubprocess<LogoDrawing>(
    module,
    { png, box: logoBox },
    {
      owner,
      processor: 10,
      memory: 256 * megabyte,
      written: megabyte,
    },
  );

export async function saveLogo(tx: Queryable, workspaceId: string, drawing: LogoDrawing): Promise<void> {
  const png = Buffer.from(drawing.png);
  const hash = createHash('sha256').update(png).digest('hex').slice(0, 32);
  const logo = { hash, png, width: drawing.width, height: drawing.height };
  await tx
    .insertInto('portal_logos')
    .values({ workspace_id: workspaceId, ...logo })
    .onConflict((conflict) => conflict.constraint('portal_logos_pkey').doUpdateSet(logo))
    .execute();
}

export const removeLogo = async (tx: Queryable, workspaceId: string): Promise<void> =>
  void (await tx.deleteFrom('portal_logos').where('workspace_id', '=', workspaceId).execute());

export const findPortalLogo = (db: Queryable, workspaceId: string): Promise<LogoRow | undefined> =>
  db
    .selectFrom('portal_logos')
    .select(['hash', 'width', 'height'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();

/** The picture behind an address. Throws `not_found` where the logo is another one by now, or there is none. */
export async function logoPicture(db: Queryable, workspaceId: string, hash: string): Promise<Buffer> {
  const row = await db
    .selectFrom('portal_logos')
    .select('png')
    .where('workspace_id', '=', workspaceId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (!row) throw new Problem('not_found');
  return row.png;
}
