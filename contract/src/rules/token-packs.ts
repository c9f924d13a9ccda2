/** A pack of extra tokens. `amount` in cents. */
export type TokenPack = { id: string; amount: number; tokens: number; label: string };

/** The packs of the specification, section 9. */
export const tokenPacks: readonly TokenPack[] = [
  { id: 'tokens-50k', amount: 500, tokens: 50_000, label: '50K tokens' },
  { id: 'tokens-1m', amount: 2500, tokens: 1_000_000, label: '1M tokens' },
];
