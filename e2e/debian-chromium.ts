import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { minute } from '@lectern/contract/rules/durations';

/** These packages are requested by name; apt adds only the dependencies missing on this machine. */
const packages = ['chromium', 'chromium-common', 'fonts-liberation'];
/** Where Debian's package has the browser itself; the one in `/usr/bin` is a script that knows only the system's. */
const program = 'usr/lib/chromium/chromium';

/** Runs commands one after the other; when one fails, throws what they have said about why, in one line. */
function runner(env: NodeJS.ProcessEnv): (command: string, args: string[], more?: NodeJS.ProcessEnv) => string {
  let said = '';
  return (command, args, more) => {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      encoding: 'utf8',
      env: { ...env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive', ...more },
      timeout: 10 * minute,
      maxBuffer: 1 << 26,
    });
    if (error) throw new Error('code' in error && error.code === 'ENOENT' ? `there is no ${command}` : error.message);
    said += stderr;
    if (status === 0) return stdout;
    // A list that could not be fetched is a warning to apt; that a package is unknown, which follows from it, the error.
    const why = /^W: Failed to fetch (.+)$/m.exec(said) ?? /^E: (.+)$/m.exec(said) ?? /^(.+)$/m.exec(stderr);
    throw new Error(why?.[1] ?? `${command} ${args[0]} ended with ${status}`);
  };
}

/**
 * Settings for a separate apt without root. It reads the system's sources, keys, proxy and installed packages; system
 * lists, cache, locks and hooks stay untouched.
 */
function settings(folder: string, system: string): string {
  const own = {
    'Dir::Etc::main': '/dev/null',
    'Dir::Etc::parts': '/dev/null',
    'Dir::State': join(folder, 'state'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': join(folder, 'cache'),
    'Debug::NoLocking': 'true',
    'APT::Sandbox::User': 'root',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '1',
  };
  const network = system.split('\n').filter((line) => /^Acquire::https?::/i.test(line));
  return [...Object.entries(own).map(([name, value]) => `${name} "${value}";`), ...network, ''].join('\n');
}

/** Starts the browser with the libraries and fonts beside it. Knows its own folder, which may be moved. */
function launcher(tree: string): string {
  const libraries = globSync('{usr/,}lib/**/*.so{,.*}', { cwd: tree }).map((file) => dirname(file));
  const folders = new Set(['usr/lib', ...libraries].filter((folder) => folder !== dirname(program)));
  return `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="${[...folders].map((folder) => `$here/${folder}`).join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/${program}" "$@"
`;
}

const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Downloads Debian's Chromium and its missing libraries into `folder`, without root or system changes;
 * `folder/chromium` starts it. Throws one line on failure.
 */
export function fetchDebianChromium(folder: string, env: NodeJS.ProcessEnv): void {
  const run = runner(env);
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(`${folder}-`);
  try {
    for (const part of ['state/lists/partial', 'cache/archives/partial', 'tree'])
      mkdirSync(join(work, part), { recursive: true });
    const config = join(work, 'apt.conf');
    writeFileSync(config, settings(work, run('apt-config', ['dump', 'Acquire'])));
    const apt = (...args: string[]): string => run('apt-get', ['-qq', ...args], { APT_CONFIG: config });
    apt('update');
    apt('install', '--yes', '--download-only', '--no-install-recommends', '--reinstall', ...packages);
    const tree = join(work, 'tree');
    for (const archive of globSync('cache/archives/*.deb', { cwd: work }))
      run('dpkg', ['-x', join(work, archive), tree]);
    if (!existsSync(join(tree, program))) throw new Error('the package chromium of this system holds no browser');
    // Unpacked by root, a program of a package might act as root for whoever starts it.
    run('chmod', ['-R', 'ug-s', tree]);
    writeFileSync(join(tree, 'fonts.conf'), fonts);
    writeFileSync(join(tree, 'chromium'), launcher(tree), { mode: 0o755 });
    rmSync(folder, { recursive: true, force: true });
    renameSync(tree, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
