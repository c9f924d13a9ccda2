import assert from 'node:assert/strict';
import { test, it } from 'node:test';
import { assertEvery } from '../../../test/assert-every.ts';
import { csvFile } from './csv.ts';
import { truncateText } from './truncate-text.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** A row between the heads and the end. */
const csvRow = (cells: readonly (string | number)[]): string => csvFile([], [cells]).slice('\ufeff\r\n'.length, -2);

/**
 * Cells as a spreadsheet sees them that takes another sign for the separator: quotes within a cell are nothing to it.
 */
const cellsBy = (separator: RegExp, row: string): string[] =>
  row.split(separator).map((cell) => cell.replace(/^"+/, ''));

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹣'];
const separators = JSON.parse(
  String.raw`["","x;","x\t","x\n","x\r\n","x\u2028","x;;","x;\"","x; "," ","\u200b","x;\ufeff","\n\n","x;\n \n"," \u000b"]`,
) as string[];

test('lets no cell begin a formula, regardless of the separator a spreadsheet uses', () => {
  for (const sign of signs)
    for (const before of separators) {
      const row = csvRow(['2026-01-01', `${before}${sign}cmd|'/c calc'!a0`, 3]);
      assertEvery(
        cellsBy(/[;\t\r\n\u2028]/, row),
        (text) => !signs.includes(text.replace(/^[\s"\p{Cf}]+/u, '')[0] ?? ''),
      );
      assert.match(row, /^"2026-01-01","[^]*",3$/);
    }
});

test('a cell takes no longer than another, when it is nothing but separators', () => {
  for (const one of ['\n', ';', ' ', '"', '\u200b', ';\n ', '\t'])
    assert.ok(csvRow([`x${one.repeat(200_000)}x`]).length > 200_000);
});

test('keeps other text unchanged and quotes every text', () => {
  assert.equal(
    csvRow(['a - b', 'one; two', -5, 'he said "so", and more', '', 'me@example.org']),
    '"a - b","one; two",-5,"he said ""so"", and more","","me@example.org"',
  );
});

test('a file begins with the mark of UTF-8, and every row ends, when a table is made', () => {
  assert.equal(csvFile(['day', 'what'], [['Münster', 1]]), '\ufeff"day","what"\r\n"Münster",1\r\n');
});

test('a text is cut behind a whole word, and never within a character', () => {
  assert.equal(truncateText('one two three', 13), 'one two three');
  for (const most of [7, 8, 12]) assert.equal(truncateText('one two three', most), 'one two');
  assert.equal(truncateText('onetwothree', 5), 'onetw');
  assert.equal(truncateText('ab👩', 3), 'ab');
  assert.equal(truncateText('word '.repeat(100_000), 300_002).length, 299_999);
});

/**
 * The same sentences in many languages, with the tokens o200k_base makes of them (counted once by gpt-tokenizer 4.0.0).
 */
const counted = `
  en 32 Before our last launch we interviewed thirty customers in two weeks. They told us what they expect of a product like ours, and what they would never pay for.
  de 42 Vor unserer letzten Produkteinführung haben wir in zwei Wochen dreißig Kundinnen und Kunden befragt. Sie erzählten uns, was sie von einem solchen Produkt erwarten und wofür sie niemals bezahlen würden.
  ru 37 Перед последним запуском мы опросили тридцать клиентов за две недели. Они рассказали нам, чего ожидают от такого продукта и за что никогда не стали бы платить.
  ar 41 قبل إطلاقنا الأخير أجرينا مقابلات مع ثلاثين عميلاً خلال أسبوعين. أخبرونا بما يتوقعونه من منتج كهذا وما لن يدفعوا مقابله أبداً.
  hi 43 हमारे पिछले लॉन्च से पहले हमने दो हफ्तों में तीस ग्राहकों का साक्षात्कार लिया। उन्होंने हमें बताया कि वे ऐसे उत्पाद से क्या अपेक्षा करते हैं और किसके लिए कभी भुगतान नहीं करेंगे।
  th 45 ก่อนการเปิดตัวครั้งล่าสุดเราได้สัมภาษณ์ลูกค้าสามสิบคนในสองสัปดาห์ พวกเขาบอกเราว่าคาดหวังอะไรจากผลิตภัณฑ์แบบนี้
  ja 46 前回の発売の前に、私たちは二週間で三十人のお客様にインタビューしました。お客様はこのような製品に何を期待するかを教えてくれました。
  zh 35 在上一次发布之前，我们在两周内采访了三十位客户。他们告诉我们对这样的产品有什么期望，以及他们永远不会为什么付费。
  ka 19 ჩვენი ბოლო გაშვების წინ ორ კვირაში ოცდაათი მომხმარებელი გამოვკითხეთ.
`.matchAll(/^ +(\w+) (\d+) (.*)$/gm);

for (const [, language, tokens, text] of counted)
  it(`estimates the tokens of ${language} well enough`, () => {
    const ratio = Number(tokens) / estimateTokens(text!);
    assert.ok(ratio > 0.65 && ratio < 1.3, `${ratio}`);
  });
