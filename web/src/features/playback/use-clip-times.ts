import { formatExactTimecode, formatTimecode, parseExactTimecode } from '@lectern/contract/rules/timecode';
import { useState } from 'react';
import type { TimeRange } from '../../player/range-handles.tsx';

export type ClipTimes = { timeIn: string; timeOut: string };

/** Seconds a clip is long before anybody has said so. */
const usual = 30;

/** The two times of the clip tool as they are typed, and as the range the handles on the time line show. */
export function useClipTimes(duration: number) {
  const [times, setTimes] = useState<ClipTimes>({ timeIn: '', timeOut: '' });
  const last = Math.floor(duration);
  const range: TimeRange = {
    start: Math.min(parseExactTimecode(times.timeIn) ?? 0, duration),
    end: Math.min(parseExactTimecode(times.timeOut) ?? last, duration),
  };
  /** Takes a part that was chosen elsewhere. Seconds. */
  const take = ({ start, end }: TimeRange): void =>
    setTimes({ timeIn: formatExactTimecode(start), timeOut: formatExactTimecode(Math.min(end, duration)) });
  return {
    times,
    setTimes,
    selection: {
      value: range,
      onChange: ({ start, end }: TimeRange) =>
        setTimes({ timeIn: formatExactTimecode(start), timeOut: formatExactTimecode(end) }),
    },
    take,
    /** Proposes a part that holds a thought, or else one from a time on, unless there is one already. */
    propose(now: number, thought: TimeRange | undefined): void {
      if (times.timeIn !== '' || times.timeOut !== '') return;
      if (thought) return take(thought);
      const end = Math.min(Math.floor(now) + usual, last);
      const start = Math.min(Math.floor(now), Math.max(0, end - usual));
      setTimes({ timeIn: formatTimecode(start), timeOut: formatTimecode(end) });
    },
  };
}
