import type { Form } from './form.ts';
import type { LanguageCode } from './language.ts';

/** The few sentences of our own around what was said. Lists come joined, subjects as they stand inside a sentence. */
export type Phrasing = {
  /** States a chapter's subjects; used when too few sentences stand alone. */
  about: (subjects: string) => string;
  /** States subject and speakers for a catalogue. `names` is empty when no speaker is known by name. */
  session: (what: {
    minutes: number;
    subjects: string;
    names: string;
    many: boolean;
    /** Form by which the recording calls itself; English only. */
    form: Form | undefined;
  }) => string;
  learn: (subjects: string) => string;
  /** States the takeaway for a catalogue; undefined where a language makes no claims. */
  takeaway?: (claim: string) => string;
  /**
   * The course of the recording in one or two sentences; `then` and `further` are empty where few or no chapters stand
   * between.
   */
  course?: (first: string, then: string, further: string, last: string) => string[];
  /** Between the items of a list, where that is no comma. */
  comma?: string;
  /** Stands in a list of names for those who said little. */
  others?: string;
};

/** A sentence with its full stop, which the last stop of an abbreviation is as well. */
export const ended = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** Eight, eleven, eighteen, eighty. */
const AN = /^(?:8|8\d|11|18|8\d\d)$/;

const PHRASINGS: Record<LanguageCode, Phrasing> = {
  en: {
    others: 'others',
    about: (subjects) => ended(`This part is about ${subjects}`),
    session: ({ minutes, subjects, names, many, form }) => {
      const article = AN.test(String(minutes)) ? 'An' : 'A';
      if (names === '') return ended(`${article} ${minutes}-minute ${form ?? 'recording'} about ${subjects}`);
      const when = form ? `In this ${minutes}-minute ${form}` : `In ${minutes} minute${minutes === 1 ? '' : 's'}`;
      return ended(`${when}, ${names} ${many ? 'discuss' : 'discusses'} ${subjects}`);
    },
    learn: (subjects) => ended(`Viewers also learn about ${subjects}`),
    takeaway: (claim) => `One takeaway: ${claim}`,
  },
  de: {
    about: (subjects) => ended(`In diesem Teil geht es um: ${subjects}`),
    session: ({ minutes, subjects, names }) =>
      ended(
        `${names === '' ? 'Aufzeichnung' : `Aufzeichnung mit ${names}`} (${minutes} Min.) zu den Themen ${subjects}`,
      ),
    learn: (subjects) => ended(`Weitere Themen: ${subjects}`),
    course: (first, then, further, last) => [
      ended(`Am Anfang steht: ${first}`),
      ...(then === '' ? [] : [ended(`Es folgen: ${then}`)]),
      ...(further === '' ? [] : [ended(`Danach geht es weiter mit: ${further}`)]),
      ended(`Am Schluss: ${last}`),
    ],
  },
  fr: {
    about: (subjects) => ended(`Cette partie porte sur : ${subjects}`),
    session: ({ minutes, subjects, names }) =>
      ended(
        `Enregistrement de ${minutes} min${names === '' ? '' : ` avec ${names}`} sur les thèmes suivants : ${subjects}`,
      ),
    learn: (subjects) => ended(`Également au programme : ${subjects}`),
    course: (first, then, further, last) => [
      ended(`Au début : ${first}`),
      ...(then === '' ? [] : [ended(`Ensuite : ${then}`)]),
      ...(further === '' ? [] : [ended(`Puis : ${further}`)]),
      ended(`Pour finir : ${last}`),
    ],
  },
  es: {
    about: (subjects) => ended(`Esta parte trata de: ${subjects}`),
    session: ({ minutes, subjects, names }) =>
      ended(
        `Grabación de ${minutes} min${names === '' ? '' : ` con ${names}`} sobre los siguientes temas: ${subjects}`,
      ),
    learn: (subjects) => ended(`También se habla de: ${subjects}`),
    course: (first, then, further, last) => [
      ended(`Al principio: ${first}`),
      ...(then === '' ? [] : [ended(`Después: ${then}`)]),
      ...(further === '' ? [] : [ended(`Más tarde: ${further}`)]),
      ended(`Al final: ${last}`),
    ],
  },
  it: {
    about: (subjects) => ended(`Questa parte riguarda: ${subjects}`),
    session: ({ minutes, subjects, names }) =>
      ended(`Registrazione di ${minutes} min${names === '' ? '' : ` con ${names}`} sui seguenti temi: ${subjects}`),
    learn: (subjects) => ended(`Si parla anche di: ${subjects}`),
    course: (first, then, further, last) => [
      ended(`All'inizio: ${first}`),
      ...(then === '' ? [] : [ended(`Poi: ${then}`)]),
      ...(further === '' ? [] : [ended(`In seguito: ${further}`)]),
      ended(`Alla fine: ${last}`),
    ],
  },
  pt: {
    about: (subjects) => ended(`Esta parte trata de: ${subjects}`),
    session: ({ minutes, subjects, names }) =>
      ended(`Gravação de ${minutes} min${names === '' ? '' : ` com ${names}`} sobre os seguintes temas: ${subjects}`),
    learn: (subjects) => ended(`Também se fala de: ${subjects}`),
    course: (first, then, further, last) => [
      ended(`No início: ${first}`),
      ...(then === '' ? [] : [ended(`Depois: ${then}`)]),
      ...(further === '' ? [] : [ended(`Em seguida: ${further}`)]),
      ended(`No final: ${last}`),
    ],
  },
  nl: {
    about: (subjects) => ended(`Dit deel gaat over: ${subjects}`),
    session: ({ minutes, subjects, names }) =>
      ended(
        `Opname van ${minutes} min${names === '' ? '' : ` met ${names}`} over de volgende onderwerpen: ${subjects}`,
      ),
    learn: (subjects) => ended(`Ook komt aan bod: ${subjects}`),
    course: (first, then, further, last) => [
      ended(`Aan het begin: ${first}`),
      ...(then === '' ? [] : [ended(`Daarna: ${then}`)]),
      ...(further === '' ? [] : [ended(`Vervolgens: ${further}`)]),
      ended(`Tot slot: ${last}`),
    ],
  },
  zh: {
    about: (subjects) => `本部分的主题：${subjects}。`,
    session: ({ minutes, subjects, names }) =>
      `${names === '' ? '' : `${names}：`}${minutes}分钟的录音，主题为${subjects}。`,
    learn: (subjects) => `内容还包括${subjects}。`,
    course: (first, then, further, last) => [
      `开头是${first}${then === '' ? '' : `，接着是${then}`}${further === '' ? '' : `，然后是${further}`}，最后是${last}。`,
    ],
    comma: '、',
  },
  ja: {
    about: (subjects) => `このパートのテーマは${subjects}です。`,
    session: ({ minutes, subjects, names }) =>
      `${names === '' ? '' : `${names}による`}約${minutes}分の収録です。テーマは${subjects}です。`,
    learn: (subjects) => `ほかに${subjects}も取り上げます。`,
    course: (first, then, further, last) => [
      `最初は${first}${then === '' ? '' : `、続いて${then}`}${further === '' ? '' : `、さらに${further}`}、最後は${last}です。`,
    ],
    comma: '、',
  },
  ko: {
    about: (subjects) => ended(`이 부분의 주제: ${subjects}`),
    session: ({ minutes, subjects, names }) =>
      ended(`${names === '' ? '' : `${names}, `}${minutes}분 녹화. 주제: ${subjects}`),
    learn: (subjects) => ended(`그 밖의 내용: ${subjects}`),
    course: (first, then, further, last) => [
      ended(`처음: ${first}`),
      ...(then === '' ? [] : [ended(`이어서: ${then}`)]),
      ...(further === '' ? [] : [ended(`그다음: ${further}`)]),
      ended(`마지막: ${last}`),
    ],
  },
};

/** Undefined for a language that is not known: then nothing of ours stands around what was said. */
export const phrasingOf = (code: LanguageCode | undefined): Phrasing | undefined => code && PHRASINGS[code];
