import { fdatasyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The part of Emscripten's file system on Node that PGlite leaves without a way to the disk. */
type NodeFileSystem = {
  stream_ops: { fsync?: (stream: { nfd: number }) => number };
  node_ops: { setattr(node: unknown, attributes: { mode?: number }): void };
};

/**
 * Adds fsync and private files to PGlite, which otherwise loses commits at power cuts and ignores the umask.
 * Directories are not synced, relying on ordering as in ext4.
 */
class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args);
    const preRun = [result.emscriptenOpts.preRun ?? []].flat();
    result.emscriptenOpts.preRun = [
      ...preRun,
      (module: unknown) => {
        const { NODEFS } = module as { NODEFS: NodeFileSystem };
        NODEFS.stream_ops.fsync = ({ nfd }) => {
          fdatasyncSync(nfd);
          return 0;
        };
        const { setattr } = NODEFS.node_ops;
        NODEFS.node_ops.setattr = (node, { mode, ...attributes }) =>
          setattr(node, mode === undefined ? attributes : { ...attributes, mode: mode & ~0o077 });
      },
    ];
    return result;
  }
}

const settings = [
  // The default of Linux, fdatasync, does not come to the callback above (measured: no call).
  'wal_sync_method=fsync',
  // 1 GB by default: 337 MB took 3.6 s to replay at the next start.
  'max_wal_size=96MB',
  // 128 MB by default, all of which the process has from the start; what is not in them is in the system's own cache.
  'shared_buffers=16MB',
  'TimeZone=UTC',
];

/**
 * PostgreSQL in this thread on a folder, which is made at the first start. Commits are on the disk when they are
 * acknowledged.
 */
export function openEngine(folder: string): Promise<PGlite> {
  return PGlite.create({
    fs: new DurableFiles(folder),
    extensions: { btree_gin, pg_trgm },
    startParams: [
      // -F would switch fsync off.
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
  });
}
