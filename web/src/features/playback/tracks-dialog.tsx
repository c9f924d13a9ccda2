import { hasErrorCode } from '@lectern/contract/client';
import { transcriptRoutes, type RecordingTracks } from '@lectern/contract/transcripts/transcripts';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, failureText, isAnnounced, attempt } from '../../session/call.ts';
import { videoKey } from '../../session/video-cache.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { DialogCancel, Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { useFormError, useFormSubmit } from '../../ui/use-form-submit.tsx';
import { type CaptionsChoice, captionChoices, trackFacts, trackName } from './track-texts.ts';

type TracksDialogProps = { video: VideoDetail; tracks: RecordingTracks; onClose: () => void };

/** Lets somebody choose what is heard of a recording and what its transcript is made from, and says what follows. */
export default function TracksDialog({ video, tracks, onClose }: TracksDialogProps) {
  const queries = useQueryClient();
  const [sound, setSound] = useState(tracks.sound);
  const [captions, setCaptions] = useState(tracks.taken);
  const [asked, setAsked] = useState<boolean>();
  const [complaint, complain] = useFormError();
  const { busy, send } = useFormSubmit({
    complain,
    wordsOf: (cause) => (isAnnounced(cause) ? undefined : failureText(cause)),
    undone: 'The tracks were not changed.',
  });
  const otherSound = sound !== tracks.sound;
  const otherWords = captions !== tracks.taken;
  // Words that are on their way are recognised in the sound that is chosen, where another is.
  const isOfAnother = tracks.words_of === null ? otherSound : tracks.words_of !== sound;
  const mayHearAgain = isOfAnother && !otherWords && tracks.taken === 'speech';
  const again = mayHearAgain && (asked ?? otherSound);
  const replaces = otherWords || again;
  const lost = replaces ? tracks.corrected : 0;

  const refresh = () =>
    Promise.all(
      [videoKey(video.uploadId), ['tracks', video.id]].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  const choose = async (wish: { sound: number | null; captions: CaptionsChoice | null; corrected: number }) => {
    const { sound: heard, captions: read, corrected } = wish;
    const { msg } = await call(transcriptRoutes.chooseTracks, {
      passthrough: video.id,
      corrected,
      again: again || otherWords,
      ...(otherSound && heard !== null ? { sound: heard } : {}),
      ...(otherWords && read !== null ? { captions: read } : {}),
    });
    await refresh();
    return msg;
  };
  const undo = (): Promise<void> =>
    attempt(async () => {
      // The server refuses if cues were corrected since, so no correction is lost unseen.
      toast.success(await choose({ sound: tracks.sound, captions: tracks.taken, corrected: 0 }));
    });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!otherSound && !replaces) return onClose();
    void send(async () => {
      try {
        const msg = await choose({ sound, captions, corrected: tracks.corrected });
        const isUndone = lost === 0 && (otherSound || otherWords) && (!otherWords || tracks.taken !== null);
        toast.success(msg, isUndone ? { action: { label: 'Undo', onClick: () => void undo() } } : {});
      } catch (cause) {
        if (hasErrorCode(cause, 'lines_corrected') || hasErrorCode(cause, 'no_such_track')) await refresh();
        throw cause;
      }
    }, onClose);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Tracks of this recording"
      description="Choose what is heard, and what the transcript is made from."
      actions={
        <>
          <DialogCancel />
          <Button type="submit" form="tracks" busy={busy}>
            {replaces ? 'Replace the transcript' : 'Save'}
          </Button>
        </>
      }
    >
      <form id="tracks" onSubmit={save} className="grid gap-6">
        {complaint}
        {tracks.sounds.length > 1 && (
          <Choices
            legend="Sound"
            value={sound}
            onChange={setSound}
            choices={tracks.sounds.map((track, n) => ({
              value: track.track,
              name: trackName(track, n),
              facts: trackFacts(track, 'sounds'),
              disabled: false,
            }))}
          />
        )}
        <Choices legend="Transcript" value={captions} onChange={setCaptions} choices={captionChoices(tracks)} />
        {mayHearAgain && (
          <label className="flex items-start gap-2.5">
            <input
              type="checkbox"
              className="mt-1 size-4 shrink-0 accent-accent"
              checked={again}
              onChange={({ target }) => setAsked(target.checked)}
            />
            <span>Recognise the words of this sound, and replace the transcript</span>
          </label>
        )}
        {(otherSound || replaces) && <Consequences {...{ otherSound, replaces, lost }} />}
      </form>
    </Dialog>
  );
}

function Consequences({ otherSound, replaces, lost }: { otherSound: boolean; replaces: boolean; lost: number }) {
  return (
    <Notice kind={lost > 0 ? 'bad' : 'info'}>
      <ul className="grid gap-1">
        {otherSound && <li>The recording, and clips you cut from now on, get the other sound in a moment.</li>}
        {otherSound && !replaces && <li>The transcript stays as it is.</li>}
        {replaces && (
          <li>
            The transcript is replaced. Chapters, summary and quotes are written again from it; what you edited there is
            kept.
          </li>
        )}
        {lost > 0 && (
          <li>{lost === 1 ? 'One line that you corrected is lost.' : `${lost} lines that you corrected are lost.`}</li>
        )}
      </ul>
    </Notice>
  );
}
