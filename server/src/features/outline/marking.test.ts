import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { portalOwnerRoutes, type PortalPage } from '@lectern/contract/publishing/portal';
import { type Marking, videoRoutes } from '@lectern/contract/videos/videos';
import { describeRecordings } from '../../../test/describe-server.ts';
import { fetchAsset } from '../../../test/upload.ts';

describeRecordings('what is marked as a machine’s', ['webinar'], { databases: 'both' }, (suite) => {
  let portal: string;
  const fetchNow = () => fetchAsset(suite.member, suite.webinar.id);
  const review = async (): Promise<unknown> => {
    const { title, description, summary, chapters_version } = await fetchNow();
    const seen = { before: { title, description, summary }, chapters_version };
    return suite.member.call(videoRoutes.save, { passthrough: suite.webinar.id, reviewed: true, ...seen });
  };
  const openPage = (below = '') => fetch(`${suite.server.origin}${portal}${below}`).then((reply) => reply.text());
  const dataOf = (html: string): PortalPage =>
    JSON.parse(/<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)![1]!) as PortalPage;
  /** The marking in each payload, and whether readers are told. */
  const told = async (): Promise<{ marked: Marking[]; lines: boolean[]; data: unknown }> => {
    const overview = await openPage();
    const [card] = dataOf(overview).portal.cards;
    const [html, notes, json] = await Promise.all(
      ['', '/text/show-notes.md', '/text/chapters.json'].map((below) => openPage(`/${card!.key}${below}`)),
    );
    const of = ({ aiGenerated, reviewedAt }: Marking): Marking => ({ aiGenerated, reviewedAt });
    const [, linked] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html!)!;
    return {
      marked: [await fetchNow(), card!, dataOf(html!).video!, JSON.parse(json!) as Marking].map(of),
      lines: [overview, html!, notes!].map((text) => /written by AI/i.test(text)),
      data: (JSON.parse(linked!) as { mainEntityOfPage?: object }).mainEntityOfPage,
    };
  };

  before(async () => {
    await suite.changeUser(suite.member, { plan: 'professional' });
    const token = (await suite.member.call(portalOwnerRoutes.generate, {})).data.token;
    portal = `/portal/${token}`;
    await suite.member.call(portalOwnerRoutes.change, { show_downloads: true });
  });

  it('tells visitors, files and search engines of texts by AI, until a person has read them', async () => {
    const unread = await told();
    for (const each of unread.marked) assert.deepEqual(each, { aiGenerated: true, reviewedAt: null });
    assert.deepEqual(unread.lines, [true, true, true]);
    assert.match(JSON.stringify(unread.data), /"digitalSourceType":"https:\/\/schema\.org\/\w*TrainedAlgorithmicMedia/);
    await review();
    const { marked, lines, data } = await told();
    const { reviewedAt } = marked[0]!;
    assert.ok(reviewedAt !== null);
    for (const each of marked) assert.deepEqual(each, { aiGenerated: false, reviewedAt });
    assert.deepEqual(lines, [false, false, false]);
    assert.match(JSON.stringify(data), new RegExp(`"lastReviewed":"${reviewedAt.slice(0, 10)}"`));
  });

  it('takes words for unread again, when a machine writes others, and not when a person does', async () => {
    await suite.member.call(videoRoutes.save, { passthrough: suite.webinar.id, summary: 'A person wrote this.' });
    assert.equal((await fetchNow()).aiGenerated, false);
    const { id } = (await fetchNow()).chapters[0]!;
    await suite.db.updateTable('chapters').set({ summary: 'A machine wrote that.' }).where('id', '=', id).execute();
    const now = await fetchNow();
    assert.deepEqual([now.aiGenerated, now.reviewedAt], [true, null]);
  });

  it('refuses the mark of who has seen other texts', async () => {
    const { title, description, summary, chapters_version } = await fetchNow();
    const mark = (changes: object) =>
      suite.member.call(videoRoutes.save, {
        passthrough: suite.webinar.id,
        reviewed: true,
        before: { title, description, summary },
        chapters_version,
        ...changes,
      });
    for (const changes of [{ chapters_version: 'another' }, { before: { title: 'Another' } }])
      await assert.rejects(mark(changes), { status: 409 });
    await assert.rejects(mark({ chapters_version: undefined }), { status: 409 });
    assert.equal((await fetchNow()).aiGenerated, true);
    await review();
  });

  it('shows the line where the owner of the portal wants it', async () => {
    await suite.db.deleteFrom('outline_reviews').execute();
    const { key } = dataOf(await openPage()).portal.cards[0]!;
    for (const [place, ...expected] of [
      ['texts', true, false],
      ['foot', false, true],
      ['off', false, false],
    ] as const) {
      await suite.member.call(portalOwnerRoutes.change, { ai_line: place });
      const html = (await openPage(`/${key}`)).split('</main>');
      assert.deepEqual(
        html.slice(0, 2).map((part) => part.includes('written by AI')),
        expected,
        place,
      );
    }
  });
});
