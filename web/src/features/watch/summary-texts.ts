import type { Chapter, VideoAsset } from '@lectern/contract/videos';

/** Points a newsletter and a post name. */
const points = 3;

/** Characters a post on LinkedIn has at most. */
const longestPost = 3_000;

type Told = Pick<VideoAsset, 'title' | 'summary'> & {
  chapters: readonly Pick<Chapter, 'title' | 'summary' | 'start_seconds' | 'end_seconds'>[];
};

const sentencesOf = (text: string): string[] =>
  'Segmenter' in Intl
    ? [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment.trim())
    : text.split(/(?<=[.!?…])\s+/);

/** What the longest chapters are about, in their order; sentences of the summary where there are fewer. */
function pointsOf({ chapters, summary }: Told): string[] {
  const longest = chapters
    .toSorted((one, other) => other.end_seconds - other.start_seconds - (one.end_seconds - one.start_seconds))
    .slice(0, points);
  if (longest.length === points)
    return longest
      .toSorted((one, other) => one.start_seconds - other.start_seconds)
      .map((chapter) => sentencesOf(chapter.summary)[0] || chapter.title);
  return sentencesOf(summary).slice(0, points);
}

/** For a newsletter: the title, three points and the link. */
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
  const listed = pointsOf(video).filter((point) => !video.summary.startsWith(point));
  const parts = [sentencesOf(video.summary).slice(0, 2).join(' '), listed.map((point) => `→ ${point}`).join('\n')];
  const text = parts.filter(Boolean).join('\n\n');
  const room = longestPost - end.length - 2;
  return `${text.length > room ? `${text.slice(0, room - 1).trimEnd()}…` : text}\n\n${end}`;
}
