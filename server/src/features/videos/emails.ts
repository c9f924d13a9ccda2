import { formatGreeting, type Note, type Reader, type Sender } from '../mail/compose.ts';

type Recording = { id: string; title: string };

const footnote = ({ publicUrl }: Sender): string =>
  `You get an email like this for each recording you upload. You can turn that off on your account page: ${publicUrl}/asset/account`;

/** When its chapters can be seen. Where hardly anything is said there is no summary. */
export const recordingReadyEmail = (
  sender: Sender,
  reader: Reader,
  { id, title }: Recording,
  { wordless }: { wordless: boolean },
): Note => ({
  subject: `Your recording is ready: ${title}`,
  preview: wordless ? 'It has been processed.' : 'Chapters, summary and transcript are there.',
  greeting: formatGreeting(reader),
  paragraphs: [
    wordless
      ? `“${title}” has been processed. Hardly anything is said in it, so there is nothing to summarise.`
      : `“${title}” has been processed. Its chapters, summary, quotes and transcript can be read, searched and corrected.`,
  ],
  action: { label: 'Open the recording', url: `${sender.publicUrl}/asset/${id}` },
  footnote: footnote(sender),
});

/** When a step of it has failed for good. `why` says what to do about it as well. */
export const recordingFailedEmail = (sender: Sender, reader: Reader, { id, title }: Recording, why: string): Note => ({
  subject: `Your recording could not be processed: ${title}`,
  preview: why,
  greeting: formatGreeting(reader),
  paragraphs: [
    `“${title}” could not be processed to the end. ${why}`,
    'The recording and what has been made of it are kept. To go on from there, open it and choose “Try again”.',
  ],
  action: { label: 'Open the recording', url: `${sender.publicUrl}/asset/${id}` },
  footnote: footnote(sender),
});

/** When its transcript is for a person to give. `why` says what kept it from being made. */
export const captionsNeededEmail = (sender: Sender, reader: Reader, { id, title }: Recording, why: string): Note => ({
  subject: `Your recording needs captions: ${title}`,
  preview: 'Its chapters and summary cannot be written without a transcript.',
  greeting: formatGreeting(reader),
  paragraphs: [
    `“${title}” has been stored, but its chapters, summary and quotes cannot be written without a transcript. ${why}`,
    'To go on, open the recording and choose “Add captions”. Caption and transcript files of all usual kinds will do.',
  ],
  action: { label: 'Open the recording', url: `${sender.publicUrl}/asset/${id}` },
  footnote: footnote(sender),
});

/** When it is nothing that anybody can use: it has not been kept. */
export const recordingRefusedEmail = (sender: Sender, reader: Reader, { title }: Recording, why: string): Note => ({
  subject: `Your recording could not be used: ${title}`,
  preview: why,
  greeting: formatGreeting(reader),
  paragraphs: [`“${title}” could not be used, and has not been kept. ${why}`],
  action: { label: 'Upload a recording', url: `${sender.publicUrl}/asset/upload` },
  footnote: footnote(sender),
});

/** When it was found not to be where it was kept. */
export const recordingLostEmail = (sender: Sender, reader: Reader, { id, title }: Recording): Note => ({
  subject: `A recording of yours is lost: ${title}`,
  preview: 'It is not where it was kept any more.',
  greeting: formatGreeting(reader),
  paragraphs: [
    `The recording of “${title}” is not where it was kept any more, so that it can be neither downloaded nor made anew, and may play no longer. Its chapters, summary, quotes and transcript are kept.`,
    'Whoever runs this service has been told. If you have the file, upload it again to be sure; should the recording be found, it will play again.',
  ],
  action: { label: 'Open the video', url: `${sender.publicUrl}/asset/${id}` },
  footnote: 'You get this email, whatever other emails of recordings you want, because something of yours is missing.',
});
