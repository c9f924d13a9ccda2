import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { codePages } from '@lectern/contract/code-pages';
import { decodePage } from './decode-page.ts';
import { decodeText, type EncodingHints } from './decode-text.ts';
import { readCaptions, type ReadCaptions } from './read-captions.ts';

/** A text in a code page of one byte a letter; in several, by the letters of its own. */
function encode(text: string, encoding: string): Buffer {
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decodePage(encoding, Uint8Array.of(byte)), byte]));
  return Buffer.from(
    Array.from(text, (letter) => {
      const byte = bytes.get(letter);
      assert.ok(byte !== undefined, `${encoding} has no ${letter}`);
      return byte;
    }),
  );
}

const cueOf = (text: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from('1\n00:00:01,000 --> 00:00:04,000\n'), Buffer.from(text), Buffer.from('\n')]);

/** Reads a file twice: as uploaded, and again from its stored bytes with the detected encoding. */
function readTwice(bytes: Buffer, ...rest: [fileName?: string, hints?: EncodingHints]): ReadCaptions {
  const found = readCaptions(bytes, ...rest);
  const again = readCaptions(bytes, '', { encoding: found.read.encoding });
  assert.deepEqual([again.cues, again.warnings, again.format], [found.cues, found.warnings, found.format]);
  return found;
}

const saidIn = (bytes: Buffer): string => readTwice(bytes).cues[0]!.text;

/** A sentence each, in the code pages that programs write its language in. */
const sentences: readonly (readonly [text: string, ...encodings: string[]])[] = [
  ['Доброе утро и добро пожаловать.', 'windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'ibm855', 'x-mac-cyrillic'],
  ['Добрий ранок і ласкаво просимо на наш вебінар.', 'windows-1251', 'koi8-u'],
  ['Dziś porozmawiamy o cenach, źródłach i żółwiach.', 'windows-1250', 'iso-8859-2', 'ibm852', 'x-mac-ce'],
  ['Jó reggelt, üdvözöljük a webináriumon, többször is.', 'windows-1250'],
  ['Καλημέρα και καλώς ήρθατε στο σεμινάριο.', 'windows-1253', 'iso-8859-7', 'ibm737', 'x-mac-greek'],
  ['Günaydın ve web seminerimize hoş geldiniz.', 'windows-1254'],
  ['בוקר טוב וברוכים הבאים', 'windows-1255', 'ibm862'],
  ['صباح الخير ومرحبا بكم في ندوتنا', 'windows-1256', 'iso-8859-6'],
  ['Labas rytas, šiandien kalbėsime apie kainas.', 'windows-1257'],
  ['สวัสดีตอนเช้าและยินดีต้อนรับ', 'windows-874'],
  ['Guten Morgen, schön, dass Sie über Größe reden.', 'windows-1252', 'macintosh', 'ibm850'],
  ['¿Quién iba a decirlo? Mañana habrá más niños en los jardines.', 'windows-1252', 'macintosh', 'ibm850'],
  ['Das kostet 5 €, die Bücher sind schön.', 'windows-1252', 'iso-8859-15'],
  ['C’est un cœur, à Nîmes, où ça coûte très cher.'.replace('’', "'"), 'windows-1252', 'iso-8859-15'],
  ['Ça a déjà été très près, mais « c’est prêt ».', 'windows-1252', 'macintosh'],
  ['It’s a fine morning, and we’re glad – “really”.', 'windows-1252'],
];

/** The same of those that have several bytes a letter, written by another program. */
const wideSentences: readonly (readonly [encoding: string, hex: string, text: string])[] = [
  ['shift_jis', '8da193fa82cd89bf8a6982c982c282a282c4986282b582dc82b7', '今日は価格について話します'],
  ['euc-jp', 'baa3c6fca4cfb2c1b3caa4cba4c4a4a4a4c6cfc3a4b7a4dea4b9', '今日は価格について話します'],
  ['gb18030', 'bdf1ccecced2c3c7c0b4ccb8ccb8bcdbb8f1bacdccd7b2cd', '今天我们来谈谈价格和套餐'],
  ['big5', 'a4b5a4d1a7daadcca8d3bdcdbdcdbbf9aee6', '今天我們來談談價格'],
  ['euc-kr', 'bec8b3e7c7cfbcbcbfe42c20bfc0b4c3c0ba20b0a1b0ddbfa120b4ebc7d8', '안녕하세요, 오늘은 가격에 대해'],
  ['shift_jis', '8da193fa82cd596f755475626582c5986282b582dc82b7', '今日はYouTubeで話します'],
  ['shift_jis', '819c82b182ea82cd938c8b9e81a891e58de382cc986282c582b7', '●これは東京→大阪の話です'],
  ['euc-jp', 'a4caa4cba4caa4cba4cea4cfa4caa4c8a4cfa4caa4cea4b3a4c8a4caa4cea4cb', 'なになにのはなとはなのことなのに'],
  ['gb18030', 'ced2c3c7bdf1ccecd3c36950686f6e65bacd476974487562c0b4d1ddcabe', '我们今天用iPhone和GitHub来演示'],
  ['euc-kr', 'bfc0b4c3c0ba20506f776572506f696e74b7ce20b0a1b0ddc0bb20bcb3b8ed', '오늘은 PowerPoint로 가격을 설명'],
  ['windows-874', 'c7d1b9b9d5e9e0c3d2e3aae9596f7554756265e1c5d04c696e65a4c3d1ba', 'วันนี้เราใช้YouTubeและLineครับ'],
];

suite('the words come out in their own letters, and the encoding is told', () => {
  for (const [text, ...encodings] of sentences)
    for (const encoding of encodings)
      test(`when a sentence is in ${encoding}: ${text.slice(0, 12)}`, () => {
        const bytes = encode(text, encoding);
        const { cues, read, warnings } = readTwice(cueOf(bytes));
        assert.deepEqual(
          [cues[0]!.text, read.guessed, decodePage(read.encoding, bytes), warnings],
          [text, true, text, 0],
        );
      });
  for (const [encoding, hex, text] of wideSentences)
    test(`when a sentence is in ${encoding}: ${text.slice(0, 9)}`, () => {
      const { read, cues } = readTwice(cueOf(Buffer.from(hex, 'hex')));
      assert.deepEqual([read.encoding, cues[0]!.text], [encoding, text]);
    });
});

suite('UTF-8 stays UTF-8, and the letters that are lost are counted', () => {
  const text = 'Größe und Qualität für alle';
  const damaged = (...changes: [at: string, byte: number][]): Buffer =>
    changes.reduce<Buffer>((bytes, [at, byte]) => {
      const index = bytes.indexOf(at);
      return Buffer.concat([bytes.subarray(0, index), Buffer.of(byte), bytes.subarray(index)]);
    }, cueOf(text));
  for (const [when, bytes, replaced, words] of [
    ['one byte is damaged', damaged(['ß', 0xc3]), 1, 'Grö\uFFFDße und Qualität für alle'],
    ['two bytes are damaged', damaged(['ß', 0xc3], ['für', 0x84]), 2, 'Grö\uFFFDße und Qualität \uFFFDfür alle'],
    ['the last letter is cut in half', cueOf('Größe und ä').subarray(0, -2), 1, 'Größe und \uFFFD'],
    ['it holds the sign of a lost letter already', cueOf('Gr\uFFFDße'), 0, 'Gr\uFFFDße'],
    ['a zero has come into a text of ASCII', cueOf('Hello \0 all'), 0, 'Hello all'],
  ] as const)
    test(`when ${when}`, () => {
      const { cues, read } = readTwice(bytes);
      assert.deepEqual([cues[0]!.text, read], [words, { encoding: 'utf-8', replaced }]);
    });
});

suite('letters encoded twice are mended, and that is told', () => {
  const twice = (text: string, encoding: string): string => decodePage(encoding, Buffer.from(text));
  for (const [text, encoding] of [
    ['Größe und Qualität für alle', 'windows-1252'],
    ['It’s “fine”', 'windows-1252'],
    ['Доброе утро', 'windows-1252'],
    ['Доброе утро', 'windows-1251'],
    ['Dzień dobry, żółw', 'windows-1250'],
    ['Größe für alle', 'macintosh'],
    ['Доброе утро', 'macintosh'],
    ['בוקר טוב לכולם', 'macintosh'],
    ['Доброе утро', 'ibm866'],
    ['Доброе утро', 'koi8-r'],
    ['おはようございます', 'windows-1252'],
    ['Größe und Qualität für alle', 'ibm850'],
    ['Größe für alle, très près', 'ibm437'],
    ['Größe und Qualität, über alle Häuser', 'iso-8859-15'],
    ['大家早安', 'gb18030'],
    ['Guten Morgen, schön und fröhlich', 'euc-kr'],
    ['Mañana, señor, ¿qué tal?', 'ibm850'],
    ['Dzień dobry, żółw', 'windows-1258'],
    ['İyi günler, şöyle değil', 'windows-1258'],
  ] as const)
    test(`when ${text} went through ${encoding}`, () => {
      const { cues, read } = readTwice(cueOf(twice(text, encoding)));
      assert.deepEqual([cues[0]!.text, read.encoding, read.twice], [text, 'utf-8', encoding]);
    });
  for (const text of ['Größe für alle', 'Доброе утро', 'It’s “fine”', 'おはようございます'])
    test(`when ${text} went through ISO 8859-1`, () => {
      const latin = Buffer.from(text).toString('latin1');
      assert.equal(saidIn(cueOf(latin)), text);
      assert.equal(saidIn(cueOf(Buffer.from(latin).toString('latin1'))), text);
    });
  test('when half of the lines are right, or a byte is damaged besides', () => {
    const lines = ['Größe für alle', twice('Größe für alle', 'windows-1252')];
    const bytes = cueOf(twice('Größe und Qualität x für alle', 'windows-1252'));
    bytes[bytes.indexOf(' x ') + 1] = 0x84;
    for (const [file, text, warnings] of [
      [cueOf([...lines, ...lines, ...lines].join('\n')), Array(6).fill(lines[0]).join(' '), 0],
      [bytes, 'Größe und Qualität \uFFFD für alle', 1],
    ] as const) {
      const found = readTwice(file);
      assert.deepEqual([found.cues[0]!.text, found.read.twice, found.warnings], [text, 'windows-1252', warnings]);
    }
  });
  for (const text of [
    '«OLÉ» CAFÉ” naïve façade',
    'Ça a été très près',
    'Рядом с вами',
    'Łódź – żółw',
    '© 2026 Ãé',
    'We met at the “CAFÉ”, not the old “CAFÉ”.',
    'She sold “Über” and “Élan”.',
    'L’été, l’école et l’équipe',
    'Say так, там.',
    'A IRMÃ” e a AMANHû',
    'SMÅ” och “Å”',
    'Ні, ті, ці.',
    'Úžas. Ďábel. Úžas.',
    '大家好，欢迎来到我们的网络研讨会。',
    '今日は価格について話します',
    '–А вы? –А мы.',
  ])
    test(`not when they are as they should be: ${text}`, () => {
      const { cues, read } = readTwice(cueOf(text));
      assert.deepEqual([cues[0]!.text, read], [text, { encoding: 'utf-8', replaced: 0 }]);
    });
});

suite('wide letters are read', () => {
  const text = '1\n00:00:01,000 --> 00:00:04,000\n大家好，欢迎。\n';
  const wide = (size: 2 | 4, isLittle: boolean, marked: boolean): Buffer => {
    const letters = Array.from(`${marked ? '\uFEFF' : ''}${text}`, (letter) => letter.codePointAt(0)!);
    const bytes = Buffer.alloc(letters.length * size);
    for (const [n, code] of letters.entries())
      if (isLittle) bytes.writeUIntLE(code, n * size, size);
      else bytes.writeUIntBE(code, n * size, size);
    return bytes;
  };
  for (const size of [2, 4] as const)
    for (const isLittle of [true, false])
      for (const marked of [true, false])
        test(`when they have ${size} bytes, ${isLittle ? 'little' : 'big'} end first, mark: ${marked}`, () => {
          const { cues, read } = readTwice(wide(size, isLittle, marked));
          const encoding = `utf-${size * 8}${isLittle ? 'le' : 'be'}`;
          assert.deepEqual([cues[0]!.text, read.encoding], ['大家好，欢迎。', encoding]);
        });
  for (const encoding of ['utf-16le', 'utf-16be'])
    test(`when lines in ${encoding} without a mark are long`, () => {
      for (const said of ['大家好，欢迎来到我们的网络研讨会。', 'Доброе утро и добро пожаловать. ']) {
        const bytes = Buffer.from(`1\n00:00:01,000 --> 00:59:04,000\n${said.repeat(200)}\n`, 'utf16le');
        const { cues, read } = readTwice(encoding === 'utf-16le' ? bytes : bytes.swap16());
        assert.deepEqual(read, { encoding, replaced: 0 });
        assert.ok(cues[0]!.text.startsWith(said.slice(0, 9)));
      }
    });
  test('and the letters are counted that are none', () => {
    const bytes = Buffer.from(`\uFEFF${text}好`, 'utf16le');
    assert.equal(readTwice(bytes.subarray(0, -1)).warnings, 1);
  });
  for (const [encoding, bytes, said] of [
    ['iso-2022-jp', '\u001B$B:#F|$O\u001B(B', '今日は'],
    ['iso-2022-kr', '\u001B$)C\u000E>H3gGO<<?d\u000F, OK', '안녕하세요, OK'],
    ['hz-gb-2312', '~{4s<RMmIO:C~}, OK', '大家晚上好, OK'],
  ] as const)
    test(`when ${encoding} switches to them`, () => {
      const { cues, read } = readTwice(cueOf(Buffer.from(bytes, 'latin1')));
      assert.deepEqual([cues[0]!.text, read.encoding], [said, encoding]);
    });
});

test('the encoding that XML declares is taken, when its bytes are no UTF-8', () => {
  const head = '<?xml version="1.0" encoding="ISO-8859-15"?>';
  const xml = `${head}<tt><body><p begin="1s" end="2s">5 € für déjà</p></body></tt>`;
  const { cues, read } = readTwice(encode(xml, 'iso-8859-15'));
  assert.deepEqual([cues[0]!.text, read], ['5 € für déjà', { encoding: 'iso-8859-15', replaced: 0 }]);
});

test('a question with two previews is given, when two encodings are about as likely', () => {
  const { read } = readTwice(cueOf(encode('Да', 'windows-1251')));
  assert.equal(read.choice?.length, 2);
  assert.equal(read.choice[0].encoding, read.encoding);
  assert.ok(read.choice.some(({ encoding, lines }) => encoding === 'windows-1251' && lines === 'Да'));
});

test('leaves no encoding question, when file name, recording or person gives language or encoding', () => {
  const bytes = cueOf(encode('Да', 'windows-1251'));
  for (const { cues, read } of [
    readTwice(bytes, 'talk.ru.srt'),
    readTwice(bytes, '', { language: 'ru' }),
    readTwice(bytes, '', { encoding: 'windows-1251' }),
  ])
    assert.deepEqual([cues[0]!.text, read.encoding, read.choice], ['Да', 'windows-1251', undefined]);
});

test('every code page that can be chosen can be read', () => {
  for (const encoding of codePages) assert.equal(decodeText(Buffer.from('a'), { encoding }).encoding, encoding);
});
