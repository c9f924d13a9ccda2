type Check = { examined: number; broken: string[] };

/** What is proved, under names in plain words: how much was examined, and everything that was not as promised. */
export type Findings = ReturnType<typeof createFindings>;

export function createFindings() {
  const checks = new Map<string, Check>();
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
      const failed = [...checks.values()].filter(({ broken }) => broken.length > 0).length;
      return { passed: checks.size - failed, failed };
    },
  };
}
