import { type ChildProcess, spawn } from 'node:child_process';

/** Holds the numbers of living children; when its input ends, which is when this process has died, it ends them. */
const script = `alive=" "
while read -r sign pid; do
  case $sign in
    +) alive="$alive$pid " ;;
    -) alive="\${alive%% $pid *} \${alive#* $pid }" ;;
  esac
done
for pid in $alive; do kill -9 "$pid"; done 2>/dev/null`;

let holder: ChildProcess | undefined;

function hold(): ChildProcess {
  if (holder) return holder;
  // In a group of its own: Ctrl+C reaches this process, which then ends its children as it likes.
  const started = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  started.unref();
  // A pipe to a child is a socket; an idle one must not keep the process alive.
  (started.stdin as unknown as { unref(): void }).unref();
  // Where there is no shell, children of a killed process run to their end.
  started.on('error', () => undefined);
  started.stdin!.on('error', () => undefined);
  holder = started;
  return started;
}

/**
 * Kills a child when this process dies by SIGKILL, else it could encode for hours. `group` kills its process group.
 * The returned function releases the child.
 */
export function killWithParent({ pid }: ChildProcess, { group = false } = {}): () => void {
  if (pid === undefined) return () => undefined;
  const name = group ? -pid : pid;
  hold().stdin!.write(`+ ${name}\n`);
  return () => hold().stdin!.write(`- ${name}\n`);
}
