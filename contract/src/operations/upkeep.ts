import { z } from 'zod';
import { sentText } from '../text.ts';

/** Files for which nothing in the database stands. */
export const QuarantinedFiles = z.object({
  name: sentText,
  /** Id of the video or import that the files were made for. */
  video: z.uuid(),
  kind: z.enum(['recording', 'archive']),
  bytes: z.number(),
  files: z.number(),
  changed_at: z.iso.datetime(),
  set_aside_at: z.iso.datetime(),
  /** The database stands for them again: they can be put back. */
  known: z.boolean(),
});
export type QuarantinedFiles = z.infer<typeof QuarantinedFiles>;

const Fact = z.object({ name: sentText, value: sentText, ok: z.boolean() });

/** Facts about the running system for the operator; never contains secrets. */
export const Health = z.array(z.object({ title: sentText, facts: z.array(Fact) }));
export type Health = z.infer<typeof Health>;
