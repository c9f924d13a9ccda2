import type { Cue } from '@lectern/contract/transcripts/cue';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { chapteredParagraphs } from '@lectern/contract/rules/transcript-files';
import { Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx';

/** XML has no place for most control characters, not even escaped. */
const printable = (text: string): string => text.toWellFormed().replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ');

/** A transcript as a Word document: the title, a heading for each chapter, and paragraphs with time and speaker. */
async function transcriptDocument(
  title: string,
  cues: readonly Cue[],
  chapters: readonly { title: string; start: number }[],
): Promise<Uint8Array> {
  const heading = (text: string, level: 'Title' | 'Heading1'): Paragraph =>
    new Paragraph({ text: printable(text), heading: level === 'Title' ? HeadingLevel.TITLE : HeadingLevel.HEADING_1 });
  const body = chapteredParagraphs(cues, chapters).map((block) => {
    if ('heading' in block) return heading(block.heading, 'Heading1');
    const speaker = block.speaker ? [new TextRun({ text: `${printable(block.speaker)} `, bold: true })] : [];
    return new Paragraph({
      spacing: { after: 160 },
      children: [
        ...speaker,
        new TextRun({ text: `${formatTimecode(block.start)} `, color: '666666', size: 18 }),
        new TextRun(printable(block.text)),
      ],
    });
  });
  const document = new Document({
    title: printable(title),
    sections: [{ children: [heading(title, 'Title'), ...body] }],
  });
  return Packer.toBuffer(document);
}

export type Written = { title: string; cues: readonly Cue[]; chapters: readonly { title: string; start: number }[] };

export default ({ title, cues, chapters }: Written): Promise<Uint8Array> => transcriptDocument(title, cues, chapters);
