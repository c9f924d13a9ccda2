import { stemsIn } from '../terms.ts';
import { findAgenda, detectRecordingForm, meetingKindOf, detectShowOrMeeting } from './recording-form.ts';
import { questionAtFirst, questionsToldOf } from './find-questions.ts';
import { namesGiven, findIntroducedRoles } from './introductions.ts';
import { formatList, ensureFullStop } from './phrasing.ts';
import { listSpeakerOffices } from './people.ts';
import { programmeOf } from './programme.ts';
import { findTakeaway } from './takeaway.ts';
import {
  removeSimilarTopics,
  selectLongestTopics,
  type RecordingMaterial,
  chooseMainSubject,
  type Topic,
  findRecurringTopics,
} from './topics.ts';

/** People named at most; topics told beside a programme, or in its place. */
const NAMES = 5;
const TOPICS = { beside: 4, alone: 6 };
/** Subjects told in the first sentence where the recording does not say what it is about. */
const UNANNOUNCED = 3;
/** Eight, eleven, eighteen, eighty. */
const AN = /^(?:8|8\d|11|18|8\d\d)$/;

/** Describes form, speakers, subjects, questions and one claim, for a catalogue. */
export function describeEnglish(material: RecordingMaterial): string {
  const { language, speech } = material;
  const told = findRecurringTopics(material);
  const programme = programmeOf(speech);
  const asked = questionAtFirst(speech);
  const known = programme.length > 0 ? programme : asked === undefined ? chooseMainSubject(material, told) : [asked];
  const most = programme.length > 1 ? TOPICS.beside : TOPICS.alone;
  const others = removeSimilarTopics(
    [...known, ...selectLongestTopics(withoutNumbers(told), most + known.length).map(({ topic }) => topic)],
    speech,
  )
    .filter((topic) => !known.includes(topic) && !isSaid(topic, known))
    .slice(0, most);
  // One subject that nobody announced may be a detail: two more stand beside it.
  const subjects = programme.length > 0 ? programme : [...known, ...others.splice(0, UNANNOUNCED - known.length)];
  if (subjects.length === 0) return '';
  const questions = questionsToldOf(speech);
  // Uses the agenda only for meetings without names; named people's subjects are known.
  const agenda =
    material.names.length === 0 && listSpeakerOffices(speech.sentences).length > 1 ? findAgenda(speech.sentences) : [];
  const claim = findTakeaway(material);
  return [
    opening(material, subjects),
    ...(agenda.length > 0 ? [ensureFullStop(`On the agenda: ${formatList(agenda, language)}`)] : []),
    ...(others.length > 0
      ? [ensureFullStop(`It ${subjects.length > 1 ? 'also ' : ''}covers ${formatList(others, language)}`)]
      : []),
    ...(questions.length > 0 ? [`It asks: ${questions.map(({ text }) => `“${text}”`).join(' ')}`] : []),
    ...(claim ? [`One takeaway: ${claim.text}`] : []),
  ].join(' ');
}

/** A bare number tells a stranger nothing, unless there is little else. */
function withoutNumbers(topics: readonly Topic[]): readonly Topic[] {
  const others = topics.filter(({ topic }) => !/#\d/.test(topic));
  return others.length < 2 ? topics : others;
}

/** Whether all that a topic names is named already. */
function isSaid(topic: string, subjects: readonly string[]): boolean {
  const said = new Set(subjects.flatMap(stemsIn));
  return stemsIn(topic).every((stem) => said.has(stem));
}

/** Seconds from which on a length is told in minutes. */
const MINUTE = 50;

const lengthOf = (seconds: number): { amount: number; unit: 'second' | 'minute' } =>
  seconds < MINUTE
    ? { amount: Math.max(1, Math.round(seconds)), unit: 'second' }
    : { amount: Math.max(1, Math.round(seconds / 60)), unit: 'minute' };

/** Its length and form, who speaks, and what of. */
function opening(material: RecordingMaterial, subjects: readonly string[]): string {
  const { duration, speech, language } = material;
  const { amount, unit } = lengthOf(duration);
  const occasion = detectShowOrMeeting(speech.sentences);
  const form = occasion ? `${occasion.kind} of ${occasion.of}` : detectRecordingForm(speech.sentences);
  // Items that are lists themselves are told apart by more than commas.
  const isLong = subjects.length > 1 && subjects.some((subject) => subject.includes(','));
  const matter = isLong
    ? `${subjects.slice(0, -1).join('; ')}; and ${subjects.at(-1)!}`
    : formatList(subjects, language);
  const people = whoSpeaks(material);
  if (people.length === 0) {
    const meet = listSpeakerOffices(speech.sentences);
    const kind =
      (meet.length > 1 ? meetingKindOf(speech.sentences) : undefined) ??
      form ??
      (meet.length > 1 ? 'meeting' : 'recording');
    const who = meet.length > 1 ? ` between ${formatList(meet, language)}` : '';
    return ensureFullStop(`${AN.test(String(amount)) ? 'An' : 'A'} ${amount}-${unit} ${kind}${who} about ${matter}`);
  }
  const when = form ? `In this ${amount}-${unit} ${form}` : `In ${amount} ${unit}${amount === 1 ? '' : 's'}`;
  return ensureFullStop(
    `${when}, ${formatList(people, language)} ${people.length > 1 ? 'discuss' : 'discusses'} ${matter}`,
  );
}

/** Lists the speakers, each with their role when they state it. */
function whoSpeaks({ names, speech }: RecordingMaterial): string[] {
  const roles = findIntroducedRoles(speech.sentences);
  const labels = new Map([...namesGiven(speech.sentences)].map(([label, name]) => [name, label]));
  const known = names.length > NAMES ? [...names.slice(0, NAMES - 1), 'others'] : names;
  return known.map((name) => {
    const role = roles.get(name) ?? roles.get(labels.get(name) ?? '');
    return role === undefined ? name : `${name} (${role})`;
  });
}
