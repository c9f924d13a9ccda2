import { deu, fra, ita, jpn, kor, nld, por, spa, zho } from 'stopword';
import type { LanguageCode } from './language.ts';

const LISTS: Partial<Record<LanguageCode, readonly string[]>> = {
  de: deu,
  fr: fra,
  es: spa,
  it: ita,
  pt: por,
  nl: nld,
  zh: zho,
  ja: jpn,
  ko: kor,
};

/** Words spoken in recordings on any subject. */
const GENERAL =
  `thema themen frage fragen teil beispiel beispiele punkt punkte sache sachen ding dinge art weise leute menschen jahr
jahre zeit tag heute morgen wichtig wichtige wichtiger wichtiges wichtigen neue neuen neuer neues gute guten große großen viele vielen
thème sujet question questions partie exemple point points chose choses façon manière gens année années temps jour aujourd'hui important
importante importants nouvelle nouveau nouveaux beaucoup tema temas pregunta preguntas parte partes ejemplo punto puntos cosa cosas
manera forma gente año años tiempo día hoy importante importantes nuevo nueva nuevos nuevas muchas muchos gran grandes tema temi domanda
domande esempio modo persone anno anni tempo giorno oggi nuovo nuova molti molte pergunta perguntas exemplo ponto coisa coisas maneira
pessoas ano anos dia hoje novo nova muitos muitas 많은 작은 큰 새로운 좋은 중요한 重要 必要 大量 多く 非常 明确 明確 主题 テーマ 주제`.split(
    /\s+/,
  );

/** Words that say nothing about the subject, beside those of `terms.ts`. */
export const smallWordsOf = (code: LanguageCode | undefined): ReadonlySet<string> =>
  new Set(code && LISTS[code] ? [...LISTS[code].map((word) => word.toLowerCase()), ...GENERAL] : []);
