import { useState } from 'react';
import { rememberSettings, rememberedSettings } from './remembered-settings.ts';

/** Shows the captions of a media element over its picture, or none. */
export function showCaptions(element: HTMLMediaElement, on: boolean): void {
  for (const track of element.textTracks) if (track.kind === 'captions') track.mode = on ? 'showing' : 'disabled';
}

/** The part of the picture's width captions take, in percent, and the line from its bottom they stand on. */
const captionWidth = 80;
const captionLine = -2;

/** Keeps captions off the edges of the picture. Those that have a place of their own keep it. */
export function placeCaptions(track: TextTrack): void {
  for (const cue of track.cues ?? [])
    if (cue instanceof VTTCue && cue.line === 'auto') {
      cue.size = captionWidth;
      cue.line = captionLine;
    }
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
