import { exportRoutes } from '@lectern/contract/downloads';
import { videoRoutes } from '@lectern/contract/videos';
import { archiveOf } from '../../server/test/archive.ts';
import { eventually } from '../../server/test/member.ts';
import { findings, verdict } from './finding.ts';

/** What an archive brings in. */
export const importFindings = findings({
  letter: 'L10',
  holds: 'an import says what of it cannot be kept, and a duration of 1e300 seconds is such a thing',
  async look(lab) {
    const server = await lab.serve();
    const chapter = { start: 0, end: 1, title: 'One', summary: '', quotes: [], search: '', edited: [] };
    const cases = {
      '10,000 chapters': { chapters: Array.from({ length: 10_000 }, () => chapter) },
      'a NUL': { title: 'A title\0with a NUL' },
      '1e300 s': { duration: 1e300 },
    };
    const seen: string[] = [];
    let told = 0;
    for (const [what, facts] of Object.entries(cases)) {
      const member = await lab.member(server);
      const bytes = await archiveOf({ compress: false, sizes: [10], told: facts });
      await member.call(exportRoutes.import, {}, { body: new Uint8Array(bytes) });
      const end = await eventually(async () => {
        const { data } = await member.call(exportRoutes.importProgress, undefined);
        return data?.state === 'done' || data?.state === 'failed' ? data : undefined;
      }, 'the end of the import');
      const { data: videos } = await member
        .call(videoRoutes.list, { userId: member.session.id })
        .catch(() => ({ data: [] }));
      if (end.state === 'failed' && /video\.json/.test(end.problem ?? '') && videos.length === 0) told += 1;
      seen.push(`${what}: ${end.state}${end.problem ? ` “${end.problem.slice(0, 60)}”` : ''}`);
    }
    return verdict(told === 3, seen.join('; '));
  },
});
