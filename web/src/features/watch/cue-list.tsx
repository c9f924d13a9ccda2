import type { Cue } from '@lectern/contract/cue';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { clsx } from 'clsx';
import { type Clock, useClock } from '../../player/clock.ts';

/** What is said, line by line: a click plays from there, the line being said is marked. */
export function CueList({ cues, label, clock }: { cues: readonly Cue[]; label: string; clock: Clock }) {
  const current = useClock(clock, (now) => cues.findLastIndex((cue) => cue.start <= now && now < cue.end + 0.5));
  return (
    <ol aria-label={label} className="grid gap-0.5 text-sm">
      {cues.map((cue, n) => (
        // Long transcripts: what is out of sight is not laid out.
        <li key={`${cue.start}-${n}`} className="[contain-intrinsic-size:auto_3rem] [content-visibility:auto]">
          <button
            type="button"
            data-current-cue={n === current || undefined}
            aria-current={n === current || undefined}
            onClick={() => clock.seek(cue.start, true)}
            className={clsx(
              'grid w-full grid-cols-[4.5rem_1fr] gap-2 rounded border-l-2 px-2 py-1 text-left hover:bg-sunken',
              n === current ? 'border-accent bg-mark text-on-mark' : 'border-transparent',
            )}
          >
            <span className="tabular-nums">{formatTimecode(cue.start)}</span>
            <span>
              {cue.speaker !== undefined && cue.speaker !== cues[n - 1]?.speaker && <strong>{cue.speaker}: </strong>}
              {cue.text}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
