import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Call, createClient } from '@lectern/contract/client';
import { highlightRoutes } from '@lectern/contract/editing/highlights';
import type { ProblemCode } from '@lectern/contract/problem';
import type { Role } from '@lectern/contract/rules/rights';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { describeRecordings } from './describe-server.ts';
import type { TestMember } from './member.ts';
import { putUploadChunk } from './upload.ts';

describeRecordings('roles in a workspace', ['short'], {}, (suite) => {
  let owner: TestMember;
  let company: string;
  /** Calls by this person, which name a workspace or leave it open. */
  const by = ({ session }: TestMember, workspace?: string): Call =>
    createClient({
      origin: suite.server.origin,
      token: () => session.token,
      ...(workspace === undefined ? {} : { workspace: () => workspace }),
    });
  const refused = (call: Promise<unknown>, code: ProblemCode) => assert.rejects(call, { code });

  async function join(role: Role): Promise<TestMember> {
    const member = await suite.signUp();
    const membership = { workspace_id: company, user_id: member.session.id, role };
    await suite.db.insertInto('workspace_members').values(membership).execute();
    return member;
  }

  before(() => {
    owner = suite.member;
    company = owner.session.id;
  });

  it('finds the workspace by the recording, then by the header, then by what was used last', async () => {
    const editor = await join('editor');
    const { id } = editor.session;
    const count = async (call: Call) => (await call(videoRoutes.list, { userId: id, page: 1, limit: 9 })).data.length;
    assert.equal(await count(by(editor)), 0);
    assert.equal(await count(by(editor, company)), 1);
    assert.equal(await count(by(editor)), 1);
    assert.equal(await count(by(editor, id)), 0);
    const asset = await by(editor, id)(videoRoutes.asset, { uploadId: suite.short.id });
    assert.equal(asset.data.id, suite.short.id);
    for (const unknown of [suite.stranger.session.id, 'x']) await refused(count(by(editor, unknown)), 'workspace_left');
    await refused(by(suite.stranger)(videoRoutes.asset, { uploadId: suite.short.id }), 'not_found');
  });

  it('keeps a workspace open, when one of its owners is active', async () => {
    const second = await join('owner');
    const viewer = await join('viewer');
    const list = () => by(viewer, company)(videoRoutes.list, { userId: viewer.session.id, page: 1, limit: 9 });
    await suite.changeUser(owner, { is_active: false });
    assert.equal((await list()).data.length, 1);
    await suite.changeUser(second, { is_active: false });
    await refused(list(), 'workspace_left');
    await suite.changeUser(owner, { is_active: true });
    assert.equal((await list()).data.length, 1);
  });

  it('lets a viewer mark words, and change own marks alone', async () => {
    const viewer = by(await join('viewer'), company);
    const [line] = webvttCues(suite.short.vtt);
    const mark = (words: string) => ({ passthrough: suite.short.id, first: 0, last: 0, start: line!.start, words });
    const { data: others } = await owner.call(highlightRoutes.highlight, mark(line!.text));
    const { data: own } = await viewer(highlightRoutes.highlight, mark(line!.text.split(' ')[0]!));
    await viewer(highlightRoutes.note, { id: own.id, note: 'Mine' });
    await viewer(highlightRoutes.remove, { id: own.id, removed: true });
    await refused(viewer(highlightRoutes.note, { id: others.id, note: 'Mine' }), 'role_too_low');
    await refused(viewer(highlightRoutes.remove, { id: others.id, removed: true }), 'role_too_low');
  });

  it('refuses the rest of an upload, when its person has left', async () => {
    const editor = await join('editor');
    const upload = await by(editor, company)(uploadRoutes.create, {});
    assert.equal((await putUploadChunk(upload.url, Buffer.alloc(10), 'bytes 0-9/100')).status, 308);
    await suite.db
      .deleteFrom('workspace_members')
      .where('user_id', '=', editor.session.id)
      .where('workspace_id', '=', company)
      .execute();
    assert.equal((await putUploadChunk(upload.url, Buffer.alloc(10), 'bytes 10-19/100')).status, 410);
  });

  it('lets an editor delete a recording, when they have brought it', async () => {
    const editor = await join('editor');
    const { id } = suite.short;
    const remove = () => by(editor, company)(videoRoutes.delete, { id });
    await refused(remove(), 'role_too_low');
    await suite.db.updateTable('videos').set({ created_by: editor.session.id }).where('id', '=', id).execute();
    await remove();
  });
});
