import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the files of recordings lie. One folder a video; deleting the folder deletes everything of it. */
export type VideoFiles = ReturnType<typeof videoFiles>;

export function videoFiles(dataDir: string) {
  const folder = (id: string): string => join(dataDir, 'videos', id);
  const archives = join(dataDir, 'imports');
  return {
    dataDir,
    archives,
    /** An export that was received to be brought into an account. */
    archive: (id: string): string => join(archives, `${id}.zip`),
    folder,
    /** Bytes of an upload that is not finished. */
    part: (id: string): string => join(folder(id), 'original.part'),
    /** The recording as it came. */
    original: (id: string): string => join(folder(id), 'original'),
    /** The H.264/AAC rendition of a recording that browsers cannot play. */
    rendition: (id: string): string => join(folder(id), 'rendition.mp4'),
    /** The keyframe and segment index of what is played. */
    index: (id: string): string => join(folder(id), 'index.json'),
    /** What speech recognition needs while it runs. */
    speech: (id: string): string => join(folder(id), 'speech'),
    storyboard: (id: string): string => join(folder(id), 'storyboard'),
    thumbnails: (id: string): string => join(folder(id), 'thumbnails'),
    clip: (id: string, clipId: string): string => join(folder(id), 'clips', `${clipId}.mp4`),
    screenshot: (id: string, milliseconds: number): string => join(folder(id), 'screenshots', `${milliseconds}.png`),
    quoteCard: (id: string, name: string): string => join(folder(id), 'quote-cards', `${name}.png`),
    async prepare(id: string): Promise<void> {
      await mkdir(folder(id), { recursive: true });
    },
    async remove(id: string): Promise<void> {
      await rm(folder(id), { recursive: true, force: true, maxRetries: 3 });
    },
    /** Makes a rename in the video's folder durable. */
    async syncFolder(id: string): Promise<void> {
      const handle = await open(folder(id), 'r');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
  };
}
