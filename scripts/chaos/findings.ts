type Check = { examined: number; broken: string[] };

/** Every run must examine these; a run without such data proves nothing. */
export const essential = {
  bytes: 'every original is the file that was sent',
  edits: 'every acknowledged edit is there, or a later one',
  payments: 'what a buyer was told of a payment is true',
  credits: 'tokens are credited once for each payment, and for nothing else',
  videos: 'every video settles, and a retry mends what failed',
} as const;

/** Results of each named check: how much was examined, and every broken promise. */
export type Findings = ReturnType<typeof createFindings>;

export function createFindings() {
  const checks = new Map(Object.values(essential).map((name): [string, Check] => [name, { examined: 0, broken: [] }]));
  return {
    checks: checks as ReadonlyMap<string, Check>,
    /** Notes that one thing was examined; `what` names it where it is broken. */
    check(name: string, holds: boolean, what: string): void {
      const check = checks.get(name) ?? { examined: 0, broken: [] };
      checks.set(name, check);
      check.examined += 1;
      if (holds) return;
      check.broken.push(what);
      if (check.broken.length <= 20) console.log(`${new Date().toISOString()} BROKEN ${name}: ${what}`);
    },
    count: () => {
      const failed = [...checks.values()].filter(({ examined, broken }) => examined === 0 || broken.length > 0).length;
      return { passed: checks.size - failed, failed };
    },
  };
}
