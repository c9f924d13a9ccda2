import type { LanguageFacts } from './language.ts';
import { formatList } from './listed.ts';
import { phrasingForLanguage } from './phrasing.ts';
import { describeMainPoints } from './describe-by-points.ts';
import { describeSession } from './session.ts';
import {
  selectLongestTopics,
  type RecordingMaterial,
  chooseMainSubject,
  type Topic,
  findRecurringTopics,
} from './topics.ts';

/**
 * How it goes from the beginning to the end: what is claimed in its main chapters, in their order, each by its topic.
 */
export function summarise(material: RecordingMaterial): string {
  const { language } = material;
  const topics = findRecurringTopics(material);
  const course = phrasingForLanguage(language.code)?.course;
  if (language.code === 'en') return describeMainPoints(material, topics).join(' ');
  const told = course === undefined ? [] : courseOf(material, topics, course);
  // A recording with one chapter has no course to describe.
  if (course !== undefined && told.length === 0) {
    const subject = chooseMainSubject(material, topics);
    if (subject.length > 0) told.push(describeSession(material, subject));
  }
  return [...told, ...material.sentences.slice(0, course === undefined ? undefined : 3).map(({ text }) => text)].join(
    isUnspaced(language) ? '' : ' ',
  );
}

export const isUnspaced = ({ code }: LanguageFacts): boolean => code === 'zh' || code === 'ja';

/** The first chapter, the longest between, the last. */
function courseOf(
  { language }: RecordingMaterial,
  topics: readonly Topic[],
  course: (first: string, then: string, further: string, last: string) => string[],
): string[] {
  if (topics.length < 2) return [];
  const between = selectLongestTopics(topics.slice(1, -1), topics.length <= 8 ? 4 : 6);
  const told = [topics[0]!, ...between, topics.at(-1)!].map(({ topic }) => topic);
  const half = told.length > 4 ? 1 + Math.ceil((told.length - 2) / 2) : told.length - 1;
  return course(
    told[0]!,
    formatList(told.slice(1, half), language),
    formatList(told.slice(half, -1), language),
    told.at(-1)!,
  );
}
