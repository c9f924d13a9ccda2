import { useState } from 'react';
import { rememberSettings, rememberedSettings } from './remembered-settings.ts';

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
