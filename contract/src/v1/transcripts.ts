import { z } from 'zod';
import { codePages } from '../code-pages.ts';
import { routes } from '../route.ts';
import { textLimits } from '../rules/longest.ts';
import { boundedText, sentText, shownText } from '../text.ts';
import { glossaryLimits, Term } from '../transcripts/glossary.ts';
import { RecordingTracks } from '../transcripts/transcripts.ts';
import { EncodingPreview } from '../uploads/uploads.ts';
import { Begun, ById, Id, listOf, Removed } from './lists.ts';
import { TranscriptCue } from './recordings.ts';

export const ApiCue = TranscriptCue.extend({
  recording_id: Id,
  number: z.int(),
  /** The version of the whole transcript. */
  version: sentText,
}).meta({ id: 'Cue' });
export type ApiCue = z.infer<typeof ApiCue>;

export const ApiTerm = Term.extend({
  /** Changes with its words; the `ETag` of the term. */
  version: sentText,
}).meta({ id: 'Term' });
export type ApiTerm = z.infer<typeof ApiTerm>;

const RenamedSpeaker = z
  .object({
    recording_id: Id,
    /** Numbers of the cues that were changed. */
    cues: z.array(z.int()),
    /** The version of the whole transcript. */
    version: sentText,
  })
  .meta({ id: 'RenamedSpeaker' });

const Captions = z
  .object({
    recording_id: Id,
    message: sentText,
    cues: z.int(),
    /** Cues and letters that could not be kept. */
    warnings: z.int(),
    encoding: sentText,
    /** Nothing was changed: send the file again with one of these encodings. Else null. */
    choices: z.array(EncodingPreview).nullable(),
  })
  .meta({ id: 'Captions' });

const Form = shownText(glossaryLimits.characters);
const Wrong = z.array(Form).max(glossaryLimits.wrong);
/** Number of a stream or of a cue. */
const Place = z.int().min(0).max(1_000_000);

const editing = { access: 'member', right: 'edit', scope: 'write', params: ById } as const;

export const apiTranscriptRoutes = routes({
  changeCue: {
    ...editing,
    method: 'PATCH',
    path: '/v1/recordings/:id/transcript/cues/:number',
    api: { summary: 'Correct the words of a cue, from the version of the transcript that was read', edits: true },
    params: ById.extend({ number: z.coerce.number().int().min(0).max(1_000_000) }),
    body: z.strictObject({ text: shownText(textLimits.line) }),
    reply: ApiCue,
  },
  renameSpeaker: {
    ...editing,
    method: 'PATCH',
    path: '/v1/recordings/:id/transcript/speakers',
    api: { summary: 'Give a speaker another name, everywhere or in some cues', edits: true },
    body: z.strictObject({
      from: boundedText(200).min(1),
      to: shownText(textLimits.speaker),
      cues: z.array(Place).min(1).max(100_000).optional(),
    }),
    reply: RenamedSpeaker,
  },
  putCaptions: {
    ...editing,
    access: 'active',
    method: 'PUT',
    path: '/v1/recordings/:id/captions',
    api: { summary: 'Send a caption or transcript file, also while the recording is being uploaded' },
    query: z.strictObject({
      file_name: boundedText(textLimits.file_name).default(''),
      encoding: z.enum(codePages).optional(),
    }),
    body: 'bytes',
    reply: Captions,
  },
  getTracks: {
    ...editing,
    method: 'GET',
    path: '/v1/recordings/:id/tracks',
    api: { summary: 'Get the tracks of sound and captions, and which are taken' },
    reply: RecordingTracks.meta({ id: 'Tracks' }),
  },
  chooseTracks: {
    ...editing,
    access: 'active',
    method: 'PUT',
    path: '/v1/recordings/:id/tracks',
    api: { summary: 'Choose the sound that is heard and the source of the transcript', status: 202 },
    body: z.strictObject({
      sound: Place.optional(),
      captions: z.union([Place, z.enum(['file', 'speech'])]).optional(),
      recognise_again: z.boolean().default(false),
      /** Corrected lines that may be lost, as `getTracks` says. */
      corrected: Place.default(0),
    }),
    reply: Begun,
  },
  listTerms: {
    method: 'GET',
    path: '/v1/glossary',
    access: 'member',
    right: 'watch',
    scope: 'read',
    api: { summary: 'List the terms of the glossary' },
    reply: listOf(ApiTerm),
  },
  createTerm: {
    method: 'POST',
    path: '/v1/glossary',
    access: 'member',
    right: 'edit',
    scope: 'write',
    api: { summary: 'Add a term to the glossary, with the forms that stand for it by mistake', status: 201 },
    body: z.strictObject({ term: Form, wrong: Wrong.default([]) }),
    reply: ApiTerm,
  },
  changeTerm: {
    ...editing,
    method: 'PATCH',
    path: '/v1/glossary/:id',
    api: { summary: 'Change a term of the glossary', edits: true },
    body: z.strictObject({ term: Form.optional(), wrong: Wrong.optional() }),
    reply: ApiTerm,
  },
  deleteTerm: {
    ...editing,
    method: 'DELETE',
    path: '/v1/glossary/:id',
    api: { summary: 'Remove a term from the glossary' },
    reply: Removed,
  },
});
