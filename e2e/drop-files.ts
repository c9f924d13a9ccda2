import type { Locator, Page } from 'playwright-core';

/** Drops files from the desktop onto an element, or into the middle of the window, as the browser itself does. */
export async function dropFiles(page: Page, files: string[], onto?: Locator): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize()!;
  const box = await onto?.boundingBox();
  const at = {
    ...(box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: width / 2, y: height - 40 }),
    data: { items: [], files, dragOperationsMask: 1 },
  };
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at });
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at });
  if (!onto) await page.getByText('Drop the recording to upload it').waitFor();
  // A desktop says again and again where the files are; what the page answered to the last of it is what a drop goes by.
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at });
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...at });
}
