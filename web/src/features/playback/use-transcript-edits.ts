import { CallError } from '@lectern/contract/client';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { glossaryRoutes, type TermSuggestion } from '@lectern/contract/transcripts/glossary';
import { rewriteRoutes } from '@lectern/contract/editing/rewrites';
import { call, attempt } from '../../session/call.ts';
import { changeVideo, highlightsKey, videoKey } from '../../session/video-cache.ts';
import { toast } from '../../ui/toast.tsx';
import { useIsMounted } from '../../ui/use-is-mounted.ts';

/** Each saves a change of a transcript, shows it, and answers how to take it back. */
export type TranscriptEdits = {
  editLine(n: number, cue: Cue, text: string): Promise<() => Promise<unknown>>;
  renameSpeaker(from: string, to: string, cues?: number[]): Promise<() => Promise<unknown>>;
};

export function useTranscriptEdits({ id, uploadId }: Pick<VideoDetail, 'id' | 'uploadId'>): TranscriptEdits {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isHere = useIsMounted();
  return useMemo(() => {
    const go = (address: string): void => {
      if (isHere()) return void navigate(address);
      // Somebody who has gone to another page stays there.
      const action = { label: 'Show what it changes', onClick: () => void navigate(address) };
      toast.success('It is in your glossary.', { duration: 10_000, action });
    };
    const save = async <A extends { data: VideoDetail }>(change: () => Promise<A>): Promise<A> => {
      try {
        return await changeVideo(queries, { id, uploadId }, change, ({ data }) => data);
      } catch (error) {
        // Somebody else was quicker: what they wrote is shown, beside what could not be saved.
        if (error instanceof CallError && error.status === 409)
          await queries.invalidateQueries({ queryKey: videoKey(uploadId) });
        throw error;
      }
    };
    const editLine: TranscriptEdits['editLine'] = async (n, cue, text) => {
      const change = { passthrough: id, n, start: cue.start, before: cue.text, text };
      const { offer } = await save(() => call(transcriptRoutes.editCue, change));
      if (offer) suggestTermRule(offer, go);
      await queries.invalidateQueries({ queryKey: highlightsKey });
      return () => editLine(n, { ...cue, text }, cue.text);
    };
    const renameSpeaker: TranscriptEdits['renameSpeaker'] = async (from, to, cues) => {
      const change = { passthrough: id, from, to, ...(cues ? { cues } : {}) };
      const renamed = await save(() => call(transcriptRoutes.renameSpeaker, change));
      const name = to.replace(/\s+/g, ' ').trim();
      return () => renameSpeaker(name, from, renamed.cues);
    };
    return { editLine, renameSpeaker };
  }, [id, isHere, navigate, queries, uploadId]);
}

/** Milliseconds: it asks something. */
const duration = 15_000;

/** Offers what was corrected again as a rule, which leads to what it would change. */
function suggestTermRule({ wrong, term, times }: TermSuggestion, go: (address: string) => void): void {
  const take = (): Promise<void> =>
    attempt(async () => {
      const { data } = await call(glossaryRoutes.takeOffer, { wrong, term });
      const look = await call(rewriteRoutes.look, { terms: [data.id] });
      go(`/asset/glossary/${look.data.id}`);
    });
  toast.info(`You changed “${wrong}” to “${term}” in ${times} lines.`, {
    duration,
    action: { label: `Always write ${term}`, onClick: () => void take() },
  });
}
