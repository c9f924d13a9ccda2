import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Problem } from '@lectern/contract/problem';
import { chapterFile } from './cli-chapter.ts';
import { createDemo } from './cli-demo.ts';
import { importFile } from './cli-import.ts';
import { readConfig } from './config.ts';
import { toldInALine } from './told-in-a-line.ts';

const usage = `Usage:
  lectern chapter FILE [--captions FILE] [--json]   title, description, summary, chapters and quotes of a recording
                                                    or a caption file, as Markdown or JSON
  lectern demo                                      a verified demo account with one processed sample recording
  lectern import FILE --email ADDRESS               the videos of an export, with their texts and edits, into an account`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      captions: { type: 'string' },
      email: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [command, file] = positionals;
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const missing = [file, values.captions].find((path) => path !== undefined && !existsSync(path));
  if (missing !== undefined) {
    console.error(`There is no file ${missing}.`);
    return 1;
  }
  if (command === 'chapter' && file !== undefined) {
    console.log(await chapterFile(readConfig(), file, { captions: values.captions, json: values.json ?? false }));
    return 0;
  }
  if (command === 'import' && file !== undefined && values.email !== undefined) {
    await importFile(readConfig(), file, values.email);
    return 0;
  }
  if (command === 'demo') {
    await createDemo(readConfig());
    return 0;
  }
  console.error(usage);
  return 2;
}

try {
  process.exitCode = await main();
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error;
  console.error(isUsage || error instanceof Problem || toldInALine(error) ? error.message : error);
  process.exitCode = 1;
}
