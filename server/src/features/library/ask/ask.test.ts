import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { askRoutes } from '@lectern/contract/library/ask';
import { dashboardRoutes } from '@lectern/contract/library/dashboard';
import { assertEvery } from '../../../../test/assert-every.ts';
import { oneDatabase } from '../../../../test/databases.ts';
import { describeServer } from '../../../../test/describe-server.ts';
import { type ModelStage, openModelStage } from '../../../../test/language/model-stage.ts';
import type { TestMember } from '../../../../test/member.ts';
import { cueLength, storeTexts } from '../../../../test/stored-texts.ts';
import { chooseRecordings } from './choose-recordings.ts';
import { termsOf } from './looked-up-terms.ts';
import rankPassages from './rank-passages.thread.ts';

const byWords = ' Only the words of your question were looked for.';
const filler = Array.from({ length: 60 }, (_, n) => `We talk about the weather in town number ${n} for a while.`);

/** A recording of so many other lines, then these. */
const behind = (...lines: string[]): string[] => [...filler, ...lines, ...filler];

const pricing = 'The enterprise licence costs twelve thousand dollars a year for each region.';
const migration = 'Our Kubernetes migration took nine months because nobody owned the networking.';
const policy = 'Acme AI, as the auditors call it, keeps no customer recordings in the Frankfurt region.';

describeServer('questions to a library', { databases: 'both' }, (suite) => {
  let owner: TestMember;
  let stored: Record<'pricing' | 'migration' | 'policy' | 'strangers', string>;
  before(async () => {
    owner = await suite.signUp();
    const stranger = await suite.signUp();
    const store = (title: string, said: string[], of = owner) => storeTexts(suite.world, of, { title, said });
    stored = {
      pricing: await store('Sales kick-off', behind(pricing, 'Nobody has complained about it so far.')),
      migration: await store('Platform review', behind(migration, 'Next time we name somebody first.')),
      policy: await store('Compliance hour', behind(policy, 'The suspension was painful.')),
      strangers: await store('Secret pricing', behind(pricing.replace('twelve', 'ninety')), stranger),
    };
  });
  const ask = async (question: string, recordings?: string[]) =>
    (await owner.call(askRoutes.ask, { question, ...(recordings ? { recordings } : {}) })).data;

  const questions: readonly [question: string, of: 'pricing' | 'migration' | 'policy', text: string][] = [
    ['What does the enterprise licence cost?', 'pricing', pricing],
    ['How much are enterprise licences per region?', 'pricing', pricing],
    ['Why did migrating to Kubernetes take so long?', 'migration', migration],
    ['what about kuberentes migrations', 'migration', migration],
    ['Does the AI keep recordings?', 'policy', policy],
  ];
  it('finds the words that answer, verbatim, when asked in other forms and spellings', async () => {
    for (const [question, of, text] of questions) {
      const { citations, sentences } = await ask(question);
      const [first] = citations;
      assert.equal(first?.upload_id, stored[of], question);
      assert.ok(first.text.includes(text), `${question}: ${first.text}`);
      assert.deepEqual([first.start, sentences], [filler.length * cueLength, []]);
      assertEvery(citations, ({ upload_id: id }) => id !== stored.strangers);
    }
  });

  it('answers from the other words and names the missing ones, when some are never said', async () => {
    for (const [question, of, remark] of [
      [
        'Wann war die Kubernetes migration?',
        'migration',
        'Nobody says “Wann”. Passages that contain the rest of your words, the best first.',
      ],
      [
        'Does the licence cost more in Wagadugu?',
        'pricing',
        'Nobody says “Wagadugu”. Passages that contain the rest of your words, the best first.',
      ],
      [
        'Does the licence cost a pension?',
        'pricing',
        'Nobody says “pension”. Passages that contain the rest of your words, the best first.',
      ],
      ['AI', 'policy', 'Passages that contain your words, the best first.'],
    ] as const) {
      const answer = await ask(question);
      assert.deepEqual([answer.citations[0]?.upload_id, answer.remark], [stored[of], remark], question);
    }
  });

  it('chooses the recordings that may say the most of it, when they are too many', async () => {
    const ids = [stored.policy, stored.pricing, stored.migration];
    const library = { workspaceId: owner.session.id, ids };
    // A rare word tells more than one that two of three say, misspelt too.
    const rare = [['Which region has kuberentes?', 'migration']] as const;
    for (const [question, of] of [...questions, ...rare]) {
      const chosen = await chooseRecordings(suite.db, library, termsOf(question), 1);
      assert.deepEqual(chosen.ids, [stored[of]], question);
    }
  });

  it('looks in the recordings that are named alone, and never in those of others', async () => {
    const cost = 'What does the enterprise licence cost?';
    const { citations, remark } = await ask(cost, [stored.migration, stored.strangers]);
    assert.deepEqual([citations, remark], [[], `These recordings do not say anything about this.${byWords}`]);
    assert.equal(
      (await ask(cost, [stored.migration])).remark,
      `This recording does not say anything about this.${byWords}`,
    );
    assert.equal((await ask(cost, [stored.pricing])).citations[0]?.upload_id, stored.pricing);
  });

  it('says that the library does not say it, when nothing speaks of the question', async () => {
    for (const question of [
      'How do penguins in Antarctica breed?',
      '????',
      'the and of',
      'volcanoes and the weather in Lisbon harbours',
    ]) {
      const { remark, citations } = await ask(question);
      assert.deepEqual([remark, citations], [`The library does not say anything about this.${byWords}`, []], question);
    }
  });

  it('costs nothing without a model, and refuses what is no question', async () => {
    const used = async () => (await owner.call(dashboardRoutes.dashboard, {})).data.token_used;
    const before = await used();
    await ask('What does the enterprise licence cost?');
    assert.equal(await used(), before);
    for (const question of ['  ', 'x'.repeat(4_001)]) await assert.rejects(ask(question), { status: 400 });
  });
});

it('quotes the line that says a word of the question, when a longer one of another speaker follows', () => {
  const cues = [
    { start: 0, end: 4, text: 'That is all I can say about the budget for now, as you know.', speaker: 'Ann' },
    { start: 4, end: 6, text: 'Bitcoin, go ahead.', speaker: 'Bob' },
    { start: 6, end: 12, text: 'Yeah, certainly the whole review of all of these takes far too long.', speaker: 'Cy' },
  ];
  const { passages } = rankPassages({
    windows: [{ videoId: 'talk', from: 0, to: 3, beside: 0, cues }],
    near: [],
    terms: [{ stem: 'bitcoin', isGuessed: false, weight: 1 }],
    most: { all: 1, ofRecording: 1 },
  });
  assert.deepEqual(
    passages.map(({ start, end, text }) => ({ start, end, text })),
    [{ start: 4, end: 6, text: 'Bitcoin, go ahead.' }],
  );
});

oneDatabase((database, open) => {
  describe(`questions to a library with a language model on ${database}`, () => {
    let stage: ModelStage;
    before(async () => {
      stage = await openModelStage(open, {
        LANGUAGE_ENGINE: 'openai',
        LANGUAGE_MODEL: 'gpt-of-tests',
        LANGUAGE_API_KEY: 'key-of-tests',
      });
      await storeTexts(stage.server.world, stage.member, { title: 'Sales kick-off', said: behind(pricing) });
      await storeTexts(stage.server.world, stage.member, { title: 'Platform review', said: behind(migration) });
    });
    after(() => stage?.close());

    /** Asks, and has the model say these sentences of the lines that hold these words. */
    const ask = async (...sentences: readonly { text: string; of: string }[]) => {
      stage.model.react = ({ prompt }) => ({
        answer: {
          sentences: sentences.map(({ text, of }) => ({
            text,
            lines: prompt
              .split('\n')
              .flatMap((line) => (line.includes(of) ? [Number(/^\[(\d+)\]/.exec(line)![1])] : [])),
          })),
        },
        usage: { input: 900, output: 60 },
      });
      return (
        await stage.member.call(askRoutes.ask, {
          question: 'What of the enterprise licence and the Kubernetes migration?',
        })
      ).data;
    };
    const priced = { text: 'An enterprise licence costs twelve thousand dollars a year.', of: pricing };
    const moved = { text: 'The Kubernetes migration took nine months.', of: migration };

    it('shows sentences with the words they rest on, and charges what was billed', async () => {
      const before = await stage.used();
      const { sentences, citations, remark } = await ask(priced, moved);
      assert.deepEqual(sentences, [
        { text: priced.text, citations: [1] },
        { text: moved.text, citations: [2] },
      ]);
      assert.deepEqual(
        citations.map(({ title, text }) => [title, text]),
        [
          ['Sales kick-off', pricing],
          ['Platform review', migration],
        ],
      );
      assert.match(remark, /^gpt-of-tests by OpenAI answered; every sentence rests on the words it cites\.$/);
      assert.equal((await stage.used()) - before, 960);
    });

    it('leaves out what its lines do not prove, and tells so', async () => {
      const unproved = [
        { text: 'An enterprise licence costs fifty thousand dollars a year.', of: pricing },
        { text: 'The Kubernetes migration was led by Gwendolyn Marsh for nine months.', of: migration },
        { text: 'The Kubernetes migration took nine months.', of: 'words that no line holds' },
        { text: 'The enterprise licence is told at https://evil.example/licence by region.', of: pricing },
      ];
      const { sentences, remark } = await ask(priced, ...unproved);
      assert.deepEqual(
        sentences.map(({ text }) => text),
        [priced.text],
      );
      assert.match(remark, /4 sentences were left out/);
    });

    it('shows passages, when nothing a model says is proved, and says nothing where it says nothing', async () => {
      const shown = await ask({ text: 'An enterprise licence costs fifty thousand dollars a year.', of: pricing });
      assert.match(shown.remark, /^gpt-of-tests by OpenAI gave no answer that the recordings prove\. Passages/);
      assert.ok(shown.citations.some(({ text }) => text.includes(pricing)));
      const nothing = await ask();
      assert.deepEqual([nothing.remark, nothing.citations], ['The library does not say anything about this.', []]);
    });
  });
});
