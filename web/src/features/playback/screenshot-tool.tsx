import { clipRoutes } from '@lectern/contract/playback/clips';
import { screenshotTime } from '@lectern/contract/rules/clip-range';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { Camera } from 'lucide-react';
import { useState } from 'react';
import type { PlayerClock } from '../../player/clock.ts';
import { call, attempt } from '../../session/call.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { TimeField, ToolPanel } from './tool-panel.tsx';

type ScreenshotToolProps = { video: VideoDetail; clock: PlayerClock; onClose: () => void };

/** Downloads the exact frame of a time in full resolution. */
export function ScreenshotTool({ video, clock, onClose }: ScreenshotToolProps) {
  const [time, setTime] = useState(() => formatTimecode(clock.now()));
  const [busy, setBusy] = useState(false);
  const checked = screenshotTime(time, video.duration);
  const take = async (): Promise<void> => {
    setBusy(true);
    await attempt(async () => {
      const { data } = await call(clipRoutes.screenshot, { passthrough: video.id, time });
      const link = Object.assign(document.createElement('a'), { href: data.url, download: data.filename });
      link.click();
      toast.success('Screenshot downloaded.');
    });
    setBusy(false);
  };
  return (
    <ToolPanel title="Take a screenshot" onClose={onClose}>
      <TimeField
        label="Time"
        takes="Use the current time"
        value={time}
        onChange={setTime}
        clock={clock}
        onEnter={() => checked.ok && !busy && void take()}
      />
      <Button disabled={!checked.ok} busy={busy} onClick={() => void take()}>
        <Camera aria-hidden /> Take screenshot
      </Button>
      <p role="status" className={checked.ok ? 'text-sm text-soft' : 'text-sm font-medium text-danger'}>
        {checked.ok ? 'The exact frame, in full resolution' : checked.message}
      </p>
    </ToolPanel>
  );
}
