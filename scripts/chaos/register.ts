/**
 * A value that one writer at a time changes, and what it may be by now: what was acknowledged last, or anything that was
 * sent since then without an answer.
 */
export type Register = {
  /** A writer is at it. */
  busy: boolean;
  /** The value was stored for certain, in the time of this process of the server. */
  acknowledged(value: string, incarnation: number): void;
  /** No answer came. As long as this process lives it may still be storing the value. */
  unknown(value: string, incarnation: number): void;
  /** Whether it may have this value. Anything may stand where nothing was ever acknowledged. */
  allows(value: string): boolean;
  describe(): string;
};

export function createRegister(): Register {
  let certain: string | undefined;
  let sent: { value: string; incarnation: number }[] = [];
  return {
    busy: false,
    acknowledged(value, incarnation) {
      certain = value;
      sent = sent.filter((one) => one.incarnation === incarnation);
    },
    unknown(value, incarnation) {
      sent.push({ value, incarnation });
    },
    allows: (value) => certain === undefined || value === certain || sent.some((one) => one.value === value),
    describe: () => [certain, ...sent.map(({ value }) => `${value} (unanswered)`)].join(' or '),
  };
}
