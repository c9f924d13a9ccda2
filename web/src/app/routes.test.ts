import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { pages } from '@lectern/contract/rules/pages';

/** The paths of the routes in a file, which are written one a line, those in others below theirs. */
async function pathsIn(file: string, above: string): Promise<string[]> {
  const lines = (await readFile(new URL(file, import.meta.url), 'utf8')).split('\n').map((line) => line.trim());
  const around = [above];
  const found: string[] = [];
  for (const line of lines) {
    const path = / path="([^"]*)"/.exec(line)?.[1];
    if (line === '</Route>') around.pop();
    else if (line.startsWith('<Route ') && !line.endsWith('/>')) around.push(path ? `/${path}` : '');
    else if (line.startsWith('<Route ') && !path?.endsWith('*'))
      found.push(`${around.join('')}${path ? `/${path}` : ''}`);
  }
  return found;
}

test('the server knows every page, when the router has it', async () => {
  const routes = [...(await pathsIn('app-routes.tsx', '')), ...(await pathsIn('admin-routes.tsx', '/admin')), '/'];
  assert.deepEqual(routes.toSorted(), pages.toSorted());
});
