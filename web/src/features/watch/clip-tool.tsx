import { clipLinkLifetime, clipRange } from '@lectern/contract/rules/clip-range';
import type { VideoAsset } from '@lectern/contract/videos';
import { Scissors } from 'lucide-react';
import { useState } from 'react';
import type { Clock } from '../../player/clock.ts';
import { Button } from '../../ui/button.tsx';
import { TimeField } from './time-field.tsx';

/** Cuts a part of the recording: opens the clip page in a new tab. */
export function ClipTool({ video, clock }: { video: VideoAsset; clock: Clock }) {
  const [timeIn, setTimeIn] = useState('');
  const [timeOut, setTimeOut] = useState('');
  const range = clipRange(timeIn, timeOut, video.duration);
  const touched = timeIn !== '' && timeOut !== '';
  const cut = (): void => {
    const query = new URLSearchParams({
      passthrough: video.id,
      timein: timeIn,
      timeout: timeOut,
      start: String(Date.now() + clipLinkLifetime),
    });
    window.open(`/asset/video-cut?${query}`, '_blank');
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">Cut a clip</legend>
      <div className="flex flex-wrap items-end gap-3">
        <TimeField label="timeIn" value={timeIn} onChange={setTimeIn} clock={clock} />
        <TimeField label="timeOut" value={timeOut} onChange={setTimeOut} clock={clock} />
        <Button disabled={!range.ok} onClick={cut}>
          <Scissors aria-hidden /> Cut clip
        </Button>
      </div>
      <p role="status" className="min-h-5 text-sm text-danger">
        {touched && !range.ok ? range.message : ''}
      </p>
    </fieldset>
  );
}
