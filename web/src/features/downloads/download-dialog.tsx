import type { TextKind } from '@lectern/contract/downloads';
import type { Video } from '@lectern/contract/videos';
import { Download, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { failureText, isAnnounced } from '../../session/call.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { downloadText } from './download-text.ts';

type Choice = { kind: TextKind; label: string; hint: string };

const groups: readonly { title: string; choices: readonly Choice[] }[] = [
  {
    title: 'Transcript',
    choices: [
      { kind: 'transcript.vtt', label: 'WebVTT', hint: 'Captions for the web, with speakers' },
      { kind: 'transcript.srt', label: 'SubRip (SRT)', hint: 'Captions for editors and YouTube' },
      { kind: 'transcript.docx', label: 'Word (DOCX)', hint: 'Headings, times and speakers' },
      { kind: 'transcript.md', label: 'Markdown', hint: 'Headings, times and speakers' },
      { kind: 'transcript.txt', label: 'Plain text', hint: 'Only what was said' },
    ],
  },
  {
    title: 'Chapters',
    choices: [
      { kind: 'chapters.txt', label: 'For YouTube', hint: 'To paste into a video description' },
      { kind: 'show-notes.md', label: 'Show notes', hint: 'Markdown, each moment linked' },
      { kind: 'chapters.json', label: 'JSON', hint: 'For podcast players and programs' },
      { kind: 'slides.txt', label: 'Slides', hint: 'The words on each, with its time' },
    ],
  },
];

type DownloadDialogProps = { video: Pick<Video, 'id' | 'title'>; onClose: () => void };

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
        {groups.map(({ title, choices }) => (
          <section key={title} aria-label={title}>
            <h3 className="eyebrow font-sans">{title}</h3>
            <ul className="mt-2 divide-y divide-line border-y border-line">
              {choices.map(({ kind, label, hint }) => (
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
          </section>
        ))}
      </div>
      <div aria-live="polite" className="mt-4">
        {refusal && <Notice>{refusal}</Notice>}
      </div>
    </Dialog>
  );
}
