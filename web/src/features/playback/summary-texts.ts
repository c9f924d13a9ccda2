import type { Chapter, VideoDetail } from '@lectern/contract/videos/videos';
import { withoutMoments } from '../../player/moments-in.ts';

/** Points a newsletter and a post name. */
const points = 3;

/** Characters a post on LinkedIn has at most. */
const longestPost = 3_000;

type Told = Pick<VideoDetail, 'title' | 'summary' | 'duration'> & {
  chapters: readonly Pick<Chapter, 'title' | 'summary' | 'start_seconds' | 'end_seconds'>[];
};

/** The sentences of a text; those of one in quotation marks, with what it leaves out between them, each in its own. */
function sentencesOf(text: string): string[] {
  if (!/^“[^”]*”$/.test(text)) return split(text);
  return text
    .slice(1, -1)
    .split(/\s?… /)
    .flatMap(split)
    .map((sentence) => `“${sentence}”`);
}

const split = (text: string): string[] =>
  'Segmenter' in Intl
    ? [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment.trim())
    : text.split(/(?<=[.!?…])\s+/);

/**
 * Lists the longest chapters in order, each summary after its title; the summary of the recording fills in when there
 * are fewer chapters.
 */
function pointsOf({ chapters, summary, duration }: Told): string[] {
  const longest = chapters
    .toSorted((one, other) => other.end_seconds - other.start_seconds - (one.end_seconds - one.start_seconds))
    .slice(0, points);
  if (longest.length === points)
    return longest
      .toSorted((one, other) => one.start_seconds - other.start_seconds)
      .map((chapter) => headed(chapter.title, sentencesOf(chapter.summary)[0] ?? ''));
  return sentencesOf(withoutMoments(summary, duration)).slice(0, points);
}

/** A sentence after its title, which may be a question. */
const headed = (title: string, sentence: string): string =>
  sentence === '' ? title : `${title}${/[\p{L}\p{N})]$/u.test(title) ? ':' : ''} ${sentence}`;

export const newsletterText = (video: Told, link: string): string =>
  [
    video.title,
    pointsOf(video)
      .map((point) => `• ${point}`)
      .join('\n'),
    `Watch the recording: ${link}`,
  ].join('\n\n');

/** For a post on LinkedIn: it begins with what the recording is about, and is no longer than one may be. */
export function postText(video: Told, link: string): string {
  const end = `▶ ${video.title}\n${link}`;
  const about = sentencesOf(withoutMoments(video.summary, video.duration)).slice(0, 2).join(' ');
  const listed = pointsOf(video).filter((point) => !about.includes(point));
  const parts = [about, listed.map((point) => `→ ${point}`).join('\n')];
  const text = parts.filter(Boolean).join('\n\n');
  const room = longestPost - end.length - 2;
  return `${text.length > room ? `${text.slice(0, room - 1).trimEnd()}…` : text}\n\n${end}`;
}
