/** What a person sets once and finds again in the next recording. */
type Settings = { rate: number; volume: number; muted: boolean; captions: boolean };

const key = 'lectern.player';
const initial: Settings = { rate: 1, volume: 1, muted: false, captions: false };

/** Where a page must leave nothing behind, the settings last as long as it. */
let kept: { setItem(key: string, text: string): void; getItem(key: string): string | null } | undefined;

export function forgetWithPage(): void {
  let text: string | null = null;
  kept = {
    getItem: () => text,
    setItem: (_key, next) => {
      text = next;
    },
  };
}

export function rememberedSettings(): Settings {
  try {
    const { rate, volume, muted, captions } = JSON.parse(
      (kept ?? localStorage).getItem(key) ?? '{}',
    ) as Partial<Settings>;
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
    (kept ?? localStorage).setItem(key, JSON.stringify({ ...rememberedSettings(), ...change }));
  } catch {
    // Storage is refused in some private windows: the choice lasts as long as the page.
  }
}
