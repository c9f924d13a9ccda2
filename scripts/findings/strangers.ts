import { readFile } from 'node:fs/promises';
import { CardFormat, portalOwnerRoutes } from '@lectern/contract/portal';
import { portalAddress } from '@lectern/contract/rules/portal-address';
import { settingsOf } from '../../server/test/process.ts';
import { sample } from '../../server/test/sample.ts';
import { uploadFile, whenSettled } from '../../server/test/upload.ts';
import { findings, verdict } from './finding.ts';
import { longestSilence, tallied } from './http.ts';

/** Megabytes that a process holds. */
async function memoryOf(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) / 1000;
}

/** What people cause who have not signed in. */
export const strangerFindings = findings({
  letter: 'H3',
  holds: '80 different quote cards at once, asked for without a session, take less than 500 MB',
  async look(lab) {
    const databaseUrl = await lab.database();
    const server = await lab.serveOn(await settingsOf({ dataDir: await lab.emptyFolder(), databaseUrl }));
    const owner = await lab.member(server);
    await lab.change(server, owner, { plan: 'professional' });
    const id = await uploadFile(owner, sample('webinar.mp4'), { captions: sample('webinar.vtt') });
    const { chapters } = await whenSettled(owner, id);
    const quotes = Array.from({ length: 20 }, (_, n) => ({
      quote: `${n + 1} things that nobody told you about chapter ID: what a good talk is, and why it is worth the hour.`,
      timecode: '00:00:01',
      start: 1 + n,
    }));
    // The same words of another chapter would be the same card.
    const own = `update chapters set quotes = replace($1, 'ID', left(id::text, 8))::jsonb`;
    await lab.query(databaseUrl, own, [JSON.stringify(quotes)]);
    const { token } = (await owner.call(portalOwnerRoutes.generate, {})).data;
    const [video] = await lab.query(databaseUrl, 'select key from portal_videos');
    const addresses = chapters
      .flatMap((chapter) =>
        quotes.flatMap((_, n) =>
          CardFormat.options.map((format) => portalAddress.quoteCard(token, String(video!.key), chapter.id, n, format)),
        ),
      )
      .slice(0, 80);
    const before = await memoryOf(server.pid);
    let highest = before;
    const over = { done: false };
    const silence = longestSilence(server.origin, over);
    const watching = setInterval(() => {
      void memoryOf(server.pid).then((now) => (highest = Math.max(highest, now)));
    }, 50);
    const answers = await Promise.all(
      addresses.map(async (address) => {
        const answer = await fetch(server.origin + address);
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    over.done = true;
    clearInterval(watching);
    const grown = highest - before;
    return verdict(
      grown < 500,
      `${tallied(answers)}: ${grown.toFixed(0)} MB more, /healthz silent for ${(await silence).toFixed(0)} ms`,
    );
  },
});
