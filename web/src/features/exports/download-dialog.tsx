import type { TextKind } from '@lectern/contract/exports/downloads';
import { problems } from '@lectern/contract/problem';
import type { Video } from '@lectern/contract/videos/videos';
import { Download, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { failureText, isAnnounced } from '../../session/call.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { downloadText } from './download-text.ts';

/** The video, as far as the choice of its files depends on it. */
export type Downloadable = Pick<Video, 'id' | 'title' | 'captionsTrackId'> & {
  /** How many it has. */ chapters: number;
};

/** Checks the data a file needs besides the video; returns the reason when it is missing, else undefined. */
const needs = {
  transcript: ({ captionsTrackId }: Downloadable) =>
    captionsTrackId === null ? problems.no_transcript.text : undefined,
  chapters: ({ chapters }: Downloadable) => (chapters === 0 ? 'There are no chapters yet.' : undefined),
};

type Choice = { kind: TextKind; label: string; hint: string; of?: keyof typeof needs };

const groups: readonly { title: string; choices: readonly Choice[] }[] = [
  {
    title: 'Transcript',
    choices: [
      { kind: 'transcript.vtt', of: 'transcript', label: 'WebVTT', hint: 'Captions for the web, with speakers' },
      { kind: 'transcript.srt', of: 'transcript', label: 'SubRip (SRT)', hint: 'Captions for editors and YouTube' },
      { kind: 'transcript.docx', of: 'transcript', label: 'Word (DOCX)', hint: 'Headings, times and speakers' },
      { kind: 'transcript.md', of: 'transcript', label: 'Markdown', hint: 'Headings, times and speakers' },
      { kind: 'transcript.txt', of: 'transcript', label: 'Plain text', hint: 'Only what was said' },
    ],
  },
  {
    title: 'Chapters',
    choices: [
      { kind: 'chapters.txt', of: 'chapters', label: 'For YouTube', hint: 'To paste into a video description' },
      {
        kind: 'show-notes.md',
        label: 'Show notes',
        hint: 'Markdown, moments linked: to your portal or open link, if any',
      },
      { kind: 'chapters.json', of: 'chapters', label: 'JSON', hint: 'For podcast players and programs' },
      { kind: 'slides.txt', label: 'Slides', hint: 'The words on each, with its time' },
    ],
  },
];

const lacks = (video: Downloadable, { of }: Choice): string | undefined => of && needs[of](video);

type DownloadDialogProps = { video: Downloadable; onClose: () => void };

/** Everything that can be saved of a video's texts. Stays open, because people take more than one. */
export default function DownloadDialog({ video, onClose }: DownloadDialogProps) {
  const [busy, setBusy] = useState<TextKind>();
  const [refusal, setRefusal] = useState<string>();

  const take = async (kind: TextKind): Promise<void> => {
    setBusy(kind);
    setRefusal(undefined);
    try {
      await downloadText(video.id, kind);
    } catch (error) {
      if (!isAnnounced(error)) setRefusal(failureText(error));
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <Dialog open wide onClose={onClose} title="Download" description={video.title}>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {groups.map(({ title, choices }) => {
          const offered = choices.filter((choice) => !lacks(video, choice));
          const [reason] = choices.flatMap((choice) => lacks(video, choice) ?? []);
          return (
            <section key={title} aria-label={title}>
              <h3 className="eyebrow font-sans">{title}</h3>
              <div className="mt-2 divide-y divide-line border-y border-line">
                {reason && <p className="px-1 py-2.5 text-sm text-soft sm:px-2">{reason}</p>}
                {offered.length > 0 && (
                  <ul className="divide-y divide-line">
                    {offered.map(({ kind, label, hint }) => (
                      <li key={kind}>
                        <button
                          type="button"
                          disabled={busy !== undefined}
                          onClick={() => void take(kind)}
                          className="flex w-full items-center gap-3 px-1 py-2.5 text-start hover:bg-sunken focus-visible:-outline-offset-2 sm:px-2"
                        >
                          <span className="min-w-0 flex-1">
                            <span className="block font-medium">{label}</span>
                            <span className="block text-sm text-soft">{hint}</span>
                          </span>
                          {busy === kind ? (
                            <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-soft" />
                          ) : (
                            <Download aria-hidden className="size-4 shrink-0 text-soft" />
                          )}
                        </button>
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </section>
          );
        })}
      </div>
      <div aria-live="polite" className="mt-4">
        {refusal && <Notice>{refusal}</Notice>}
      </div>
    </Dialog>
  );
}
