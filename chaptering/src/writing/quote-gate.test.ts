import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taggedWords } from './grammar.ts';
import { type QuoteGateInput, type QuoteRefusal, refusals } from './quote-gate.ts';

const against = (of: QuoteGateInput): QuoteRefusal[] => [...refusals(of)];

const passage = (text: string, more: Partial<QuoteGateInput> = {}): QuoteGateInput => ({
  text,
  length: text.split(' ').length,
  whole: true,
  punctuated: true,
  english: true,
  tagged: [taggedWords(text)],
  speakers: new Set(['ada']),
  ...more,
});

const REFUSED: Record<QuoteRefusal, readonly string[]> = {
  length: ['Bread needs time.', `Bread needs ${'more and '.repeat(25)}time than anybody thinks.`],
  sound: ['A good oven never forgives a bad dough [laughter] in the morning.'],
  question: ['Should a good baker always start with the flour and the water?'],
  coarse: ['A good oven never forgives the damn dough of a lazy baker.'],
  sponsor: ['Every good baker should sign up for the flour of our sponsor.'],
  housekeeping: [
    'On the next slide you can see why dough always needs time.',
    'Thanks to the bakers who always join the meeting of the guild.',
    'If anyone else has a view of rye, the time is right to be heard.',
    'My slides always hold more of the bread than the crumbs.',
  ],
  vocative: [
    'A good oven never forgives a bad dough, Ada.',
    'Northfield, you always need more flour than the millers of the town.',
    'Mister Speaker, the bakers must always pay more than the millers.',
  ],
  repair: [
    'The bakers, the bakers must always pay more than the the millers.',
    'We need, we need to give the dough more time than the oven.',
    'Everything is you say about the dough more true than the oven.',
    'The key is to make. our bread better than the rest.',
    'The largest loaf the bakers can sell, the shelf is smaller.',
    'Rye is better than wheat, tastes of the whole field.',
    'In case of frost, your loaves, the crust of them is always harder than the floor.',
    'In1968 the bakers of the town opened a mill with 200employees.',
  ],
  vague: ['The bakers always need more flour than the millers or something like that.'],
  incomplete: [
    'More expensive than every oven in the town and the mill.',
    'If the dough is older than the oven.',
    'If the bakers think the dough is cold, and the millers think the flour is wet.',
    'The mill, which is a house that grinds the flour of every baker.',
    'The bakers always need more flour than the millers and the.',
  ],
  leaning: [
    'He always needs more flour than the miller of the town.',
    'This means more bread for every family of the town.',
    'The bakers always need more flour because of that.',
    'It always needs more flour than the miller can grind.',
    'The guild offered them a better price for the flour in the nineties.',
    'The careful bakers of the town are not following that rule.',
    'In a strict sense, it works because bakers never sleep before dawn.',
    'In the valleys, they were always the best bakers of rye bread.',
    'The problem is the price of flour, which never falls in autumn.',
    'The problem with baking it is that bakers always need more flour.',
    'The old books of the guild always did say that, and bakers forget.',
    'The long frost has spoiled her bread more than the rain.',
    'The third step is a better oven than the bakers can pay.',
    'So that the bakers never need more flour than the millers grind.',
  ],
  empty: [
    'Your oven should be a thing that bakes something particular.',
    'Bakers walk along the river in the evening sun.',
  ],
};

for (const [reason, texts] of Object.entries(REFUSED)) {
  test(`no quote: ${reason}`, () => {
    for (const text of texts)
      assert.ok(against(passage(text)).includes(reason as QuoteRefusal), `${text} ${against(passage(text)).join()}`);
  });
}

test('a claim that stands alone is a quote', () => {
  for (const text of [
    'Slow dough keeps its flavour because yeast needs time to work.',
    'The key to good bread is patience rather than an expensive oven.',
    'If you rush the dough, you lose half of the flavour.',
    'We found that cold dough tastes better than warm bread.',
    'A sourdough is not a recipe, it is a habit that must be fed.',
    'The more a baker hurries the dough, the less the bread tastes.',
    'The key to good bread is that a baker makes it easier to wait.',
    'The best problem of a bakery is a queue rather than a quiet morning.',
    'Typically, you never need more flour than the millers of a town can grind.',
    'A careful baker needs 30 percent less flour than the miller sells.',
  ])
    assert.deepEqual(against(passage(text)), [], text);
});

test('words that were cut by a length limit are no quote, however well they read', () => {
  assert.deepEqual(against(passage('Slow dough keeps its flavour because yeast needs time.', { whole: false })), [
    'incomplete',
  ]);
});

test('accepts one reference to a thing named just before and refuses two', () => {
  const text = 'The tweak always needs more flour than the sum can carry.';
  assert.ok(!against(passage(text, { unintroduced: 1 })).includes('leaning'));
  assert.ok(against(passage(text, { unintroduced: 2 })).includes('leaning'));
});

test('refuses questions, sounds and leaning openings in languages other than English', () => {
  const abroad = (text: string): QuoteRefusal[] => against(passage(text, { english: false, tagged: undefined }));
  assert.deepEqual(abroad('Der Teig braucht Zeit, damit er Geschmack bekommt und hält.'), []);
  assert.deepEqual(abroad('Das braucht mehr Zeit als jeder andere Teig der Stadt.'), ['leaning']);
  assert.deepEqual(abroad('¿Cuánto tiempo necesita la masa para tener un buen sabor?'), ['question']);
});
