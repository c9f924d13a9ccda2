import type { RecordingTrack, RecordingTracks } from '@lectern/contract/transcripts/transcripts';

const languages = new Intl.DisplayNames(['en'], { type: 'language' });

/** A language by its name; by the code of the file where nobody has one for it. */
function languageName(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}

/** A track by its language and what the file calls it, or by its place among the others. */
export function trackName({ language, title }: RecordingTrack, place: number): string {
  const named = [language && languageName(language), title].filter(Boolean).join(', ');
  return named === '' ? `Track ${place + 1}` : named;
}

/** Lists further facts of a track. `fills` says how the track uses its share of the recording. */
export function trackFacts(
  { is_default, is_forced, readable, share }: RecordingTrack,
  fills: 'sounds' | 'words',
): string {
  // A full-length sound track is the normal case and needs no mention.
  const isUsual = share === null || (fills === 'sounds' && share > 0.99);
  const part = isUsual ? undefined : `${Math.round(share * 100)}% of the recording`;
  return [
    is_default && 'Default of the file',
    is_forced && 'Only signs and foreign words',
    !readable && 'Pictures of text, which cannot be read',
    part && (fills === 'sounds' ? `Lasts for ${part}` : `Has words in ${part}`),
  ]
    .filter(Boolean)
    .join(' · ');
}

export type CaptionsChoice = NonNullable<RecordingTracks['taken']>;

/** All that a transcript can be made from. */
export function captionChoices({ captions, file, recognises, taken }: RecordingTracks) {
  const given =
    file === null ? [] : [{ value: 'file' as const, name: `Your file ${file}`, facts: '', disabled: false }];
  const inside = captions.map((track, n) => ({
    value: track.track,
    name: `${trackName(track, n)}, captions inside the recording`,
    facts: trackFacts(track, 'words'),
    disabled: !track.readable,
  }));
  const heard = { value: 'speech' as const, name: 'What is recognised in the sound', facts: '', disabled: !recognises };
  return [...given, ...inside, ...(recognises || taken === 'speech' ? [heard] : [])];
}

/** Whether a person has anything to choose. */
export const hasChoice = (tracks: RecordingTracks): boolean =>
  tracks.sounds.length > 1 || captionChoices(tracks).filter(({ disabled }) => !disabled).length > 1;

/** Names the current sound and captions in one line. */
export function describeCurrentTracks(tracks: RecordingTracks): string {
  const { sounds, sound, words_of, taken } = tracks;
  const heard = sounds.findIndex(({ track }) => track === sound);
  const spoken = sounds.findIndex(({ track }) => track === words_of);
  const read = captionChoices(tracks).find(({ value }) => value === taken);
  return [
    sounds.length > 1 && heard >= 0 && `Sound: ${trackName(sounds[heard]!, heard)} (${heard + 1} of ${sounds.length}).`,
    read && `Transcript: ${read.name}.`,
    spoken >= 0 && words_of !== sound && `Its words are those of ${trackName(sounds[spoken]!, spoken)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
