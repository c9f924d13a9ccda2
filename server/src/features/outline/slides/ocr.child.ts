import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { serveSubprocess } from '../../../platform/subprocess/answer.ts';
import { readTesseractTable, type ReadPage } from './slide-text.ts';

const require = createRequire(import.meta.url);

/** The used subset of tesseract.js-core: Tesseract's own interface and its file system. */
type Tesseract = {
  FS: { writeFile(path: string, bytes: Uint8Array): void };
  TessBaseAPI: new () => {
    Init(folder: string, language: string, engine: number): number;
    /** `orientation` as in EXIF, 1 for upright; `angle` in radians. */
    SetImageFile(orientation: number, angle: number): number;
    Recognize(monitor: null): number;
    GetTSVText(page: number): string;
  };
};
type Load = (settings: { print(): void; printErr(): void }) => Promise<Tesseract>;

/** The neural recogniser alone, which is all the language file has. */
const lstmOnly = 1;

type Input = { pictures: readonly Uint8Array[]; languageFile: string };

await serveSubprocess('media_failed', async ({ pictures, languageFile }: Input): Promise<ReadPage[]> => {
  setPriority(constants.priority.PRIORITY_LOW);
  const load = require('tesseract.js-core/tesseract-core-simd-lstm.js') as Load;
  const tesseract = await load({ print: () => undefined, printErr: () => undefined });
  tesseract.FS.writeFile('/eng.traineddata', await readFile(languageFile));
  const api = new tesseract.TessBaseAPI();
  if (api.Init('/', 'eng', lstmOnly) !== 0) throw new Error('Tesseract does not take its language file.');
  return pictures.map((picture) => {
    tesseract.FS.writeFile('/input', picture);
    if (api.SetImageFile(1, 0) !== 0) return { height: 0, lines: [] };
    api.Recognize(null);
    return readTesseractTable(api.GetTSVText(0));
  });
});
