import { webvttCues } from '@lectern/contract/rules/webvtt';
import { useMemo } from 'react';

/** Shows the words in a time range, cue by cue as in the transcript. */
export function ClipWords({ vtt, start, end }: { vtt: string; start: number; end: number }) {
  const cues = useMemo(() => webvttCues(vtt), [vtt]);
  const words = cues.filter((cue) => cue.end > start && cue.start < end).map(({ text }) => text);
  if (words.length === 0) return null;
  return (
    <div
      role="region"
      aria-label="What is said in the clip"
      // Scrollable content must be reachable by keyboard.
      tabIndex={0}
      className="max-h-[5lh] basis-full overflow-y-auto text-sm"
    >
      <span className="text-soft">In it:</span> “{words.join(' ')}”
    </div>
  );
}
