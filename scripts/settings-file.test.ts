import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettingsFile } from './settings-file.ts';

test("the languages of a system's user are no setting of ours, and every value of ours is", () => {
  const left = (LANGUAGE: string): string | undefined => {
    const env = { LANGUAGE };
    readSettingsFile(env);
    return env.LANGUAGE;
  };
  for (const theirs of ['de', 'en_US:en', 'pt_BR.UTF-8', 'ca@valencia', 'C', 'de_DE.UTF-8:de:en'])
    assert.equal(left(theirs), undefined, theirs);
  for (const ours of ['builtin', 'ollama', 'openai', 'anthropic', 'openai-compatible', 'magic'])
    assert.equal(left(ours), ours);
});
