import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '../server/src/main/config.ts';

/** Writes .env.example from the settings; with `--check` it only says whether the file is up to date. */
const path = join(import.meta.dirname, '../.env.example');

/** The comment's lines, at most 100 characters wide. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 98) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`# ${word}`);
  }
  return lines;
}

const head = `# Every setting of the product. All have a default: an empty file works.
# Copy this file to .env, or set them in the environment. \`npm run write-env-example\` writes it.
`;

const entries = Object.entries(settings).map(([name, schema]) => {
  const byDefault = schema.safeParse(undefined);
  const value = byDefault.success && byDefault.data !== undefined ? String(byDefault.data) : '';
  return [...wrapped(schema.description ?? ''), `#${name}=${value}`].join('\n');
});

const wanted = `${head}\n${entries.join('\n\n')}\n`;

if (process.argv.includes('--check')) {
  const found = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (found !== wanted) {
    console.error(
      '.env.example is not what the settings in server/src/main/config.ts say. Run `npm run write-env-example`.',
    );
    process.exit(1);
  }
} else {
  writeFileSync(path, wanted);
  console.log('.env.example is written.');
}
