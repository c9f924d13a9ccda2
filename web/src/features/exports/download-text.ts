import { downloadRoutes, type TextKind } from '@lectern/contract/exports/downloads';
import { call } from '../../session/call.ts';

/** Hands an address that answers with an attachment to the browser's downloads; the page stays. */
export function followDownload(href: string): void {
  Object.assign(document.createElement('a'), { href, download: '' }).click();
}

/** Downloads one text of a video. Throws `CallError` with the reason when there is none. */
export async function downloadText(passthrough: string, kind: TextKind): Promise<void> {
  const { url } = await call(downloadRoutes.textLink, { passthrough, kind });
  followDownload(url);
}
