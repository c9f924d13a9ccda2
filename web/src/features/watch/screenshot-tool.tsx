import { clipRoutes } from '@lectern/contract/clips';
import { screenshotTime } from '@lectern/contract/rules/clip-range';
import type { VideoAsset } from '@lectern/contract/videos';
import { Camera } from 'lucide-react';
import { useState } from 'react';
import type { Clock } from '../../player/clock.ts';
import { call, failureText, isAnnounced } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { TimeField } from './time-field.tsx';

/** Downloads the exact frame of a time in full resolution. */
export function ScreenshotTool({ video, clock }: { video: VideoAsset; clock: Clock }) {
  const [time, setTime] = useState('');
  const [busy, setBusy] = useState(false);
  const checked = screenshotTime(time, video.duration);
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      const { data } = await call(clipRoutes.screenshot, { passthrough: video.id, time });
      const link = Object.assign(document.createElement('a'), { href: data.url, download: data.filename });
      link.click();
      toast.success('Screenshot downloaded.');
    } catch (error) {
      if (!isAnnounced(error)) toast.error(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">Take a screenshot</legend>
      <div className="flex flex-wrap items-end gap-3">
        <TimeField label="time" value={time} onChange={setTime} clock={clock} />
        <Button disabled={!checked.ok} busy={busy} onClick={() => void take()}>
          <Camera aria-hidden /> Take screenshot
        </Button>
      </div>
      <p role="status" className="min-h-5 text-sm text-danger">
        {time !== '' && !checked.ok ? checked.message : ''}
      </p>
    </fieldset>
  );
}
