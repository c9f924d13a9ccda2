import { useState } from 'react';
import { Notice } from './notice.tsx';

/**
 * Returns a form's complaint and a function that sets it, or clears it without text. Repeating the same text announces
 * it again and brings it into view.
 */
export function useFormError() {
  const [said, setSaid] = useState<{ text: string; tries: number }>();
  const complain = (text?: string): void =>
    setSaid((before) => (text ? { text, tries: (before?.tries ?? 0) + 1 } : undefined));
  return [said && <Complaint key={said.tries} text={said.text} />, complain] as const;
}

/** Forms are saved from their foot, which may be far below. */
const bringIntoSight = (words: HTMLElement | null): void => words?.scrollIntoView({ block: 'nearest' });

function Complaint({ text }: { text: string }) {
  return (
    <div ref={bringIntoSight}>
      <Notice kind="bad">{text}</Notice>
    </div>
  );
}
