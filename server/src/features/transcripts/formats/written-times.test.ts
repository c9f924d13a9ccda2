import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { clock, each, read, said, srt, talk } from './test-talk.ts';

const pairs: Readonly<Record<string, string>> = {
  'faster-whisper prints it': `Detected language 'en' with probability 0.99\n${each(({ start, end, text }) => `[${start.toFixed(2)}s -> ${end.toFixed(2)}s] ${text}`)}`,
  'seconds stand in brackets': each(({ start, end, text }) => `[${start.toFixed(2)} - ${end.toFixed(2)}] ${text}`),
  'seconds have a comma between them': each(
    ({ start, end, text }) => `(${start.toFixed(2)}, ${end.toFixed(2)}) ${text}`,
  ),
  'seconds have an arrow': each(
    ({ start, end, text }, n) => `${n + 1}\n${start.toFixed(3)} --> ${end.toFixed(3)}\n${text}\n`,
  ),
  'WebVTT has seconds': `WEBVTT\n\n${each(({ start, end, text }) => `${start.toFixed(3)} --> ${end.toFixed(3)}\n${text}\n`)}`,
  'WebVTT has seconds of one digit': `WEBVTT\n\n${each(({ start, end, text }) => `0:${start.toFixed(1)} --> 0:${end.toFixed(1)}\n${text}\n`)}`,
  'hours, minutes and seconds have units': each(
    ({ start, end, text }) => `0h 0m ${start}s --> 0h 0m ${end}s\n${text}\n`,
  ),
  'each line of SubRip stands in a mail': srt(' --> ').replace(/^/gm, '> '),
  'SubRip is a web page': `<html><head><title>Talk</title></head><body><pre>${srt(' --&gt; ')}</pre></body></html>`,
  'SubRip has breaks of a page': `<p>${srt(' --&gt; ').replaceAll('\n', '<br>\n')}</p>`,
  'SubRip is marked as code': `\`\`\`srt\n${srt(' --> ')}\n\`\`\`\n`,
  'lines have other ends': srt(' --> ').replaceAll('\n', '\u2028'),
  'blank lines are of blanks': srt(' --> ').replaceAll('\n\n', '\n   \n'),
  'numbers have the number of all': srt(' --> ').replace(/^(\d)$/gm, '$1/4'),
  'numbers have a word': srt(' --> ').replace(/^(\d)$/gm, 'Subtitle $1'),
  'a page has a table': `<table><tr><th>Start</th><th>End</th><th>Text</th></tr>${each(({ start, end, text }) => `<tr><td>${clock(start, '.')}</td><td>${clock(end, '.')}</td><td>${text}</td></tr>`)}</table>`,
  'Markdown has a table': `| Start | End | Text |\n|---|:--|---|\n${each(({ start, end, text }) => `| ${clock(start, '.')} | ${clock(end, '.')} | ${text} |`)}`,
  'the heads of a table are in French': `début;fin;texte\n${each(({ start, end, text }) => `${clock(start)};${clock(end)};"${text}"`)}`,
  'ASS has no head': `[Events]\n${each(({ start, end, text }) => `Dialogue: 0,${clock(start, '.').slice(1, -1)},${clock(end, '.').slice(1, -1)},Default,,0,0,0,,${text}`)}`,
  'SAMI has a declaration and closes its marks': `<?xml version="1.0"?>\n<SAMI><BODY>${each(({ start, end, text }) => `<SYNC Start=${start * 1000}><P>${text}</P></SYNC><SYNC Start=${end * 1000}><P>&nbsp;</P></SYNC>`)}</BODY></SAMI>`,
  'ttml has milliseconds without a unit': `<tt><body>${each(({ start, end, text }) => `<p begin="${start * 1000}" end="${end * 1000}">${text}</p>`)}</body></tt>`,
};

suite('times in other writings are read', () => {
  for (const [when, text] of Object.entries(pairs))
    test(`when ${when}`, () => {
      const { cues, warnings } = read(text);
      assert.deepEqual([cues, warnings], [talk, when.startsWith('faster') ? warnings : 0]);
    });
  for (const [when, write] of Object.entries<(at: number) => string>({
    'they have units': (at) => `0m${at}s: `,
    'they have seconds alone': (at) => `${at}s `,
    'they have hours too': (at) => `00h00m0${at}s `,
    'they are minutes and seconds of a sports clock': (at) => `0'0${at}" `,
    'they stand in braces': (at) => `{00:00:0${at}.000} `,
    'they stand between signs': (at) => `#00:00:0${at}.0# `,
    'they are of TMPlayer': (at) => `00:00:0${at}:`,
  }))
    test(`when ${when}`, () => {
      assert.deepEqual(said(`${write(1)}Good morning\n${write(3)}to everybody\n${write(7)}and welcome`), [
        [1, 'Good morning'],
        [3, 'to everybody'],
        [7, 'and welcome'],
      ]);
    });
});

test('frames behind a semicolon are of thirty a second', () => {
  assert.equal(
    read(
      srt(' --> ')
        .replaceAll(',500', ';15')
        .replace(/,\d{3}/g, ';00'),
    ).cues[1]!.start,
    4.5,
  );
});

test('takes the speaker, when each first line is the same numbered speaker', () => {
  const text = each(({ start, end, text: words }) => `${clock(start)} --> ${clock(end)}\nSpeaker 1\n${words}\n`);
  assert.deepEqual(
    read(text).cues,
    talk.map((cue) => ({ ...cue, speaker: 'Speaker 1' })),
  );
});

test('drops the line a service adds at the end', () => {
  const text = `Kim Lee  0:01\nGood morning\n\nTom Roe  0:04\nand welcome\n\nTranscribed by https://otter.ai`;
  assert.equal(read(text).cues.at(-1)!.text, 'and welcome');
});

test('text with seconds and prices stays text without times', () => {
  const prose = 'It took 5s to load and everybody was glad about that.';
  const text = `We measured it.\n${`${prose}\n`.repeat(8)}5s is much, 2.50 is not.\n${`${prose}\n`.repeat(8)}`;
  assert.equal(read(text).untimed, true);
});

test('numbers of sections and marks of turns are none', () => {
  const prose = 'Our review covers every team and its plans for the coming year in some detail.\n'.repeat(2);
  const sections = read(`${prose}[1.1] First part\n${prose}[1.2] Second part\n${prose}[1.3] Third part\n${prose}`);
  assert.equal(sections.untimed, true);
  const turns = read(`>> ${prose.trim().replaceAll('\n', '\n>> ')}\n`.repeat(3));
  assert.match(turns.cues[0]!.text, /^Our review/);
});

test('a text is refused, when its lines end in times', () => {
  const text = each(({ end, text: words }) => `${words} #${clock(end, '-').slice(0, 10)}#`);
  assert.throws(() => read(text), { code: 'captions_unreadable', message: /times in a form/ });
});
