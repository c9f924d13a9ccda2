import { useState } from 'react';
import { writeStoredJson, readStoredJson } from '../ui/local-storage.ts';

type Settings = { rate: number; volume: number; muted: boolean; captions: boolean };

const key = 'lectern.player';
const initial: Settings = { rate: 1, volume: 1, muted: false, captions: false };

/** Where a page must leave nothing behind, the settings last as long as it: undefined elsewhere. */
let ofPage: Partial<Settings> | undefined;

export function forgetWithPage(): void {
  ofPage = {};
}

export function rememberedSettings(): Settings {
  const { rate, volume, muted, captions } = ofPage ?? ((readStoredJson(key) ?? {}) as Partial<Settings>);
  return {
    rate: typeof rate === 'number' && rate >= 0.25 && rate <= 4 ? rate : initial.rate,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : initial.volume,
    muted: muted === true,
    captions: captions === true,
  };
}

export function rememberSettings(change: Partial<Settings>): void {
  const settings = { ...rememberedSettings(), ...change };
  if (ofPage) ofPage = settings;
  else writeStoredJson(key, settings);
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
