import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the files of recordings lie. One folder a video; deleting the folder deletes everything of it. */
export type VideoFiles = ReturnType<typeof videoFiles>;

const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Added to the name of a folder that is being removed. */
const removed = '.removed';

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
    /** Removes the folder, also while a job that is being stopped still writes into it: that finds no place any more. */
    async remove(id: string): Promise<void> {
      const aside = folder(id) + removed;
      // One of a removal that was cut off.
      await rm(aside, { recursive: true, force: true });
      await rename(folder(id), aside).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      await rm(aside, { recursive: true, force: true, maxRetries: 3 });
    },
    /** The ids of all folders there are, whatever they are for. */
    async all(): Promise<string[]> {
      const names = await readdir(join(dataDir, 'videos')).catch(() => []);
      return [...new Set(names.map((name) => name.replace(removed, '')))].filter((name) => isId.test(name));
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
