import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

test('reads settings from .env in any editor encoding, when the environment does not set them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-settings-'));
  try {
    const modules = ['./settings-file.ts', '../server/src/main/config.ts'].map((file) => import.meta.resolve(file));
    const program = `
      const [{ readSettingsFile }, { readConfig }] = await Promise.all(${JSON.stringify(modules)}.map((file) => import(file)));
      readSettingsFile();
      const { port, brand, language, cacheSize } = readConfig();
      console.log(JSON.stringify({ port, brand, language: language.kind, cacheSize }));`;
    // Systems keep the user's locales in LANGUAGE.
    const env = { ...process.env, PORT: undefined, BRAND_NAME: 'Own', LANGUAGE: 'en_US:en', CACHE_SIZE: '2000' };
    const text = 'PORT=4321\r\n# mine\nBRAND_NAME="Of the file"\nLANGUAGE=ollama\nCACHE_MAX_BYTES=3000\n';
    for (const bytes of [text, `\ufeff${text}`, Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      writeFileSync(join(folder, '.env'), bytes);
      const told = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, env });
      assert.deepEqual(JSON.parse(String(told)), { port: 4321, brand: 'Own', language: 'ollama', cacheSize: 2000 });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
