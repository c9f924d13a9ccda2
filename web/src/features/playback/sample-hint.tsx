import { Lightbulb, X } from 'lucide-react';
import { useState } from 'react';
import { writeStoredJson, readStoredJson } from '../../ui/local-storage.ts';
import { useMember } from '../../session/stored-session.ts';
import { IconButton } from '../../ui/icon-button.tsx';

const texts = {
  chapters:
    'The line under the picture is the table of contents: each part of it is a chapter. N and P go to the next and the previous one.',
  words:
    'Open the tab Transcript and select a few words: you can copy them with a link, quote them as a picture or cut a clip.',
  edits:
    'You can correct everything that is written here: double-click a text or press its pencil. Ctrl+Z undoes the last change.',
} as const;

const keyOf = (memberId: string): string => `lectern.hints-read.${memberId}`;

function readBy(memberId: string): string[] {
  const kept = readStoredJson(keyOf(memberId));
  return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
}

/** One of the hints beside the sample recording, until its reader has dismissed it in this browser. */
export default function SampleHint({ name }: { name: keyof typeof texts }) {
  const { id } = useMember();
  const [read, setRead] = useState(() => readBy(id).includes(name));
  if (read) return null;
  const dismiss = (): void => {
    writeStoredJson(keyOf(id), [...readBy(id), name]);
    // Dismissing by keyboard moves the focus to the next hint, or to the page.
    const others = [...document.querySelectorAll<HTMLElement>('[data-hint] button')];
    const next = others.find((button) => button.closest('[data-hint]')?.getAttribute('data-hint') !== name);
    (next ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
    setRead(true);
  };
  return (
    <aside
      data-hint={name}
      aria-label="Hint"
      className="flex items-start gap-3 rounded-md border border-accent/40 bg-accent-wash py-2 ps-4 pe-2 text-sm text-ink"
    >
      <Lightbulb aria-hidden className="mt-1.5 size-4 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 py-1">{texts[name]}</p>
      <IconButton label="Dismiss this hint" icon={<X aria-hidden />} onClick={dismiss} />
    </aside>
  );
}
