/**
 * A value that one writer at a time changes, and what it may be by now: what was acknowledged last, or anything that was
 * sent since then without an answer.
 */
export type Register = {
  /** A writer is at it. */
  busy: boolean;
  /**
   * The value was stored for certain; what was sent before `decided` without an answer has happened by then or never
   * will.
   */
  acknowledged(value: string, decided: number): void;
  /** No answer came to what was sent at this time of the oracle. */
  unknown(value: string, sent: number): void;
  /** Whether it may have this value. Anything may stand where nothing was ever acknowledged. */
  allows(value: string): boolean;
  describe(): string;
};

export function createRegister(): Register {
  let certain: string | undefined;
  let sent: { value: string; at: number }[] = [];
  return {
    busy: false,
    acknowledged(value, decided) {
      certain = value;
      sent = sent.filter(({ at }) => at >= decided);
    },
    unknown(value, at) {
      sent.push({ value, at });
    },
    allows: (value) => certain === undefined || value === certain || sent.some((one) => one.value === value),
    describe: () => [certain, ...sent.map(({ value }) => `${value} (unanswered)`)].join(' or '),
  };
}
