import { useState } from 'react';
import { rememberSettings, rememberedSettings } from './remembered-settings.ts';

/** Shows the captions of a media element over its picture, or none. */
export function showCaptions(element: HTMLMediaElement, on: boolean): void {
  for (const track of element.textTracks) if (track.kind === 'captions') track.mode = on ? 'showing' : 'disabled';
}

/** Whether captions are wanted, where there are any; remembered for the next recording. */
export function useCaptions(): { on: boolean; toggle: () => string } {
  const [on, setOn] = useState(() => rememberedSettings().captions);
  const toggle = (): string => {
    setOn(!on);
    rememberSettings({ captions: !on });
    return on ? 'Captions off' : 'Captions on';
  };
  return { on, toggle };
}
