import type { LanguageCode } from './language.ts';

/** Titles that claim nothing, for chapters in which nothing better is said. */
export type PlainTitles = {
  greeting: string;
  questions: string;
  farewell: string;
  whole: string;
  part: (number: number) => string;
};

const ENGLISH: PlainTitles = {
  greeting: 'Introduction',
  questions: 'Questions and answers',
  farewell: 'Closing remarks',
  whole: 'The whole recording',
  part: (number) => `Part ${number}`,
};

const TITLES: Partial<Record<LanguageCode, PlainTitles>> = {
  en: ENGLISH,
  de: {
    greeting: 'Begrüßung',
    questions: 'Fragen und Antworten',
    farewell: 'Verabschiedung',
    whole: 'Die ganze Aufnahme',
    part: (n) => `Teil ${n}`,
  },
  fr: {
    greeting: 'Introduction',
    questions: 'Questions et réponses',
    farewell: 'Conclusion',
    whole: 'Enregistrement complet',
    part: (n) => `Partie ${n}`,
  },
  es: {
    greeting: 'Introducción',
    questions: 'Preguntas y respuestas',
    farewell: 'Despedida',
    whole: 'Grabación completa',
    part: (n) => `Parte ${n}`,
  },
  it: {
    greeting: 'Introduzione',
    questions: 'Domande e risposte',
    farewell: 'Saluti finali',
    whole: 'Registrazione completa',
    part: (n) => `Parte ${n}`,
  },
  pt: {
    greeting: 'Introdução',
    questions: 'Perguntas e respostas',
    farewell: 'Encerramento',
    whole: 'Gravação completa',
    part: (n) => `Parte ${n}`,
  },
  nl: {
    greeting: 'Inleiding',
    questions: 'Vragen en antwoorden',
    farewell: 'Afsluiting',
    whole: 'De hele opname',
    part: (n) => `Deel ${n}`,
  },
  zh: { greeting: '开场', questions: '问答', farewell: '结束语', whole: '完整录音', part: (n) => `第${n}部分` },
  ja: {
    greeting: 'はじめに',
    questions: '質疑応答',
    farewell: 'おわりに',
    whole: '収録全編',
    part: (n) => `パート${n}`,
  },
  ko: { greeting: '소개', questions: '질의응답', farewell: '마무리', whole: '전체 녹화', part: (n) => `${n}부` },
};

/** In the language of the recording; without a known language only a number stands. */
export const plainTitles = (code: LanguageCode | undefined): PlainTitles =>
  (code && TITLES[code]) ?? { ...ENGLISH, part: (number) => `${number}` };

const ALL = new Set(
  Object.values(TITLES).flatMap(({ greeting, questions, farewell, whole }) =>
    [greeting, questions, farewell, whole].map((text) => text.toLowerCase()),
  ),
);
const NUMBERED = /^(?:(?:part|teil|partie|parte|deel|パート)\s?\d+|第\d+部分|\d+부|\d+)$/i;

/** Whether a title claims nothing. */
export const isFallbackTitle = (title: string): boolean => ALL.has(title.toLowerCase()) || NUMBERED.test(title);
