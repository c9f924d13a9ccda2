import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import Pdf from 'pdfkit';
import type { StoredSlide } from './stored-slides.ts';

/** Points: a picture of 16:9 fills the page to its edges, its words stand under it. */
const page = { width: 960, picture: 540, words: 156, edge: 24 };

/** Characters Helvetica, built into every PDF reader, cannot draw: all beyond the Windows Latin set. */
const undrawable = /[^\n -~\u00A0-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]+/gu;
const drawable = (text: string): string => text.normalize('NFC').replace(undrawable, ' ');

/**
 * Makes a PDF with a page and a bookmark per slide. `picture` loads each JPEG only once earlier output was read;
 * slides without one show their text.
 */
export function slidesDocument(
  { title, brand }: { title: string; brand: string },
  slides: readonly StoredSlide[],
  picture: (slide: StoredSlide) => Promise<Buffer | null>,
): Readable {
  const document = new Pdf({
    autoFirstPage: false,
    size: [page.width, page.picture + page.words],
    margin: 0,
    displayTitle: true,
    info: { Title: title.toWellFormed(), Creator: brand.toWellFormed() },
  });
  const sent = new PassThrough();
  document.on('error', (error) => sent.destroy(error)).pipe(sent);
  const write = async (): Promise<void> => {
    for (const slide of slides) {
      if (sent.destroyed) return;
      addSlide(document, slide, await picture(slide));
      if (sent.writableNeedDrain) await Promise.race([once(sent, 'drain'), once(sent, 'close')]);
    }
    document.end();
  };
  write().catch((error: Error) => sent.destroy(error));
  return sent;
}

function addSlide(document: PDFKit.PDFDocument, { start, title, text }: StoredSlide, picture: Buffer | null): void {
  const time = formatTimecode(start);
  document.addPage();
  document.outline.addItem(drawable(`${time} ${title}`).trim());
  if (picture) document.image(picture, 0, 0, { fit: [page.width, page.picture], align: 'center', valign: 'center' });
  const top = page.picture + 16;
  const width = page.width - 2 * page.edge;
  document.font('Helvetica').fontSize(10).fillColor('#555555').text(time, page.edge, top, { lineBreak: false });
  document
    .fontSize(9)
    .fillColor('#111111')
    .text(drawable(text), page.edge, top + 18, {
      width,
      height: page.words - 50,
      columns: 3,
      columnGap: 24,
      ellipsis: '…',
    });
}
