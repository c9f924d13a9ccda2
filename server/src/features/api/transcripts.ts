import { Problem } from '@lectern/contract/problem';
import type { Term } from '@lectern/contract/transcripts/glossary';
import { type ApiCue, type ApiTerm, apiTranscriptRoutes } from '@lectern/contract/v1/transcripts';
import type { Context } from '../../platform/http/context.ts';
import { transcripts } from '../editing/chapters.ts';
import { glossary } from '../transcripts/glossary/glossary.ts';
import { uploads } from '../uploads/uploads.ts';
import { apiFeature, requireMatch } from './api-feature.ts';
import { asApiCue, saveSeen, transcriptOf, versionOf } from './recordings.ts';

/** Throws `not_found`. */
async function findCue(ctx: Context<'member'>, id: string, number: number) {
  const { cues, version } = await transcriptOf(ctx, id);
  const cue = cues[number];
  if (!cue) throw new Problem('not_found');
  const shown: ApiCue = { recording_id: id, number, ...asApiCue(cue), version };
  return { cue, shown };
}

const asApiTerm = (term: Term): ApiTerm => ({ ...term, version: versionOf(term.term, ...term.wrong) });

/** Throws `not_found`. */
async function findTerm(ctx: Context<'member'>, id: string): Promise<ApiTerm> {
  const { data } = await glossary.verbs.glossary(ctx);
  const term = data.terms.find((each) => each.id === id);
  if (!term) throw new Problem('not_found');
  return asApiTerm(term);
}

export const apiTranscripts = apiFeature(apiTranscriptRoutes, {
  async changeCue(ctx, { id: passthrough, number: n, text }, wire) {
    const { cue, shown } = await findCue(ctx, passthrough, n);
    requireMatch(wire, shown);
    const present = async () => (await findCue(ctx, passthrough, n)).shown;
    const wanted = { passthrough, n, start: cue.start, before: cue.text, text };
    await saveSeen(() => transcripts.verbs.editCue(ctx, wanted), present);
    return present();
  },

  async renameSpeaker(ctx, { id: passthrough, ...wanted }, wire) {
    const asRenamed = async (cues: number[]) => {
      const { version } = await transcriptOf(ctx, passthrough);
      return { recording_id: passthrough, cues, version };
    };
    requireMatch(wire, await asRenamed([]));
    let cues: number[] = [];
    const rename = async (): Promise<void> => {
      ({ cues } = await transcripts.verbs.renameSpeaker(ctx, { passthrough, ...wanted }));
    };
    await saveSeen(rename, () => asRenamed([]));
    return asRenamed(cues);
  },

  async putCaptions(ctx, { id: passthrough, file_name: name, encoding }, wire) {
    const { msg: message, choice, ...read } = await uploads.verbs.captions(ctx, { passthrough, name, encoding }, wire);
    return { recording_id: passthrough, message, ...read, choices: choice ?? null };
  },

  getTracks: async (ctx, { id: uploadId }) => (await transcripts.verbs.tracks(ctx, { uploadId })).data,

  async chooseTracks(ctx, { id: passthrough, recognise_again: again, ...wanted }) {
    const { msg } = await transcripts.verbs.chooseTracks(ctx, { passthrough, again, ...wanted });
    return { recording_id: passthrough, message: msg };
  },

  async listTerms(ctx) {
    const { data } = await glossary.verbs.glossary(ctx);
    return { data: data.terms.map(asApiTerm) };
  },

  createTerm: async (ctx, words) => asApiTerm((await glossary.verbs.addTerm(ctx, words)).data),

  async changeTerm(ctx, { id, ...wanted }, wire) {
    const present = await findTerm(ctx, id);
    requireMatch(wire, present);
    const before = { term: present.term, wrong: present.wrong };
    const words = { ...before, ...wanted };
    const now = () => findTerm(ctx, id);
    await saveSeen(() => glossary.verbs.changeTerm(ctx, { id, ...words, before }), now);
    return now();
  },

  async deleteTerm(ctx, { id }) {
    await glossary.verbs.removeTerm(ctx, { id, removed: true });
    return { id, removed: true as const };
  },
});
