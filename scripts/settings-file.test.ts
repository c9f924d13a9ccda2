import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test('reads settings from .env in any editor encoding, when the environment does not set them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-settings-'));
  try {
    const modules = ['./settings-file.ts', '../server/src/main/config.ts'].map((file) => import.meta.resolve(file));
    const program = `
      const [{ readSettingsFile }, { readConfig }] = await Promise.all(${JSON.stringify(modules)}.map((file) => import(file)));
      readSettingsFile();
      const { port, brand } = readConfig();
      console.log(JSON.stringify({ port, brand }));`;
    const env = { ...process.env, PORT: undefined, BRAND_NAME: 'Own' };
    const text = 'PORT=4321\r\n# mine\nBRAND_NAME="Of the file"\n';
    for (const bytes of [text, `\ufeff${text}`, Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      writeFileSync(join(folder, '.env'), bytes);
      const told = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, env });
      assert.deepEqual(JSON.parse(String(told)), { port: 4321, brand: 'Own' });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
