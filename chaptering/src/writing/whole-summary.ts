import type { Language } from './language.ts';
import { listed } from './listed.ts';
import { phrasingOf } from './phrasing.ts';
import { storyOf } from './describe-by-points.ts';
import { sessionOf } from './session.ts';
import { longestOf, type Material, subjectOf, type Topic, topicsOf } from './topics.ts';

/**
 * How it goes from the beginning to the end: what is claimed in its main chapters, in their order, each by its topic.
 */
export function summarise(material: Material): string {
  const { language } = material;
  const topics = topicsOf(material);
  const course = phrasingOf(language.code)?.course;
  if (language.code === 'en') return storyOf(material, topics).join(' ');
  const told = course === undefined ? [] : courseOf(material, topics, course);
  // A recording with one chapter has no course to describe.
  if (course !== undefined && told.length === 0) {
    const subject = subjectOf(material, topics);
    if (subject.length > 0) told.push(sessionOf(material, subject));
  }
  return [...told, ...material.sentences.slice(0, course === undefined ? undefined : 3).map(({ text }) => text)].join(
    isUnspaced(language) ? '' : ' ',
  );
}

export const isUnspaced = ({ code }: Language): boolean => code === 'zh' || code === 'ja';

/** The first chapter, the longest between, the last. */
function courseOf(
  { language }: Material,
  topics: readonly Topic[],
  course: (first: string, then: string, further: string, last: string) => string[],
): string[] {
  if (topics.length < 2) return [];
  const between = longestOf(topics.slice(1, -1), topics.length <= 8 ? 4 : 6);
  const told = [topics[0]!, ...between, topics.at(-1)!].map(({ topic }) => topic);
  const half = told.length > 4 ? 1 + Math.ceil((told.length - 2) / 2) : told.length - 1;
  return course(told[0]!, listed(told.slice(1, half), language), listed(told.slice(half, -1), language), told.at(-1)!);
}
