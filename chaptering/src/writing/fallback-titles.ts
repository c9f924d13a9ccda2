import type { LanguageCode } from './language.ts';

/** Titles that claim nothing, for chapters in which nothing better is said. */
export type PlainTitles = {
  opening: string;
  whole: string;
  /** `time` as on a clock: 12:30. */
  from: (time: string) => string;
};

const ENGLISH: PlainTitles = {
  opening: 'Introduction',
  whole: 'The whole recording',
  from: (time) => `From ${time}`,
};

const TITLES: Partial<Record<LanguageCode, PlainTitles>> = {
  en: ENGLISH,
  de: { opening: 'Begrüßung', whole: 'Die ganze Aufnahme', from: (time) => `Ab ${time}` },
  fr: { opening: 'Introduction', whole: 'Enregistrement complet', from: (time) => `À partir de ${time}` },
  es: { opening: 'Introducción', whole: 'Grabación completa', from: (time) => `Desde ${time}` },
  it: { opening: 'Introduzione', whole: 'Registrazione completa', from: (time) => `Da ${time}` },
  pt: { opening: 'Introdução', whole: 'Gravação completa', from: (time) => `A partir de ${time}` },
  nl: { opening: 'Inleiding', whole: 'De hele opname', from: (time) => `Vanaf ${time}` },
  zh: { opening: '开场', whole: '完整录音', from: (time) => `从${time}起` },
  ja: { opening: 'はじめに', whole: '収録全編', from: (time) => `${time}から` },
  ko: { opening: '소개', whole: '전체 녹화', from: (time) => `${time}부터` },
};

/** In the language of the recording; without a known language only the time stands. */
export const plainTitles = (code: LanguageCode | undefined): PlainTitles =>
  (code && TITLES[code]) ?? { ...ENGLISH, from: (time) => time };

const ALL = new Set(
  Object.values(TITLES).flatMap(({ opening, whole }) => [opening, whole].map((text) => text.toLowerCase())),
);

/** Whether a title claims nothing. */
export const isFallbackTitle = (title: string): boolean =>
  ALL.has(title.toLowerCase()) ||
  Object.values(TITLES).some(({ from }) => from('').trim() !== '' && title.replace(/[\d:]+/, '') === from(''));
