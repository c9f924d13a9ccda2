import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type AppRequest, oauthRoutes } from '@lectern/contract/accounts/oauth';
import { hour } from '@lectern/contract/rules/durations';
import { describeServer } from '../../../../test/describe-server.ts';
import type { TestMember } from '../../../../test/member.ts';
import { AppInMemory, lines } from '../../../../test/oauth-clients.ts';
import { startApp, type TestApp } from '../../../../test/test-app.ts';

describeServer('an assistant without a key', { env: { OUTBOUND_ALLOW: '127.0.0.0/8' } }, (suite) => {
  let site: TestApp;
  let member: TestMember;
  before(async () => {
    site = await startApp();
    member = await suite.signUp();
  });
  after(() => site.close());

  for (const [line, open] of Object.entries(lines))
    it(`finds the way in, renews its token and asks again when that is refused, as a client ${line}`, async () => {
      const url = new URL(`${suite.server.origin}/mcp`);
      const app = new AppInMemory(site);
      /** As its person lets it in. */
      const letIn = async (): Promise<void> => {
        const connection = open(url, app);
        await assert.rejects(connection.connect(), /Unauthorized/i);
        assert.equal(app.shown!.pathname, '/oauth/authorize');
        const request = Object.fromEntries(app.shown!.searchParams) as AppRequest;
        assert.deepEqual([request.resource, request.client_id], [url.href, site.id]);
        const { address } = await member.call(oauthRoutes.allow, { ...request, scopes: ['read'] });
        await connection.finish(address);
      };
      const names = async (): Promise<string[]> => {
        const assistant = await open(url, app).connect();
        const { tools } = await assistant.listTools();
        // It would ask to be let in by itself, beside the next one.
        await assistant.close();
        return tools.map((tool) => tool.name);
      };
      await letIn();
      assert.ok((await names()).includes('search_library'));
      assert.ok(!(await names()).includes('create_clip'));
      const first = app.kept!;
      suite.clock.aheadMs += hour;
      assert.ok((await names()).includes('search_library'));
      assert.notEqual(app.kept!.refresh_token, first.refresh_token);
      await suite.db.deleteFrom('api_keys').execute();
      app.kept = undefined;
      await letIn();
      assert.ok((await names()).includes('search_library'));
    });
});
