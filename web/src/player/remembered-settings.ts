/** What a person sets once and finds again in the next recording. */
type Settings = { rate: number; volume: number; muted: boolean; captions: boolean };

const key = 'lectern.player';
const initial: Settings = { rate: 1, volume: 1, muted: false, captions: false };

export function rememberedSettings(): Settings {
  try {
    const { rate, volume, muted, captions } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Settings>;
    return {
      rate: typeof rate === 'number' && rate >= 0.25 && rate <= 4 ? rate : initial.rate,
      volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : initial.volume,
      muted: muted === true,
      captions: captions === true,
    };
  } catch {
    return initial;
  }
}

export function rememberSettings(change: Partial<Settings>): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...rememberedSettings(), ...change }));
  } catch {
    // Storage is refused in some private windows: the choice lasts as long as the page.
  }
}
