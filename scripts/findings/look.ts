import type { Finding } from './finding.ts';
import { openTree } from './lab.ts';

export type Report = { letter: string; state: 'holds' | 'broken' | 'not seen'; seen: string; seconds: number };

/** Looks for each finding in a tree, one after the other, and tells of each as it comes. */
export async function look(
  tree: string,
  findings: readonly Finding[],
  tell: (report: Report) => void,
): Promise<Report[]> {
  const under = openTree(tree);
  const reports: Report[] = [];
  try {
    for (const finding of findings) {
      const began = performance.now();
      const { state, seen } = await oneOf(under.lab(), finding);
      const report = { letter: finding.letter, state, seen, seconds: (performance.now() - began) / 1000 };
      reports.push(report);
      tell(report);
    }
  } finally {
    await under.close();
  }
  return reports;
}

async function oneOf(
  lab: ReturnType<ReturnType<typeof openTree>['lab']>,
  finding: Finding,
): Promise<Pick<Report, 'state' | 'seen'>> {
  try {
    const { holds, seen } = await finding.look(lab);
    return { state: holds ? 'holds' : 'broken', seen };
  } catch (error) {
    // The experiment itself did not come to its end: that shows nothing, either way.
    return { state: 'not seen', seen: String(error).split('\n').slice(0, 3).join(' · ') };
  } finally {
    await lab.close();
  }
}
