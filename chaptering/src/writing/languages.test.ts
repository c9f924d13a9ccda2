import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline } from '../outline.ts';
import { isFallbackTitle } from './fallback-titles.ts';
import type { LanguageCode } from './language.ts';

/** Two subjects in each language, and what a title of each may be made of. */
const TALKS: Partial<Record<LanguageCode, readonly string[]>> = {
  de: [
    'Die Qualität der Daten entscheidet über den Erfolg jedes Projekts. Viele Firmen unterschätzen den Aufwand für die Pflege der Daten. Die Qualität der Daten kostet mehr als jedes Modell.',
    'Die Verschlüsselung der Nachrichten schützt die Privatsphäre der Nutzer. Ohne klare Regeln verlieren die Kunden das Vertrauen. Eine gute Verschlüsselung der Nachrichten verlangt lange Schlüssel.',
  ],
  es: [
    'La calidad de los datos decide el éxito del proyecto. Sin la calidad de los datos fracasan las empresas pequeñas. La calidad de los datos cuesta más que un modelo.',
    'El cifrado de los mensajes protege la privacidad de los usuarios. Sin reglas claras los clientes pierden la confianza. Un buen cifrado de los mensajes exige claves largas.',
  ],
  fr: [
    'La qualité des données décide du succès du projet. Sans la qualité des données les petites entreprises échouent. La qualité des données coûte plus cher que le modèle.',
    'Le chiffrement des messages protège la vie des utilisateurs. Sans règles claires les clients perdent confiance. Le bon chiffrement des messages exige des clés longues.',
  ],
  it: [
    'La qualità dei dati decide il successo del progetto. Senza la qualità dei dati falliscono le piccole aziende. La qualità dei dati costa più del modello.',
    'La cifratura dei messaggi protegge la privacy degli utenti. Senza regole chiare i clienti perdono la fiducia. Una buona cifratura dei messaggi richiede chiavi lunghe.',
  ],
  pt: [
    'A qualidade dos dados decide o sucesso do projeto. Sem a qualidade dos dados as empresas pequenas fracassam. A qualidade dos dados custa mais que o modelo.',
    'A cifragem das mensagens protege a privacidade dos usuários. Sem regras claras os clientes perdem a confiança. Uma boa cifragem das mensagens exige chaves longas.',
  ],
  zh: [
    '数据质量决定了项目的成败。 语言模型需要大量的训练数据。 小公司也可以使用开源语言模型。',
    '消息加密可以保护用户隐私。 没有明确的规则，客户就会失去信任。 新的法律要求明确的用户同意。',
  ],
  ja: [
    'データの品質がプロジェクトの成功を決めます。 言語モデルには大量の学習データが必要です。 小さな会社もオープンな言語モデルを使えます。',
    'メッセージの暗号化は利用者のプライバシーを守ります。 明確なルールがなければ、お客様は信頼を失います。 新しい法律は利用者の同意を求めています。',
  ],
  ko: [
    '데이터 품질이 프로젝트의 성공을 결정합니다. 언어 모델에는 많은 학습 데이터가 필요합니다. 작은 회사도 공개 언어 모델을 사용할 수 있습니다.',
    '메시지 암호화는 사용자의 프라이버시를 지킵니다. 명확한 규칙이 없으면 고객은 신뢰를 잃습니다. 새로운 법은 사용자의 동의를 요구합니다.',
  ],
};

const sentencesOf = (subject: string): string[] => subject.split(/(?<=[.。]) /);

const ENGLISH = /\b(?:the|and|of|recording|part|session|about|with|untitled|introduction|closing)\b/i;

for (const [code, subjects] of Object.entries(TALKS)) {
  test(`titles, texts and quotes of a recording in ${code} are in its own language`, () => {
    const texts = subjects.flatMap((subject) => Array.from({ length: 60 }, (_, i) => sentencesOf(subject)[i % 3]!));
    const cues = texts.map((text, i) => ({ start: i * 5, end: i * 5 + 5, text }));
    const said = texts.join(' ').toLowerCase();
    const made = outline(cues, { duration: cues.length * 5 });
    assert.ok(made.chapters.length === 2 || made.chapters.length === 3);
    for (const title of [made.title, ...made.chapters.map((chapter) => chapter.title)])
      assert.ok(isFallbackTitle(title) || said.includes(title.toLowerCase()), `${title} was not said in one piece`);
    assert.ok(
      made.chapters.some(({ title }) => !isFallbackTitle(title)),
      'no chapter has a name',
    );
    for (const text of [made.title, made.description, made.summary, ...made.chapters.map(({ summary }) => summary)]) {
      assert.ok(text !== '');
      assert.ok(code === 'zh' || code === 'ja' || code === 'ko' ? !/[a-z]{2}/i.test(text) : !ENGLISH.test(text), text);
    }
    for (const { quotes } of made.chapters) assert.ok(quotes.length > 0);
  });
}

test('only the first word of a title and names have capitals, German nouns excepted', () => {
  const titles = (code: LanguageCode): string[] =>
    outline(
      TALKS[code]!.flatMap(sentencesOf).flatMap((text, i) =>
        [0, 1, 2].map((n) => ({ start: i * 15 + n * 5, end: i * 15 + n * 5 + 5, text })),
      ),
      { duration: 135 },
    ).chapters.map(({ title }) => title);
  for (const title of titles('es')) assert.match(title, /^\p{Lu}[^\p{Lu}]*$/u);
  assert.match(titles('de').join(' '), / der \p{Lu}/u);
});
