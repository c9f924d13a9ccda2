import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { describeApi } from '../contract/src/v1/openapi.ts';
import { apiTables } from '../server/src/features/api/reference.ts';

/** Writes the client's types from the document of the API; with `--check` it only says whether they are up to date. */
const path = join(import.meta.dirname, 'src/api-types.d.ts');

const document = describeApi(apiTables, 'Lectern') as unknown as OpenAPI3;
const wanted = `// Written by \`npm run write-client\` from the document of the API.\n${astToString(await openapiTS(document))}`;

if (!process.argv.includes('--check')) writeFileSync(path, wanted);
else if (!existsSync(path) || readFileSync(path, 'utf8') !== wanted) {
  console.error('client/src/api-types.d.ts is not what the calls in contract/src/v1 say. Run `npm run write-client`.');
  process.exitCode = 1;
}
