import type { LanguageFacts, LanguageCode } from './language.ts';
import type { RecordingForm } from './recording-form.ts';

/** 'a, b and c' in a language; unknown ones and those without spaces have their own marks. */
export function formatList(items: readonly string[], { code, and }: LanguageFacts): string {
  if (items.length < 2) return items[0] ?? '';
  const comma = phrasingForLanguage(code)?.comma;
  if (comma !== undefined) return items.join(comma);
  if (and === '·') return items.join(' · ');
  // 'Salt and pepper, and flour': without the comma the last two would be one.
  const last = items.some((item) => item.includes(` ${and} `)) ? `, ${and}` : ` ${and}`;
  return `${items.slice(0, -1).join(', ')}${last} ${items.at(-1)}`;
}

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
    form: RecordingForm | undefined;
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
export const ensureFullStop = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** Eight, eleven, eighteen, eighty. */
const AN = /^(?:8|8\d|11|18|8\d\d)$/;

const PHRASINGS: Record<LanguageCode, Phrasing> = {
  en: {
    others: 'others',
    about: (subjects) => ensureFullStop(`This part is about ${subjects}`),
    session: ({ minutes, subjects, names, many, form }) => {
      const article = AN.test(String(minutes)) ? 'An' : 'A';
      if (names === '') return ensureFullStop(`${article} ${minutes}-minute ${form ?? 'recording'} about ${subjects}`);
      const when = form ? `In this ${minutes}-minute ${form}` : `In ${minutes} minute${minutes === 1 ? '' : 's'}`;
      return ensureFullStop(`${when}, ${names} ${many ? 'discuss' : 'discusses'} ${subjects}`);
    },
    learn: (subjects) => ensureFullStop(`Viewers also learn about ${subjects}`),
    takeaway: (claim) => `One takeaway: ${claim}`,
  },
  de: {
    about: (subjects) => ensureFullStop(`In diesem Teil geht es um: ${subjects}`),
    session: ({ minutes, subjects, names }) =>
      ensureFullStop(
        `${names === '' ? 'Aufzeichnung' : `Aufzeichnung mit ${names}`} (${minutes} Min.) zu den Themen ${subjects}`,
      ),
    learn: (subjects) => ensureFullStop(`Weitere Themen: ${subjects}`),
    course: (first, then, further, last) => [
      ensureFullStop(`Am Anfang steht: ${first}`),
      ...(then === '' ? [] : [ensureFullStop(`Es folgen: ${then}`)]),
      ...(further === '' ? [] : [ensureFullStop(`Danach geht es weiter mit: ${further}`)]),
      ensureFullStop(`Am Schluss: ${last}`),
    ],
  },
  fr: {
    about: (subjects) => ensureFullStop(`Cette partie porte sur : ${subjects}`),
    session: ({ minutes, subjects, names }) =>
      ensureFullStop(
        `Enregistrement de ${minutes} min${names === '' ? '' : ` avec ${names}`} sur les thèmes suivants : ${subjects}`,
      ),
    learn: (subjects) => ensureFullStop(`Également au programme : ${subjects}`),
    course: (first, then, further, last) => [
      ensureFullStop(`Au début : ${first}`),
      ...(then === '' ? [] : [ensureFullStop(`Ensuite : ${then}`)]),
      ...(further === '' ? [] : [ensureFullStop(`Puis : ${further}`)]),
      ensureFullStop(`Pour finir : ${last}`),
    ],
  },
  es: {
    about: (subjects) => ensureFullStop(`Esta parte trata de: ${subjects}`),
    session: ({ minutes, subjects, names }) =>
      ensureFullStop(
        `Grabación de ${minutes} min${names === '' ? '' : ` con ${names}`} sobre los siguientes temas: ${subjects}`,
      ),
    learn: (subjects) => ensureFullStop(`También se habla de: ${subjects}`),
    course: (first, then, further, last) => [
      ensureFullStop(`Al principio: ${first}`),
      ...(then === '' ? [] : [ensureFullStop(`Después: ${then}`)]),
      ...(further === '' ? [] : [ensureFullStop(`Más tarde: ${further}`)]),
      ensureFullStop(`Al final: ${last}`),
    ],
  },
  it: {
    about: (subjects) => ensureFullStop(`Questa parte riguarda: ${subjects}`),
    session: ({ minutes, subjects, names }) =>
      ensureFullStop(
        `Registrazione di ${minutes} min${names === '' ? '' : ` con ${names}`} sui seguenti temi: ${subjects}`,
      ),
    learn: (subjects) => ensureFullStop(`Si parla anche di: ${subjects}`),
    course: (first, then, further, last) => [
      ensureFullStop(`All'inizio: ${first}`),
      ...(then === '' ? [] : [ensureFullStop(`Poi: ${then}`)]),
      ...(further === '' ? [] : [ensureFullStop(`In seguito: ${further}`)]),
      ensureFullStop(`Alla fine: ${last}`),
    ],
  },
  pt: {
    about: (subjects) => ensureFullStop(`Esta parte trata de: ${subjects}`),
    session: ({ minutes, subjects, names }) =>
      ensureFullStop(
        `Gravação de ${minutes} min${names === '' ? '' : ` com ${names}`} sobre os seguintes temas: ${subjects}`,
      ),
    learn: (subjects) => ensureFullStop(`Também se fala de: ${subjects}`),
    course: (first, then, further, last) => [
      ensureFullStop(`No início: ${first}`),
      ...(then === '' ? [] : [ensureFullStop(`Depois: ${then}`)]),
      ...(further === '' ? [] : [ensureFullStop(`Em seguida: ${further}`)]),
      ensureFullStop(`No final: ${last}`),
    ],
  },
  nl: {
    about: (subjects) => ensureFullStop(`Dit deel gaat over: ${subjects}`),
    session: ({ minutes, subjects, names }) =>
      ensureFullStop(
        `Opname van ${minutes} min${names === '' ? '' : ` met ${names}`} over de volgende onderwerpen: ${subjects}`,
      ),
    learn: (subjects) => ensureFullStop(`Ook komt aan bod: ${subjects}`),
    course: (first, then, further, last) => [
      ensureFullStop(`Aan het begin: ${first}`),
      ...(then === '' ? [] : [ensureFullStop(`Daarna: ${then}`)]),
      ...(further === '' ? [] : [ensureFullStop(`Vervolgens: ${further}`)]),
      ensureFullStop(`Tot slot: ${last}`),
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
    about: (subjects) => ensureFullStop(`이 부분의 주제: ${subjects}`),
    session: ({ minutes, subjects, names }) =>
      ensureFullStop(`${names === '' ? '' : `${names}, `}${minutes}분 녹화. 주제: ${subjects}`),
    learn: (subjects) => ensureFullStop(`그 밖의 내용: ${subjects}`),
    course: (first, then, further, last) => [
      ensureFullStop(`처음: ${first}`),
      ...(then === '' ? [] : [ensureFullStop(`이어서: ${then}`)]),
      ...(further === '' ? [] : [ensureFullStop(`그다음: ${further}`)]),
      ensureFullStop(`마지막: ${last}`),
    ],
  },
};

/** Undefined for a language that is not known: then nothing of ours stands around what was said. */
export const phrasingForLanguage = (code: LanguageCode | undefined): Phrasing | undefined => code && PHRASINGS[code];
