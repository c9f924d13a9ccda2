import assert from 'node:assert/strict';
import { it } from 'node:test';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { languageChoiceRoutes } from '@lectern/contract/operations/language-choice';
import { describeServer } from '../../../../test/describe-server.ts';

describeServer('the choice of who writes', {}, (suite) => {
  it('asks until the built-in engine is chosen, with what a model on this machine needs', async () => {
    const admin = await suite.signInAdministrator();
    const { data: asked } = await admin(languageChoiceRoutes.languageChoice, undefined);
    const data = asked!.model;
    assert.equal(asked!.choice, null);
    assert.deepEqual(
      { ...data, machineMemory: 0 },
      {
        label: 'Qwen3-4B-Instruct-2507 (Q4_K_M)',
        licence: 'Apache-2.0',
        disk: 2_497_280_736,
        memory: data.memory,
        machineMemory: 0,
        lines: data.lines,
      },
    );
    assert.ok(data.machineMemory > 100_000_000 && data.memory > data.disk, JSON.stringify(data));
    await admin(languageChoiceRoutes.chooseLanguage, { choice: 'local' });
    assert.equal((await admin(languageChoiceRoutes.languageChoice, undefined)).data?.choice, 'local');
    await admin(languageChoiceRoutes.chooseLanguage, { choice: 'builtin' });
    assert.equal((await admin(languageChoiceRoutes.languageChoice, undefined)).data, null);
    const [, entry] = (await admin(adminRoutes.audit, { q: 'who writes' })).data;
    assert.deepEqual([entry!.action, entry!.object_id], ['chose who writes chapters', 'language_choice']);
    assert.deepEqual(JSON.parse(entry!.detail), { choice: 'local' });
  });
});

describeServer(
  'the choice of who writes, when a setting has made it',
  { env: { LANGUAGE_ENGINE: 'ollama', OLLAMA_URL: 'http://127.0.0.1:9' } },
  (suite) => {
    it('asks nothing', async () => {
      const admin = await suite.signInAdministrator();
      assert.equal((await admin(languageChoiceRoutes.languageChoice, undefined)).data, null);
    });
  },
);
