import { parseArgs } from 'node:util';
import { type Command, commands, isCommand, UsageError } from './commands.ts';
import { ApiError, connect } from './connect.ts';
import { createProgress } from './progress.ts';

const widest = Math.max(...Object.values(commands).map(({ usage }) => usage.length));

/** The commands for people with a key. */
export const usage = `With an API key, against any server (LECTERN_URL or --server, LECTERN_KEY; --json for programs):
${Object.values(commands)
  .map((command) => `  lectern ${command.usage.padEnd(widest)}  ${command.purpose}`)
  .join('\n')}`;

const options = {
  server: { type: 'string' },
  json: { type: 'boolean' },
  wait: { type: 'boolean' },
  limit: { type: 'string' },
  recording: { type: 'string', multiple: true },
  format: { type: 'string' },
  output: { type: 'string', short: 'o' },
  'without-recordings': { type: 'boolean' },
} as const;

function readServer(named: string | undefined): string {
  const server = named ?? process.env.LECTERN_URL;
  if (!server)
    throw new UsageError('LECTERN_URL is not set: the address of your server, like https://lectern.example.');
  const url = URL.parse(server);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${named === undefined ? 'LECTERN_URL' : '--server'} is no address of a server.`);
  return url.origin;
}

function readKey(args: readonly string[]): string {
  if (args.some((arg) => /^(?:--key(?:=|$)|lec_)/.test(arg)))
    throw new UsageError(
      'A key is not given on the command line, where the history of the shell keeps it: revoke this one, and set LECTERN_KEY.',
    );
  const key = process.env.LECTERN_KEY;
  if (!key) throw new UsageError('LECTERN_KEY is not set: make a key under Workspace → Keys.');
  return key;
}

/** Tells why a command did not succeed, and returns its exit code: 2 where it cannot be understood, else 1. */
function tellFailure(error: unknown, command: Command, isJson: boolean): number {
  if (error instanceof ApiError) {
    const problem = error.problem ?? { code: error.code, detail: error.message };
    console.error(isJson ? JSON.stringify(problem) : `${error.code}: ${error.message}`);
    return 1;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  const isUsage = error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS') === true;
  if (isUsage) console.error(`${message}\nUsage: lectern ${command.usage}`);
  else console.error(code === undefined ? error : message);
  return isUsage ? 2 : 1;
}

/** Runs a command with these arguments. Resolves with the exit code; undefined where it is none of them. */
export async function runClient([name, ...args]: readonly string[]): Promise<number | undefined> {
  if (!isCommand(name)) return undefined;
  const command: Command = commands[name];
  const progress = createProgress(process.stderr);
  try {
    const key = readKey(args);
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const api = connect(readServer(values.server), key);
    const { json, lines, hasFailed } = await command.run(api, positionals, values, progress.tell);
    progress.end();
    console.log(values.json ? JSON.stringify(json, undefined, 2) : lines.join('\n'));
    return hasFailed ? 1 : 0;
  } catch (error) {
    progress.end();
    return tellFailure(error, command, args.includes('--json'));
  }
}
